import { CodeBlock } from '#web/ui/CodeBlock.tsx';
import { tokenHeader, tokenPlaceholder } from './sample-lead.ts';

/** spec §7: the header, and why CSRF is not needed with it. */
export function Authentication() {
  return (
    <>
      <p>
        Send one of your API tokens in the header <code>{tokenHeader}</code> with every call. The
        lead belongs to whoever made the token.
      </p>
      <CodeBlock
        code={`${tokenHeader}: ${tokenPlaceholder}`}
        what="authentication header"
        heading="Header"
      />
      <p>
        A CSRF token is not needed with API tokens: leave the <code>X-CSRF-Token</code> header out.
        It protects people who are signed in with a browser, and an API token is never sent by a
        browser on its own.
      </p>
    </>
  );
}
