import { routes } from '#contract/routes.ts';
import { CodeBlock } from '#web/ui/CodeBlock.tsx';
import { sampleAnswer } from './sample-lead.ts';

const { status } = routes.createExternalLead;

export function Success() {
  return (
    <>
      <p>
        A lead that was stored is answered with the status {status}. Keep the <code>lead_id</code>{' '}
        if you want to find the lead again.
      </p>
      <CodeBlock
        code={JSON.stringify(sampleAnswer, null, 2)}
        what="example response"
        heading={`${status} Created`}
      />
    </>
  );
}
