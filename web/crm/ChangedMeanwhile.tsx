import type { Crm } from '#contract/crm.ts';
import { crmText } from '#contract/crm-text.ts';
import { Notice } from '#web/ui/Notice.tsx';
import classes from './CrmPage.module.css';
import { crmMessages } from './crm-text.ts';
import { changesBetween } from './mapping-draft.ts';

/** For whoever has unsaved changes while somebody else has saved theirs. */
export function ChangedMeanwhile({ before, now }: { before: Crm; now: Crm }) {
  if (before.mapping_version === now.mapping_version) return null;
  const changes = changesBetween(before, now);
  return (
    <Notice kind="warning" title={crmText.mappingChanged}>
      <p>{crmMessages.changedMeanwhileHint}</p>
      {changes.length > 0 && (
        <ul className={classes.list}>
          {changes.map((change) => (
            <li key={change} dir="auto">
              {change}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
