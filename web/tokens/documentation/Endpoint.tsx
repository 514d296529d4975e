import { endpoints } from '#contract/endpoints.ts';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import classes from './Documentation.module.css';
import { endpointAddress } from './sample-lead.ts';

export function Endpoint() {
  const address = endpointAddress(window.location.origin);
  return (
    <>
      <p>
        One call adds one lead to your list, where it starts with the status new. Make it from a
        server of yours, where the token stays secret.
      </p>
      <div className={classes.endpoint}>
        <span className={classes.method}>{endpoints.createExternalLead.method}</span>
        <code className={classes.address}>{address}</code>
        <CopyButton text={address} what="address" />
      </div>
    </>
  );
}
