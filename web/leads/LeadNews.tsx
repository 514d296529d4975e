import { IconArrowUp } from '@tabler/icons-react';
import type { RefObject } from 'react';
import classes from './LeadNews.module.css';
import { useLeadNews } from './lead-news.ts';
import { useUntickMissing } from './many/gone-leads.ts';

/**
 * Leads that came or went elsewhere announce themselves above the list: no row moves under the pointer.
 * It stands over the list and takes no place, so that nothing moves for it either.
 */
export function LeadNews({ focusAfter }: { focusAfter: RefObject<HTMLElement | null> }) {
  const { text, missing, show } = useLeadNews();
  useUntickMissing(missing, () => {
    // The bar of what is ticked goes with the last of it.
    const hadFocus = document.activeElement?.closest('[data-bar]');
    if (hadFocus) focusAfter.current?.focus({ preventScroll: true });
  });
  const showRows = () => {
    show();
    const list = focusAfter.current;
    // What was pressed is gone.
    list?.focus({ preventScroll: true });
    // What has come stands at the top of the list.
    if (list && list.getBoundingClientRect().top < 0) list.scrollIntoView({ block: 'start' });
  };
  return (
    <div role="status" className={classes.place}>
      {text && (
        <button type="button" className={`plain-button ${classes.news}`} onClick={showRows}>
          <IconArrowUp size={14} stroke={2} aria-hidden="true" />
          {text}
        </button>
      )}
    </div>
  );
}
