import { importMessages } from '../import-text.ts';
import classes from './Findings.module.css';
import { otherPartnersText, partnerWays } from './findings-text.ts';
import { type AboutRows, RowsQuestion } from './RowsQuestion.tsx';

/** Rows of an export that name another partner: nobody's leads become somebody else's unasked. */
export function OtherPartnersSection(about: AboutRows) {
  return (
    <div className={classes.section}>
      <RowsQuestion
        question="partners"
        title="Other partners"
        text={otherPartnersText(about.found)}
        ways={partnerWays[about.whose]}
        nothingLeftText={importMessages.allLeftOut}
        about={about}
      />
    </div>
  );
}
