import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { View } from '#contract/views.ts';
import { NewView } from './NewView.tsx';
import { isSameList } from './same-query.ts';
import { ViewItem } from './ViewItem.tsx';
import classes from './Views.module.css';
import { viewMessages } from './view-text.ts';
import { useViews } from './views.api.ts';

/** The saved views, and how the present list becomes one. */
export function ViewsPanel({ query, onOpen }: { query: string; onOpen: () => void }) {
  const [saving, setSaving] = useState(false);
  const { data, isError, isPending, isFetching, refetch } = useViews();
  const own = data?.filter((view) => view.own) ?? [];
  const others = data?.filter((view) => !view.own) ?? [];
  return (
    <div className={classes.panel}>
      {isPending && <p role="status">Loading...</p>}
      {isError && !data && (
        <div className={classes.failed} role="alert">
          <p>{viewMessages.notLoaded}</p>
          <Button variant="default" loading={isFetching} onClick={() => refetch()}>
            Try again
          </Button>
        </div>
      )}
      {data?.length === 0 && <p className={classes.hint}>{viewMessages.none}</p>}
      <ViewList heading="Your views" views={own} query={query} onOpen={onOpen} />
      <ViewList heading={viewMessages.sharedWithAll} views={others} query={query} onOpen={onOpen} />
      {saving ? (
        <NewView query={query} onDone={() => setSaving(false)} />
      ) : (
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => setSaving(true)}
        >
          Save this list as…
        </Button>
      )}
    </div>
  );
}

function ViewList({
  heading,
  views,
  ...item
}: {
  heading: string;
  views: View[];
  query: string;
  onOpen: () => void;
}) {
  if (views.length === 0) return null;
  return (
    <section aria-label={heading}>
      <h2 className={classes.heading}>{heading}</h2>
      <ul className={classes.list}>
        {views.map((view) => (
          <ViewItem
            key={view.id}
            view={view}
            isOpen={isSameList(view.query, item.query)}
            {...item}
          />
        ))}
      </ul>
    </section>
  );
}
