import { type CSSProperties, useEffect, useRef } from 'react';
import classes from './Email.module.css';
import { isMissing, notAvailable } from './format.ts';
import { cutAtWholeLetters } from './whole-letters.ts';

/**
 * An address on one line: where it is too long, its name is cut, its domain never. The text holds
 * the whole address, so that copying it does; the domain that is seen is the style sheet's.
 */
export function Email({ email }: { email: string | null }) {
  if (isMissing(email)) return <span className={classes.missing}>{notAvailable}</span>;
  return <Address email={email} />;
}

/** In ems, a little less than the letters take in any of our fonts: more would be a gap before the @. */
function leastWidth(name: string): number {
  const widths = Array.from(name, (letter) => {
    if ("ijlI.,:;'!|".includes(letter)) return 0.2;
    return 'frt1-_()"*'.includes(letter) ? 0.3 : 0.5;
  });
  return widths.reduce((sum, width) => sum + width, 0);
}

function Address({ email }: { email: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  const address = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (link.current && address.current) return cutAtWholeLetters(link.current, address.current);
  }, []);
  const at = email.lastIndexOf('@');
  const domain = at < 0 ? '' : email.slice(at);
  const name = email.slice(0, email.length - domain.length);
  return (
    <a
      ref={link}
      className={classes.email}
      href={`mailto:${email}`}
      title={email}
      // Else the domain would be heard twice.
      aria-label={email}
      data-domain={domain}
    >
      <span
        ref={address}
        className={classes.address}
        style={{ '--least-width': `${leastWidth(name)}em` } as CSSProperties}
      >
        {name}
        <span className={classes.unseen}>{domain}</span>
      </span>
    </a>
  );
}
