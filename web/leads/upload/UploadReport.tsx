import { useEffect, useRef } from 'react';
import { Card } from '#web/ui/Card.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { ProblemTable } from './ProblemTable.tsx';
import type { UploadFailure } from './upload-state.ts';

/** Why nothing was stored and, where the server read the file, what is wrong in which row. */
export function UploadReport({
  failure: { message, problems, problemCount },
}: {
  failure: UploadFailure;
}) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <>
      <Notice kind="error" ref={notice}>
        {message}
      </Notice>
      {problems.length > 0 && (
        <Card>
          <ProblemTable problems={problems} total={problemCount} />
        </Card>
      )}
    </>
  );
}
