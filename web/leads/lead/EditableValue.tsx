import { IconCheck, IconPencil } from '@tabler/icons-react';
import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { LeadDetails } from '#contract/leads.ts';
import classes from './EditableValue.module.css';
import { focusField } from './field-focus.ts';
import { useLeadDesk, useUnsavedPart } from './lead-desk.ts';
import type { LeadFact } from './lead-facts.ts';
import { editText, leadPanelText, savedText } from './lead-panel-text.ts';
import { useCorrection } from './use-correction.ts';
import { ValueEditor } from './ValueEditor.tsx';

const confirmMilliseconds = 2_000;

/** A value with a pencil: Enter saves what is typed in its place, Escape restores, Tab goes on. */
export function EditableValue({
  lead,
  fact,
  locked,
  children,
}: {
  lead: LeadDetails;
  fact: LeadFact;
  /** Why this user cannot change it. */
  locked?: string | undefined;
  /** The value as it reads. */
  children: ReactNode;
}) {
  const root = useRef<HTMLDivElement>(null);
  const correction = useCorrection(lead, fact);
  const { gone } = useLeadDesk();
  const [saved, setSaved] = useSavedMark();
  useUnsavedPart(correction.isChanged);
  const { draft, open, close } = correction;
  const leaving = useStepOnceLeft(root, draft !== undefined);
  const finish = async (store: () => Promise<boolean>, step: -1 | 0 | 1) => {
    const { isChanged } = correction;
    leaving.current = step;
    if (await store()) setSaved(isChanged);
    else leaving.current = undefined;
  };
  return (
    <div ref={root} className={classes.place}>
      {draft ? (
        <ValueEditor
          fact={fact}
          correction={correction}
          onSave={(step) => finish(correction.save, step)}
          onSaveMine={() => finish(correction.saveMine, 0)}
          onCancel={() => {
            leaving.current = 0;
            close();
          }}
        />
      ) : (
        <Shown
          fact={fact}
          locked={gone ? leadPanelText.locked : locked}
          saved={saved}
          onEdit={open}
          onStep={(step) => focusField(root.current, step)}
        >
          {children}
        </Shown>
      )}
      <output className={classes.readOut}>{saved && savedText(fact.label)}</output>
    </div>
  );
}

/** The focus goes on from the value that was left, to where the keyboard wants to go. */
function useStepOnceLeft(root: RefObject<HTMLElement | null>, isEdited: boolean) {
  const leaving = useRef<-1 | 0 | 1>(undefined);
  // Once the field has gone: before, the focus would go with it.
  useEffect(() => {
    if (isEdited || leaving.current === undefined) return;
    focusField(root.current, leaving.current);
    leaving.current = undefined;
  }, [root, isEdited]);
  return leaving;
}

/** Confirms for a moment, where the eye already is. */
function useSavedMark(): [boolean, (saved: boolean) => void] {
  const [saved, setSaved] = useState(false);
  useEffect(() => {
    if (!saved) return;
    const timer = setTimeout(() => setSaved(false), confirmMilliseconds);
    return () => clearTimeout(timer);
  }, [saved]);
  return [saved, setSaved];
}

function Shown({
  fact,
  locked,
  saved,
  onEdit,
  onStep,
  children,
}: {
  fact: LeadFact;
  locked: string | undefined;
  saved: boolean;
  onEdit: () => void;
  /** To the value before or after this one. */
  onStep: (step: -1 | 1) => void;
  children: ReactNode;
}) {
  const reasonId = useId();
  const [asked, setAsked] = useState(false);
  const Icon = saved ? IconCheck : IconPencil;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard has the pencil
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the pencil
    <div
      className={classes.shown}
      data-locked={locked !== undefined || undefined}
      onClick={(event) => !locked && isMeantForValue(event) && onEdit()}
    >
      <div className={classes.value}>{children}</div>
      <button
        type="button"
        className={`plain-button ${classes.pencil}`}
        data-field={fact.name}
        data-saved={saved || undefined}
        aria-label={editText(fact.label)}
        title={locked ?? editText(fact.label)}
        aria-disabled={locked !== undefined}
        aria-describedby={locked && reasonId}
        onClick={() => (locked ? setAsked(true) : onEdit())}
        onKeyDown={(event) => {
          const step = arrowSteps[event.key];
          if (!step) return;
          // The page would scroll.
          event.preventDefault();
          onStep(step);
        }}
      >
        <Icon size={16} stroke={1.75} aria-hidden="true" />
      </button>
      {locked && (
        <p id={reasonId} className={asked ? classes.reason : classes.readOut}>
          {locked}
        </p>
      )}
    </div>
  );
}

const arrowSteps: Record<string, -1 | 1 | undefined> = { ArrowUp: -1, ArrowDown: 1 };

/** Not a link that is followed, nor text that is being selected to be copied. */
function isMeantForValue({ target }: MouseEvent): boolean {
  const isControl = target instanceof Element && target.closest('a, button') !== null;
  return !isControl && (window.getSelection()?.isCollapsed ?? true);
}
