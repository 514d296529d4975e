import { VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link } from 'react-router';
import type { PartnerTotals as Row } from '#contract/commissions.ts';
import { PartnerLink, useIsPartner } from '#web/partners/PartnerLink.shared.tsx';
import { partnerName } from '#web/partners/partner-name.shared.ts';
import { amountText, growthText } from '#web/ui/amount.ts';
import { Bone } from '#web/ui/Bone.tsx';
import { isMissing, notAvailable } from '#web/ui/format.ts';
import { NotLoaded } from '#web/ui/NotLoaded.tsx';
import type { useCommissionTotals } from './companies.api.ts';
import { areLarge, bothOf } from './large-amounts.ts';
import { missingText, moneyMessages, otherPartnersText } from './money-text.ts';
import classes from './PartnerTotals.module.css';
import { StatementLink } from './StatementLink.shared.tsx';

type Totals = ReturnType<typeof useCommissionTotals>;

/** For administrators: what each partner earned this quarter, the most first, and what is payable. */
export function PartnerTotals({ totals, most }: { totals: Totals; most?: number }) {
  const { data, isError, isFetching, refetch } = totals;
  const partners = data?.partners.slice(0, most) ?? [];
  const isStacked = useIsStacked(partners);
  if (isError && !data) {
    return (
      <NotLoaded
        message={moneyMessages.notLoaded}
        retrying={isFetching}
        onRetry={() => refetch()}
      />
    );
  }
  const others = (data?.partners_total ?? 0) - partners.length;
  if (data && partners.length === 0) return null;
  return (
    <div className={classes.scroller}>
      <table
        className={classes.table}
        data-stacked={isStacked || undefined}
        aria-label={`Commissions by partner, ${data?.currency ?? ''}`}
      >
        <thead>
          <tr>
            <th scope="col">Partner</th>
            <th scope="col">{moneyMessages.earned}</th>
            <th scope="col">{moneyMessages.payableOfPartner}</th>
            <th scope="col">{moneyMessages.alltimeOfPartner}</th>
          </tr>
        </thead>
        <tbody className="tabular">
          {partners.map((row) => (
            <PartnerRow key={row.partner_id} row={row} currency={data?.currency} />
          ))}
        </tbody>
        {!data && most && <RowsWaiting count={most} />}
      </table>
      {others > 0 && <OtherPartners count={others} isLink={most !== undefined} />}
    </div>
  );
}

/** A card a partner where three amounts have no room beside a name: on phones, or as they are large. */
function useIsStacked(partners: Row[]): boolean {
  const amounts = partners.flatMap(({ earned, totals }) => [earned, ...bothOf(totals)]);
  const below = areLarge(amounts) ? 1023.98 : 639.98;
  return useMediaQuery(`(max-width: ${below}px)`, false, { getInitialValueInEffect: false });
}

function RowsWaiting({ count }: { count: number }) {
  const { earned, payableOfPartner, alltimeOfPartner } = moneyMessages;
  return (
    <tbody aria-hidden="true">
      {Array.from({ length: count }, (_, n) => n).map((n) => (
        <tr key={n}>
          <th scope="row">
            <Bone width={120} />
          </th>
          {[earned, payableOfPartner, alltimeOfPartner].map((label) => (
            <td key={label} data-label={label}>
              <Bone width={64} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function OtherPartners({ count, isLink }: { count: number; isLink: boolean }) {
  const text = otherPartnersText(count);
  return (
    <p className={classes.others}>
      {isLink ? (
        <Link className={classes.more ?? ''} to="/live">
          {text}
        </Link>
      ) : (
        text
      )}
    </p>
  );
}

function PartnerRow({
  row: { partner_id, partner_name, earned, totals },
  currency,
}: {
  row: Row;
  currency: string | undefined;
}) {
  const grown = growthText(earned, currency);
  const isPartner = useIsPartner(partner_id);
  // A partner who was deleted has no page, but a statement; an administrator has neither.
  const hasStatement = isPartner || partner_name === null;
  const missing = totals.companies === 0 ? moneyMessages.noneLive : notAvailable;
  return (
    <tr>
      <th scope="row">
        <PartnerLink id={partner_id} name={partner_name} />
      </th>
      <td data-label={moneyMessages.earned}>
        {hasStatement ? (
          <StatementLink partnerId={partner_id}>
            {grown}
            <VisuallyHidden>, statement of {partnerName(partner_name)}</VisuallyHidden>
          </StatementLink>
        ) : (
          grown
        )}
      </td>
      <Sum
        label={moneyMessages.payableOfPartner}
        amount={totals.commission_payable_to_partner}
        currency={currency}
        missing={missing}
        without={totals.not_available.commission_payable_to_partner}
      />
      <Sum
        label={moneyMessages.alltimeOfPartner}
        amount={totals.alltime_commission_payable}
        currency={currency}
        missing={missing}
        without={totals.not_available.alltime_commission_payable}
      />
    </tr>
  );
}

function Sum({
  label,
  amount,
  currency,
  missing,
  without,
}: {
  label: string;
  amount: string | null;
  currency: string | undefined;
  /** What stands in place of an amount that there is not. */
  missing: string;
  without: number;
}) {
  return (
    <td data-label={label}>
      <span className={classes.sum}>
        {isMissing(amount) ? (
          <span className={classes.missing}>{missing}</span>
        ) : (
          amountText(amount, currency)
        )}
        {without > 0 && !isMissing(amount) && (
          <span className={classes.without}>{missingText(without)}</span>
        )}
      </span>
    </td>
  );
}
