import classes from './Brand.module.css';

/** The wordmark: two paths that meet in one point. */
export function Brand({ large = false }: { large?: boolean }) {
  const size = large ? 32 : 22;
  return (
    <span className={classes.brand} data-large={large || undefined}>
      <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
        <rect width="24" height="24" rx="6" fill="var(--mantine-color-brand-7)" />
        <path
          d="M6 6.5h4.2a5.5 5.5 0 0 1 5.5 5.5v5.5M18 6.5h-1.8a5.5 5.5 0 0 0-5.5 5.5v5.5"
          fill="none"
          stroke="#fff"
          strokeWidth="2"
          strokeLinecap="round"
        />
      </svg>
      Partner Portal
    </span>
  );
}
