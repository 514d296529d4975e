import type { ComponentProps } from 'react';
import { ChoiceList } from './ChoiceList.tsx';
import { ChoicePanel } from './ChoicePanel.tsx';

/** The list of a filter, below its field. */
export function FilterPanel(list: ComponentProps<typeof ChoiceList>) {
  return (
    <ChoicePanel width={280}>
      <ChoiceList {...list} />
    </ChoicePanel>
  );
}
