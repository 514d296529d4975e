import type { FileCheck } from '#contract/imports.ts';
import { importMessages } from '../import-text.ts';
import type { Way } from '../upload-choices.ts';
import classes from './Findings.module.css';
import { otherPartnersText, type Whose } from './findings-text.ts';
import { Ways } from './Ways.tsx';

const ways: Record<Whose, Record<Way, string>> = {
  own: { skip: 'Leave them out', import: 'Add them as leads of your own' },
  partner: { skip: 'Leave them out', import: 'Add them as leads of the chosen partner' },
};

/** Rows of an export that name another partner: nobody's leads become somebody else's unasked. */
export function OtherPartnersSection({
  found,
  whose,
  choice,
  onChoose,
  nothingLeft,
}: {
  found: FileCheck;
  whose: Whose;
  choice: Way;
  onChoose: (way: Way) => void;
  nothingLeft: boolean;
}) {
  return (
    <div className={classes.section}>
      <h3 className={classes.subtitle}>Other partners</h3>
      <p className={classes.text} dir="auto">
        {otherPartnersText(found)}
      </p>
      <Ways question="partners" ways={ways[whose]} chosen={choice} onChoose={onChoose} />
      <output className={classes.nothingLeft}>{nothingLeft && importMessages.allLeftOut}</output>
    </div>
  );
}
