import { setUpCommand } from '#contract/commands.ts';
import { CodeBlock } from '#web/ui/CodeBlock.tsx';
import { Mark } from '#web/ui/Mark.tsx';
import { CrmPart } from './CrmPart.tsx';
import { crmMessages } from './crm-text.ts';
import classes from './HowToConnect.module.css';
import { ScopeList } from './ScopeList.tsx';

/** For a portal that is its own CRM: what to do, in order, with what to copy. */
export function HowToConnect() {
  return (
    <CrmPart title="HubSpot" beside={<Mark>Not connected</Mark>} hint={crmMessages.ownCrm}>
      <h3 className={classes.heading}>How to connect</h3>
      <ol className={classes.steps}>
        <li>
          <p>
            In HubSpot, make a service key, or the access token of a private app, with these scopes:
          </p>
          <ScopeList />
        </li>
        <li>
          <p>Give it to the portal where its other variables are set:</p>
          <CodeBlock what="variable" code="HUBSPOT_ACCESS_TOKEN=the key" heading="Environment" />
        </li>
        <li>
          <p>
            With the same variable set, make the properties by which HubSpot knows the leads of the
            portal. The command says what it did, and can be repeated:
          </p>
          <CodeBlock what="command" code={setUpCommand} heading="Where the portal runs" />
        </li>
        <li>
          <p>
            Start the portal again. This page then offers to send the leads that are here already.
          </p>
        </li>
      </ol>
      <Webhooks />
    </CrmPart>
  );
}

function Webhooks() {
  const address = `${window.location.origin}/api/v1/hubspot`;
  return (
    <>
      <h3 className={classes.heading}>Changes at once</h3>
      <p className={classes.text}>
        What changes in HubSpot arrives within a minute. Where a developer app of yours sends
        webhooks to <code>{address}</code>, it arrives at once: set{' '}
        <code>HUBSPOT_WEBHOOK_SECRET</code> to the secret of that app, and <code>PUBLIC_URL</code>{' '}
        to the address under which HubSpot reaches the portal.
      </p>
    </>
  );
}
