import { IconBookmark } from '@tabler/icons-react';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { PanelButton } from '#web/ui/PanelButton.tsx';
import { isSameList } from './same-query.ts';
import { useViews } from './views.api.ts';

const ViewsPanel = lazyPart(async () => (await import('./ViewsPanel.tsx')).ViewsPanel);

/** Lists by name. It reads the name of the one that is open. */
export function ViewsButton({ query }: { query: string }) {
  // A plain list is nobody's view: there is nothing to name before it is asked for.
  const { data } = useViews({ enabled: query !== '' });
  const open = query === '' ? undefined : data?.find((view) => isSameList(view.query, query));
  return (
    <PanelButton
      label={open ? `Views, ${open.name} is open` : 'Views'}
      text={<bdi>{open?.name ?? 'Views'}</bdi>}
      icon={<IconBookmark size={16} stroke={1.75} aria-hidden="true" />}
      width={320}
      load={ViewsPanel.load}
    >
      {(close) => <ViewsPanel query={query} onOpen={close} />}
    </PanelButton>
  );
}
