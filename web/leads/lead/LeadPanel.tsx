import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef } from 'react';
import { useTitleOver } from '#web/ui/page-title.ts';
import { type ListPath, useCloseLead } from '../lead-address.ts';
import { leadName } from '../lead-text.ts';
import type { ListedLeads } from '../listed-leads.ts';
import { DeleteButton } from './DeleteButton.tsx';
import { LeadContent } from './LeadContent.tsx';
import classes from './LeadPanel.module.css';
import { useLead } from './lead.api.ts';
import { useWalk } from './neighbours.ts';
import { useEscape } from './use-escape.ts';

/** A lead over the list that it was opened from; on a small screen in its place. */
export function LeadPanel({
  id,
  behind,
  listed: list,
  returnTo,
}: {
  id: string;
  behind: ListPath;
  listed: ListedLeads;
  /** The lead whose row gets the focus when this one is closed. */
  returnTo: RefObject<string | undefined>;
}) {
  const panel = useRef<HTMLElement>(null);
  const opened = useLead(id);
  const { lead, listed, gone } = opened;
  const known = lead ?? listed;
  const close = useCloseLead(behind);
  const { nearest, back, on } = useWalk(id, list);
  const name = known ? leadName(known) : 'Lead';
  useTitleOver(name);
  useEscape(close);
  useFocusInside(panel, id);
  const closeDeleted = () => {
    returnTo.current = nearest;
    close();
  };
  return (
    <section
      ref={panel}
      data-lead="panel"
      aria-label={`Lead: ${name}`}
      tabIndex={-1}
      className={classes.panel}
    >
      <div className={classes.bar}>
        <Step onStep={back} step="previous" />
        <Step onStep={on} step="next" />
        <span className={classes.gap} />
        {lead && !lead.deleted_at && !gone && <DeleteButton lead={lead} onDeleted={closeDeleted} />}
        <ActionIcon aria-label="Close" title="Close (Escape)" onClick={close}>
          <IconX size={18} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </div>
      <LeadContent id={id} opened={opened} level={2} onClose={close} />
    </section>
  );
}

const steps = {
  previous: { label: 'Previous lead', key: 'k', icon: IconChevronUp },
  next: { label: 'Next lead', key: 'j', icon: IconChevronDown },
};

/** The keys `j` and `k` press it. */
function Step({
  onStep,
  step,
}: {
  /** Undefined where the list ends. */
  onStep: (() => void) | undefined;
  step: keyof typeof steps;
}) {
  const { label, key, icon: Icon } = steps[step];
  return (
    // Not `disabled`: whoever walks to the end by keyboard keeps the focus on this button.
    <ActionIcon
      aria-label={label}
      title={`${label} (${key})`}
      aria-keyshortcuts={key}
      data-lead-step={step}
      aria-disabled={!onStep}
      {...(onStep ? { onClick: onStep } : { 'data-disabled': true })}
    >
      <Icon size={18} stroke={1.75} aria-hidden="true" />
    </ActionIcon>
  );
}

/** What is read and pressed next is the lead, whichever way it was opened. */
function useFocusInside(panel: RefObject<HTMLElement | null>, id: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another lead is the occasion
  useEffect(() => {
    const element = panel.current;
    if (!element) return;
    if (!element.contains(document.activeElement)) element.focus({ preventScroll: true });
    element.scrollTop = 0;
  }, [panel, id]);
}
