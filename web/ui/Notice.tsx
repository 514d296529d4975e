import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
} from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import classes from './Notice.module.css';

const icons = {
  error: IconAlertCircle,
  warning: IconAlertTriangle,
  info: IconInfoCircle,
  success: IconCircleCheck,
} as const;
const waitsForPause = { error: false, warning: false, info: true, success: true } as const;

/** A message that stays; screen readers read out what went wrong at once, the rest at a pause. */
export function Notice({
  kind,
  title,
  children,
  actions,
  quiet = false,
  ref,
}: {
  kind: keyof typeof icons;
  title?: string;
  children: ReactNode;
  actions?: ReactNode;
  /** For what always stands on its screen and is no news. */
  quiet?: boolean;
  /** For whoever moves the focus here. */
  ref?: Ref<HTMLDivElement>;
}) {
  const Icon = icons[kind];
  return (
    <div
      ref={ref}
      className={classes.notice}
      data-kind={kind}
      role={quiet ? 'note' : waitsForPause[kind] ? 'status' : 'alert'}
      tabIndex={-1}
    >
      <span className={classes.icon}>
        <Icon size={18} stroke={1.75} aria-hidden="true" />
      </span>
      <div className={classes.body}>
        {title && <p className={classes.title}>{title}</p>}
        {children}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  );
}
