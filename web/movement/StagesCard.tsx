import { Link } from 'react-router';
import type { Movement } from '#contract/movement.ts';
import { stages } from '#contract/stages.ts';
import { Bar } from '#web/ui/Bar.tsx';
import { Card } from '#web/ui/Card.tsx';
import { CardHead } from '#web/ui/CardHead.tsx';
import { groupDigits } from '#web/ui/format.ts';
import { listOf } from './list-links.ts';
import classes from './Movement.module.css';
import { movementText, shareText } from './movement-text.ts';

/** How many leads came from each stage to the next. */
export function StagesCard({
  movement,
  partner,
}: {
  movement: Movement;
  partner: string | undefined;
}) {
  return (
    <Card>
      <CardHead title={movementText.stages} hint={movementText.stagesOf} />
      <div className={classes.body}>
        <table className={`${classes.table} ${classes.stages}`} aria-label={movementText.stagesOf}>
          <thead>
            <tr>
              <th scope="col">Stage</th>
              <th scope="col" className={classes.number}>
                Leads
              </th>
              <td aria-hidden="true" />
              <th scope="col" className={classes.number}>
                Came on
              </th>
            </tr>
          </thead>
          <tbody>
            {movement.stages.map(({ stage }, at) => (
              <StageRow key={stage} movement={movement} at={at} partner={partner} />
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

function StageRow({
  movement: { stages: reached, stages_since },
  at,
  partner,
}: {
  movement: Movement;
  at: number;
  partner: string | undefined;
}) {
  const row = reached[at];
  if (!row) return null;
  const { stage, leads } = row;
  return (
    <tr>
      <th scope="row">{stages.find(({ key }) => key === stage)?.name}</th>
      <td className={classes.number}>
        <Link className={classes.count} to={listOf.reached(stage, stages_since, partner)}>
          {groupDigits(leads)}
        </Link>
      </td>
      <td className={classes.drawn} aria-hidden="true">
        <Bar part={leads} whole={reached[0]?.leads ?? 0} />
      </td>
      <td className={classes.number}>{at > 0 && shareText(leads, reached[at - 1]?.leads ?? 0)}</td>
    </tr>
  );
}
