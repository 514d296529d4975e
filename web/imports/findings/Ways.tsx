import type { Way } from '../upload-choices.ts';
import type { Question } from '../upload-state.ts';
import classes from './Findings.module.css';
import { answers } from './focus-answer.ts';

/** What to do with rows that the sender may not want. */
export function Ways({
  question,
  ways,
  chosen,
  onChoose,
}: {
  question: Question;
  ways: Record<Way, string>;
  chosen: Way;
  onChoose: (way: Way) => void;
}) {
  return (
    <fieldset className={classes.ways}>
      <legend>What to do with them</legend>
      {(['skip', 'import'] as const).map((way) => (
        <label key={way} className={classes.way}>
          <input
            type="radio"
            name={question}
            value={way}
            checked={chosen === way}
            {...(chosen === way && answers(question))}
            onChange={() => onChoose(way)}
          />
          {ways[way]}
        </label>
      ))}
    </fieldset>
  );
}
