import { NotLoaded } from '#web/ui/NotLoaded.tsx';
import classes from './MoneyTotals.module.css';

/** In the place of a part of the commissions that could not be loaded. */
export function MoneyNotThere({
  message,
  of: { isFetching, refetch },
}: {
  message: string;
  of: { isFetching: boolean; refetch: () => void };
}) {
  return (
    <div className={classes.notThere}>
      <NotLoaded message={message} retrying={isFetching} onRetry={refetch} />
    </div>
  );
}
