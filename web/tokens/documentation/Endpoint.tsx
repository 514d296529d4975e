import { Skeleton } from '@mantine/core';
import { endpoints } from '#contract/endpoints.ts';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { usePortalFacts } from '../tokens.api.ts';
import classes from './Documentation.module.css';
import { endpointAddress } from './sample-lead.ts';

export function Endpoint() {
  const portal = usePortalFacts();
  return (
    <>
      <p>
        One call adds one lead to your list, where it starts with the status new. Make it from a
        server of yours, where the token stays secret.
      </p>
      <div className={classes.endpoint}>
        <span className={classes.method}>{endpoints.createExternalLead.method}</span>
        {portal ? (
          <Address text={endpointAddress(portal.address)} />
        ) : (
          <Skeleton height={20} width={320} maw="100%" aria-label="Loading..." />
        )}
      </div>
    </>
  );
}

function Address({ text }: { text: string }) {
  return (
    <>
      <code className={classes.address}>{text}</code>
      <CopyButton text={text} what="address" />
    </>
  );
}
