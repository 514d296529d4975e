import { displayText, isMissing, websiteHref, websiteLabel } from './format.ts';
import classes from './Website.module.css';

/** A website as a link of its own tab, where it is one to link to. */
export function Website({ website }: { website: string | null }) {
  const missing = isMissing(website);
  const href = missing ? undefined : websiteHref(website);
  const text = displayText(website);
  if (!href) {
    return (
      <span title={text} data-missing={missing ? 'Website' : undefined}>
        {text}
      </span>
    );
  }
  return (
    <a className={classes.link} href={href} target="_blank" rel="noopener noreferrer" title={text}>
      {websiteLabel(text)}
    </a>
  );
}
