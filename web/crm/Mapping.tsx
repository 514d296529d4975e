import { Button } from '@mantine/core';
import { type FormEvent, type ReactNode, type Ref, useId, useState } from 'react';
import { type Crm, type CrmValue, crmValueKinds, mappingChange } from '#contract/crm.ts';
import { statusText } from '#contract/lead-status.ts';
import { serverText } from '#web/lib/api-error.ts';
import { toast } from '#web/lib/toasts.ts';
import { useKeepFocus } from '#web/lib/use-keep-focus.ts';
import { counted } from '#web/ui/format.ts';
import page from './CrmPage.module.css';
import { CrmPart } from './CrmPart.tsx';
import { useChangeMapping } from './crm.api.ts';
import { crmMessages, kindNames } from './crm-text.ts';
import { MappedValue } from './MappedValue.tsx';
import classes from './Mapping.module.css';
import {
  changesIn,
  choiceFor,
  type MappingDraft,
  newFirst,
  valueKey,
  withChoice,
} from './mapping-draft.ts';

/** What the portal calls each stage and lead status of HubSpot; what nobody has named yet on top. */
export function Mapping({
  crm: { values, unsent, mapping_version: version },
  draft,
  onDraft,
  ref,
}: {
  crm: Crm;
  draft: MappingDraft;
  onDraft: (draft: MappingDraft) => void;
  ref: Ref<HTMLElement>;
}) {
  const { busy, refused, save } = useSaving({ version, values, draft, onSaved: () => onDraft({}) });
  const groups = groupsOf(values);
  const form = useId();
  const unsaved = changesIn(draft, values).length;
  return (
    <>
      <CrmPart ref={ref} title="Statuses" hint={crmMessages.mappingHint}>
        {groups.length === 0 && <p>{crmMessages.noValues}</p>}
        <form id={form} onSubmit={save} noValidate>
          {groups.map(({ title, hint, members }) => (
            <ValueGroup key={title} title={title} hint={hint}>
              {members.map((value) => (
                <MappedValue
                  key={valueKey(value)}
                  value={value}
                  choice={choiceFor(draft, value)}
                  refused={refused}
                  onChoose={(choice) => onDraft(withChoice(draft, value, choice))}
                />
              ))}
            </ValueGroup>
          ))}
          {unsent.length > 0 && <Unsent statuses={unsent} />}
        </form>
      </CrmPart>
      {unsaved > 0 && (
        <SaveBar form={form} unsaved={unsaved} busy={busy} onDiscard={() => onDraft({})} />
      )}
    </>
  );
}

function groupsOf(values: CrmValue[]) {
  const { unseen, named } = newFirst(values);
  const groups = [
    { title: 'New in HubSpot', hint: crmMessages.newValuesHint, members: unseen },
    ...crmValueKinds.map((kind) => ({
      title: kindNames[kind].many,
      hint: undefined,
      members: named.filter((value) => value.kind === kind),
    })),
  ];
  return groups.filter(({ members }) => members.length > 0);
}

function ValueGroup({
  title,
  hint,
  children,
}: {
  title: string;
  hint: string | undefined;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className={classes.group}>
      <h3 className={classes.heading}>{title}</h3>
      {hint && <p className={page.text}>{hint}</p>}
      <ul className={classes.values}>{children}</ul>
    </section>
  );
}

/** In view wherever the change was made: the list is long. */
function SaveBar({
  form,
  unsaved,
  busy,
  onDiscard,
}: {
  form: string;
  unsaved: number;
  busy: boolean;
  onDiscard: () => void;
}) {
  return (
    <div className={page.bar} data-keep-clear>
      <span>{counted(unsaved, 'unsaved change')}</span>
      <div className={page.buttons}>
        <Button variant="default" onClick={onDiscard}>
          Discard
        </Button>
        <Button type="submit" form={form} loading={busy}>
          Save statuses
        </Button>
      </div>
    </div>
  );
}

/** Statuses of leads that HubSpot does not hear of. */
function Unsent({ statuses }: { statuses: Crm['unsent'] }) {
  return (
    <ValueGroup title="Not sent to HubSpot" hint={crmMessages.unsentHint}>
      {statuses.map(({ status, leads }) => (
        <li key={status} className={classes.value}>
          <div className={classes.words}>
            <p className={classes.label} dir="auto">
              {statusText(status)}
            </p>
            <p className={`tabular ${classes.facts}`}>{counted(leads, 'lead')}</p>
          </div>
        </li>
      ))}
    </ValueGroup>
  );
}

/** Nothing is sent while a text is missing; what is missing is shown then. */
function useSaving({
  version,
  values,
  draft,
  onSaved,
}: {
  /** What is shown now: whoever was faster is seen before it is overwritten. */
  version: number;
  values: CrmValue[];
  draft: MappingDraft;
  onSaved: () => void;
}) {
  const change = useChangeMapping();
  const [refused, setRefused] = useState(false);
  useKeepFocus(change.isPending);
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const body = { version, values: changesIn(draft, values) };
    const isValid = mappingChange.safeParse(body).success;
    setRefused(!isValid);
    if (!isValid) {
      requestAnimationFrame(() =>
        form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
      );
      return;
    }
    change.mutate(body, {
      onSuccess: () => {
        onSaved();
        toast.success(crmMessages.mappingSaved);
      },
      onError: (error) => toast.error(serverText(error) ?? crmMessages.mappingFailed),
    });
  };
  return { busy: change.isPending, refused, save };
}
