import type { ApiToken } from '#contract/tokens.ts';
import { exactDate, shortDate } from '#web/ui/format.ts';
import classes from './TokenFacts.module.css';

/** What tells one token from another, without the token itself. */
export function TokenFacts({
  token,
  className,
}: {
  token: ApiToken;
  className: string | undefined;
}) {
  return (
    <p className={`${classes.facts} ${className ?? ''}`}>
      <code className={classes.masked}>{token.token_display}</code>
      <span>
        Created{' '}
        <time dateTime={token.created_at} title={exactDate(token.created_at)}>
          {shortDate(token.created_at)}
        </time>
      </span>
    </p>
  );
}
