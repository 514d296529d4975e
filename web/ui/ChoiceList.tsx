import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import classes from './ChoiceList.module.css';
import { type Choice, optionId } from './choices.ts';
import { useHiddenEnds } from './use-hidden-ends.ts';

/** The choices below a search field that keeps the focus; `optionId` says which one it points at. */
export function ChoiceList({
  id,
  label,
  choices,
  active,
  isChosen,
  onChoose,
  hint,
  mark,
  note,
}: {
  id: string;
  label: string;
  choices: Choice[];
  active: Choice | undefined;
  isChosen: (choice: Choice) => boolean;
  onChoose: (choice: Choice) => void;
  /** What is to be known of a choice before it is taken, in one line below its name. */
  hint?: (choice: Choice) => string | undefined;
  /** What stands before the name of a choice. */
  mark?: (choice: Choice) => ReactNode;
  /** What is to be said below, as that nothing was found. */
  note?: string | undefined;
}) {
  const list = useRef<HTMLDivElement>(null);
  // As a text: every letter finds an array of its own, though often of the same choices.
  const content = choices.map(({ value }) => value).join('\n');
  const { moreBefore, moreAfter } = useHiddenEnds(list, 'down', content);
  const option = (choice: Choice) => (
    <Option
      key={choice.value}
      id={optionId(id, choices, choice) ?? ''}
      choice={choice}
      active={choice === active}
      chosen={isChosen(choice)}
      hint={hint?.(choice)}
      mark={mark?.(choice)}
      onChoose={onChoose}
    />
  );
  return (
    <>
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={label}
        className={classes.list}
        data-more-before={moreBefore || undefined}
        data-more-after={moreAfter || undefined}
      >
        {inRuns(choices).map(({ group, members }) =>
          group ? (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
            <div key={group} role="group" aria-label={group}>
              <div className={classes.heading} aria-hidden="true">
                {group}
              </div>
              {members.map(option)}
            </div>
          ) : (
            <div key={members[0]?.value} role="presentation" className={classes.ungrouped}>
              {members.map(option)}
            </div>
          ),
        )}
      </div>
      <div role="status" className={note ? classes.note : undefined}>
        {note}
      </div>
    </>
  );
}

/** Neighbours of the same group together; what has no group stays where it stands. */
function inRuns(choices: Choice[]): { group: string | undefined; members: Choice[] }[] {
  const runs: { group: string | undefined; members: Choice[] }[] = [];
  for (const choice of choices) {
    const last = runs.at(-1);
    if (last && last.group === choice.group) last.members.push(choice);
    else runs.push({ group: choice.group, members: [choice] });
  }
  return runs;
}

function Option({
  id,
  choice,
  active,
  chosen,
  hint,
  mark,
  onChoose,
}: {
  id: string;
  choice: Choice;
  active: boolean;
  chosen: boolean;
  hint: string | undefined;
  mark: ReactNode;
  onChoose: (choice: Choice) => void;
}) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) element.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the search field
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field takes the keys
    <div
      ref={element}
      id={id}
      role="option"
      aria-selected={chosen}
      {...(hint && { 'aria-label': choice.label, 'aria-describedby': `${id}-hint` })}
      data-active={active || undefined}
      className={classes.option}
      onClick={() => onChoose(choice)}
    >
      {mark}
      <span className={classes.label} title={choice.label} dir="auto">
        {choice.label}
        {hint && (
          <span id={`${id}-hint`} className={classes.hint}>
            {hint}
          </span>
        )}
      </span>
      {chosen && <IconCheck size={16} className={classes.check} aria-hidden="true" />}
    </div>
  );
}
