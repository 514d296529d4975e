import { useState } from 'react';
import { Link } from 'react-router';
import { movementWeeks } from '#contract/limits.ts';
import type { Movement } from '#contract/movement.ts';
import { Card } from '#web/ui/Card.tsx';
import { CardButton, CardHead } from '#web/ui/CardHead.tsx';
import { groupDigits } from '#web/ui/format.ts';
import { PairedBars } from '#web/ui/PairedBars.tsx';
import { listOf } from './list-links.ts';
import classes from './Movement.module.css';
import { comparedText, dayText, movementText, weekText, wonText } from './movement-text.ts';

type Shown = { movement: Movement; partner: string | undefined };

/** Leads submitted and won, week by week, and how long it took. */
export function WeeksCard({ movement, partner }: Shown) {
  const [isTable, setIsTable] = useState(false);
  const toggle = (
    <CardButton onClick={() => setIsTable(!isTable)}>
      {isTable ? movementText.asChart : movementText.asTable}
    </CardButton>
  );
  return (
    <Card>
      <CardHead title={movementText.weeks} action={toggle} />
      <div className={classes.body}>
        <Figures movement={movement} partner={partner} />
        {isTable ? (
          <WeeksTable movement={movement} partner={partner} />
        ) : (
          <WeeksChart movement={movement} partner={partner} />
        )}
      </div>
    </Card>
  );
}

function Figures({ movement, partner }: Shown) {
  const { weeks, before, days_to_live: live } = movement;
  const first = weeks[0]?.week ?? '';
  const submitted = weeks.reduce((sum, week) => sum + week.submitted, 0);
  const won = weeks.reduce((sum, week) => sum + week.won, 0);
  return (
    <dl className={classes.figures}>
      <Figure
        name="Submitted"
        value={groupDigits(submitted)}
        to={listOf.submitted(first, movementWeeks, partner)}
        note={comparedText(submitted, before.submitted)}
      />
      <Figure
        name="Won"
        value={groupDigits(won)}
        to={listOf.won(first, movementWeeks, partner)}
        note={comparedText(won, before.won)}
      />
      <Figure
        name="Days to live"
        value={live.median === null ? '–' : String(live.median)}
        to={listOf.won(first, movementWeeks, partner)}
        note={wonText(live.leads)}
      />
    </dl>
  );
}

function Figure({
  name,
  value,
  to,
  note,
}: {
  name: string;
  value: string;
  to: string;
  note: string;
}) {
  return (
    <div className={classes.figure}>
      <dt className={classes.name}>{name}</dt>
      <dd className={classes.fact}>
        <Link className={`tabular ${classes.value}`} to={to} aria-label={`${name}: ${value}`}>
          {value}
        </Link>
        <span className={classes.note}>{note}</span>
      </dd>
    </div>
  );
}

function WeeksChart({ movement: { weeks }, partner }: Shown) {
  const pairs = weeks.map((shown) => ({
    key: shown.week,
    text: weekText(shown),
    label: dayText(shown.week),
    first: shown.submitted,
    second: shown.won,
    to: listOf.submitted(shown.week, 1, partner),
  }));
  return (
    <PairedBars
      title={movementText.weeksChart}
      description="Arrow keys go from week to week. Enter lists the leads that were submitted in it."
      pairs={pairs}
      legend={['Submitted', 'Won']}
    />
  );
}

function WeeksTable({ movement: { weeks }, partner }: Shown) {
  return (
    <table className={classes.table} aria-label="Leads submitted and won by week">
      <thead>
        <tr>
          <th scope="col">Week of</th>
          <th scope="col" className={classes.number}>
            Submitted
          </th>
          <th scope="col" className={classes.number}>
            Won
          </th>
        </tr>
      </thead>
      <tbody>
        {weeks.map(({ week, submitted, won }) => (
          <tr key={week}>
            <th scope="row">{dayText(week)}</th>
            <td className={classes.number}>
              <Link className={classes.count} to={listOf.submitted(week, 1, partner)}>
                {groupDigits(submitted)}
              </Link>
            </td>
            <td className={classes.number}>
              <Link className={classes.count} to={listOf.won(week, 1, partner)}>
                {groupDigits(won)}
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
