import type { Crm } from '#contract/crm.ts';
import { exactDate } from '#web/ui/format.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { momentText } from '#web/ui/relative-time.ts';
import classes from './CrmPage.module.css';
import { faultComfort, faultTexts } from './crm-text.ts';

/** What is wrong, since when, and what to do next, for whoever has come to mend it. */
export function FaultNotice({
  fault: { kind, since, detail },
  now,
}: {
  fault: NonNullable<Crm['fault']>;
  now: number;
}) {
  const { title, text, todo, needsPerson } = faultTexts[kind];
  return (
    <Notice kind={needsPerson ? 'error' : 'warning'} title={title}>
      <div className={classes.sentences}>
        <p>
          {text} Since{' '}
          <time dateTime={since} title={exactDate(since)}>
            {momentText(since, now)}
          </time>
          .
        </p>
        {detail && (
          <p>
            HubSpot says: <bdi>{detail}</bdi>
          </p>
        )}
        <p>
          <strong>{todo}</strong> {faultComfort}
        </p>
      </div>
    </Notice>
  );
}
