import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useEscape } from '#web/lib/use-escape.ts';
import { useTitleOver } from './page-title.ts';
import classes from './SidePanel.module.css';

/**
 * Something that was opened from a list and stands over it, or on a small screen in its place. It is no
 * dialog: the list beside it can be used.
 */
export function SidePanel({
  id,
  kind,
  name,
  back,
  on,
  actions,
  onClose,
  children,
}: {
  id: string;
  /** What it is, in one word, such as Lead. */
  kind: string;
  name: string;
  /** To the one before and after; undefined where the list ends. */
  back: (() => void) | undefined;
  on: (() => void) | undefined;
  actions?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  const panel = useRef<HTMLElement>(null);
  useTitleOver(name);
  useEscape(onClose);
  useFocusInside(panel, id);
  return (
    <section
      ref={panel}
      data-record="panel"
      aria-label={`${kind}: ${name}`}
      tabIndex={-1}
      className={classes.panel}
    >
      <div className={classes.bar}>
        <Step onStep={back} step="previous" label={`Previous ${kind.toLowerCase()}`} />
        <Step onStep={on} step="next" label={`Next ${kind.toLowerCase()}`} />
        <span className={classes.gap} />
        {actions}
        <ActionIcon aria-label="Close" title="Close (Escape)" onClick={onClose}>
          <IconX size={18} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </div>
      {children}
    </section>
  );
}

const steps = {
  previous: { key: 'k', icon: IconChevronUp },
  next: { key: 'j', icon: IconChevronDown },
};

/** The keys `j` and `k` press it. */
function Step({
  onStep,
  step,
  label,
}: {
  /** Undefined where the list ends. */
  onStep: (() => void) | undefined;
  step: keyof typeof steps;
  label: string;
}) {
  const { key, icon: Icon } = steps[step];
  return (
    // Not `disabled`: whoever walks to the end by keyboard keeps the focus on this button.
    <ActionIcon
      aria-label={label}
      title={`${label} (${key})`}
      aria-keyshortcuts={key}
      data-record-step={step}
      aria-disabled={!onStep}
      {...(onStep ? { onClick: onStep } : { 'data-disabled': true })}
    >
      <Icon size={18} stroke={1.75} aria-hidden="true" />
    </ActionIcon>
  );
}

/** What is read and pressed next is what was opened, whichever way it was. */
function useFocusInside(panel: RefObject<HTMLElement | null>, id: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is the occasion
  useEffect(() => {
    const element = panel.current;
    if (!element) return;
    if (!element.contains(document.activeElement)) element.focus({ preventScroll: true });
    element.scrollTop = 0;
  }, [panel, id]);
}
