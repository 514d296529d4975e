import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { movementWeeks } from '#contract/limits.ts';
import type { Movement } from '#contract/movement.ts';
import { PartnerLink } from '#web/partners/PartnerLink.shared.tsx';
import { Card } from '#web/ui/Card.tsx';
import { CardHead } from '#web/ui/CardHead.tsx';
import { groupDigits } from '#web/ui/format.ts';
import { Sparkline } from '#web/ui/Sparkline.tsx';
import { listOf, weeksAfter } from './list-links.ts';
import classes from './Movement.module.css';
import { changeText, movementText } from './movement-text.ts';

/** Who won more than before, and who less: whoever improved most comes first. */
export function PartnersCard({ movement: { partners, weeks } }: { movement: Movement }) {
  return (
    <Card>
      <CardHead title={movementText.partners} hint={movementText.partnersOf} />
      <div className={classes.body}>
        {partners.length === 0 ? (
          <p className={classes.none}>{movementText.noPartners}</p>
        ) : (
          <table
            className={`${classes.table} ${classes.partners}`}
            aria-label={movementText.partners}
          >
            <thead>
              <tr>
                <th scope="col">Partner</th>
                <td aria-hidden="true" />
                <th scope="col" className={classes.number}>
                  Won
                </th>
                <th scope="col" className={classes.number}>
                  Before
                </th>
                <th scope="col" className={classes.number}>
                  Change
                </th>
              </tr>
            </thead>
            <tbody>
              {partners.map((partner) => (
                <PartnerRow key={partner.id} partner={partner} first={weeks[0]?.week ?? ''} />
              ))}
            </tbody>
          </table>
        )}
      </div>
    </Card>
  );
}

function PartnerRow({
  partner: { id, name, won, won_before, won_by_week },
  first,
}: {
  partner: Movement['partners'][number];
  /** The first of the weeks that are shown. */
  first: string;
}) {
  const before = weeksAfter(first, -movementWeeks);
  return (
    <tr>
      <th scope="row" className={classes.partner}>
        <PartnerLink id={id} name={name} />
      </th>
      <td className={classes.drawn} aria-hidden="true">
        <Sparkline counts={won_by_week} />
      </td>
      <td className={classes.number}>
        <Link className={classes.count} to={listOf.won(first, movementWeeks, id)}>
          {groupDigits(won)}
        </Link>
      </td>
      <td className={classes.number}>
        <Link className={classes.count} to={listOf.won(before, movementWeeks, id)}>
          {groupDigits(won_before)}
        </Link>
      </td>
      <td className={classes.number}>
        <Change change={won - won_before} />
      </td>
    </tr>
  );
}

function Change({ change }: { change: number }) {
  const Arrow = change > 0 ? IconArrowUpRight : change < 0 ? IconArrowDownRight : IconArrowRight;
  return (
    <span className={classes.change} data-up={change > 0 || undefined}>
      {changeText(change)}
      <Arrow size={16} stroke={1.75} aria-hidden="true" />
    </span>
  );
}
