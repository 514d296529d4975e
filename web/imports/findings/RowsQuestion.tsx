import type { FileCheck } from '#contract/imports.ts';
import type { Way } from '../upload-choices.ts';
import type { Question } from '../upload-state.ts';
import classes from './Findings.module.css';
import type { Whose } from './findings-text.ts';
import { answers } from './focus-answer.ts';

/** What a section is told that asks about rows which the sender may not want. */
export type AboutRows = {
  found: FileCheck;
  whose: Whose;
  choice: Way;
  onChoose: (way: Way) => void;
  nothingLeft: boolean;
};

/** Which rows they are, what to do with them, and whether that leaves any. */
export function RowsQuestion({
  question,
  title,
  text,
  ways,
  nothingLeftText,
  about: { choice, onChoose, nothingLeft },
}: {
  question: Question;
  title: string;
  text: string;
  ways: Record<Way, string>;
  nothingLeftText: string;
  about: AboutRows;
}) {
  return (
    <>
      <h3 className={classes.subtitle}>{title}</h3>
      <p className={classes.text} dir="auto">
        {text}
      </p>
      <fieldset className={classes.ways}>
        <legend>What to do with them</legend>
        {(['skip', 'import'] as const).map((way) => (
          <label key={way} className={classes.way}>
            <input
              type="radio"
              name={question}
              value={way}
              checked={choice === way}
              {...(choice === way && answers(question))}
              onChange={() => onChoose(way)}
            />
            {ways[way]}
          </label>
        ))}
      </fieldset>
      <output className={classes.nothingLeft}>{nothingLeft && nothingLeftText}</output>
    </>
  );
}
