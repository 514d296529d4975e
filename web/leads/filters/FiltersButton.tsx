import { IconFilter } from '@tabler/icons-react';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { PanelButton } from '#web/ui/PanelButton.tsx';
import type { LeadsAddress } from './leads-address.ts';

const FiltersPanel = lazyPart(async () => (await import('./FiltersPanel.tsx')).FiltersPanel);

/** Opens what else the list can be narrowed by; says how many of it are on. */
export function FiltersButton({
  on,
  ...filters
}: {
  /** How many are on. */
  on: number;
  address: LeadsAddress;
  onChange: (part: Partial<LeadsAddress>) => void;
  onClear: () => void;
}) {
  return (
    <PanelButton
      label="Filters"
      text={on > 0 ? `Filters (${on})` : 'Filters'}
      icon={<IconFilter size={16} stroke={1.75} aria-hidden="true" />}
      width={400}
      load={FiltersPanel.load}
    >
      {(close) => <FiltersPanel {...filters} onDone={close} />}
    </PanelButton>
  );
}
