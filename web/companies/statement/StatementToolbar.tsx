import { Button, TextInput } from '@mantine/core';
import { PartnerFilter } from '#web/partners/PartnerFilter.shared.tsx';
import { useIsAdmin } from '#web/session/session.api.ts';
import { type Period, presetOf, presets } from './period.ts';
import classes from './StatementPage.module.css';

type Change = (part: { partner?: string } & Partial<Period>) => void;

/** Whose, and of which days. */
export function StatementToolbar({
  partner,
  period,
  onChange,
}: {
  partner: string | undefined;
  period: Period;
  onChange: Change;
}) {
  const isAdmin = useIsAdmin();
  const now = new Date();
  const chosen = presetOf(period, now);
  return (
    <div className={classes.toolbar}>
      {isAdmin && (
        <PartnerFilter value={partner ?? ''} onChange={(id) => onChange({ partner: id })} />
      )}
      <fieldset className={classes.presets} aria-label="Period">
        {presets.map(({ name, of }) => (
          <Button
            key={name}
            variant="default"
            className={classes.preset ?? ''}
            aria-pressed={name === chosen}
            onClick={() => onChange(of(now))}
          >
            {name}
          </Button>
        ))}
      </fieldset>
      <div className={classes.days}>
        <Day label="From" value={period.from} onChange={(from) => onChange({ from })} />
        <Day label="Until" value={period.to} onChange={(to) => onChange({ to })} />
      </div>
    </div>
  );
}

/** Half of a date is none yet, and changes nothing. */
function Day({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (day: string) => void;
}) {
  return (
    <TextInput
      type="date"
      label={label}
      value={value}
      classNames={{ root: classes.day ?? '', label: classes.dayLabel ?? '' }}
      onChange={(event) => {
        const { value: day, validity } = event.currentTarget;
        if (day && !validity.badInput && !day.startsWith('0')) onChange(day);
      }}
    />
  );
}
