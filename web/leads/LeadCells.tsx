import { exactDate, isMissing, notAvailable, shortDate } from '#web/ui/format.ts';
import classes from './LeadCells.module.css';

/** A text that ends in an ellipsis where it must, and is told in full on hover. */
export function Cut({ text }: { text: string }) {
  return (
    <span className={classes.cut} title={text}>
      {text}
    </span>
  );
}

/** An address that is too long for its column goes on below, from the @ on. */
export function Email({ email }: { email: string | null }) {
  if (isMissing(email)) return <Missing />;
  const [name, ...domain] = email.split(/(?<=@)/);
  return (
    <a className={`${classes.link} ${classes.email}`} href={`mailto:${email}`} title={email}>
      {name}
      <wbr />
      {domain}
    </a>
  );
}

export function Phone({ number }: { number: string | null }) {
  if (isMissing(number)) return <Missing />;
  return (
    <a
      className={`${classes.link} ${classes.cut}`}
      href={`tel:${number.replace(/[^\d+*#,;]/g, '')}`}
      title={number}
    >
      {number}
    </a>
  );
}

function Missing() {
  return <span className={classes.missing}>{notAvailable}</span>;
}

export function DateAdded({ date }: { date: string }) {
  return (
    <time className={`tabular ${classes.date}`} title={exactDate(date)}>
      {shortDate(date)}
    </time>
  );
}
