import { importMessages } from '../import-text.ts';
import type { Way } from '../upload-choices.ts';
import classes from './Findings.module.css';
import { otherPartnersText, type Whose } from './findings-text.ts';
import { type AboutRows, RowsQuestion } from './RowsQuestion.tsx';

const ways: Record<Whose, Record<Way, string>> = {
  own: { skip: 'Leave them out', import: 'Add them as leads of your own' },
  partner: { skip: 'Leave them out', import: 'Add them as leads of the chosen partner' },
};

/** Rows of an export that name another partner: nobody's leads become somebody else's unasked. */
export function OtherPartnersSection(about: AboutRows) {
  return (
    <div className={classes.section}>
      <RowsQuestion
        question="partners"
        title="Other partners"
        text={otherPartnersText(about.found)}
        ways={ways[about.whose]}
        nothingLeftText={importMessages.allLeftOut}
        about={about}
      />
    </div>
  );
}
