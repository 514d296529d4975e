import { Link } from 'react-router';
import { Card } from '#web/ui/Card.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { TokenList } from './TokenList.tsx';
import classes from './TokensPanel.module.css';

/** spec §2, API page, Tokens tab */
export function TokensPanel({ onCreate }: { onCreate: () => void }) {
  return (
    <div className={classes.panel}>
      <Card padded>
        <h2 className={classes.title}>About API Access</h2>
        <p className={classes.about}>
          With an API token another system, such as your website or your CRM, adds leads to the
          portal in your name. Make a token for each system, so that you can revoke one without
          stopping the others. The <Link to="/api?tab=documentation">documentation</Link> has
          examples to start from.
        </p>
        <Notice kind="warning" title="Keep your tokens secret" quiet>
          Whoever has a token can add leads in your name. Store it like a password, never put it
          into a web page or a repository, and revoke it at once if somebody else may have seen it.
        </Notice>
      </Card>
      <TokenList onCreate={onCreate} />
    </div>
  );
}
