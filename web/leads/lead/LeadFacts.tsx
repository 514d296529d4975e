import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import type { Lead, LeadDetails } from '#contract/leads.ts';
import { PartnerLink } from '#web/partners/PartnerLink.shared.tsx';
import { useIsAdmin } from '#web/session/session.api.ts';
import { Bone } from '#web/ui/Bone.tsx';
import { Missing } from '#web/ui/Cut.tsx';
import { exactDate, isMissing, phoneHref, shortDate, shortTime } from '#web/ui/format.ts';
import { Website } from '#web/ui/Website.tsx';
import { leadsPath } from '../lead-paths.shared.ts';
import { EditableValue } from './EditableValue.tsx';
import classes from './LeadFacts.module.css';
import { contactFacts, customFacts, furtherFacts, type LeadFact } from './lead-facts.ts';
import { addFieldsText, sourceText } from './lead-panel-text.ts';

/** What is known of a lead, as a quiet list; each value can be corrected in its place. */
export function LeadFacts({
  known,
  lead,
  readOnly,
}: {
  /** What a list has told already. */
  known: Lead;
  /** Undefined until everything is known. */
  lead: LeadDetails | undefined;
  readOnly: boolean;
}) {
  const isAdmin = useIsAdmin();
  const [showsAll, setShowsAll] = useState(false);
  const list = useRef<HTMLDListElement>(null);
  const isShown = (fact: LeadFact) => showsAll || !isMissing(fact.read(lead ?? known));
  const further = furtherFacts.filter(isShown);
  const hidden = lead && !readOnly ? furtherFacts.filter((fact) => !isShown(fact)) : [];
  const showHidden = ([first]: LeadFact[]) => {
    // At once, as the button goes with it: the first of the new fields takes the focus over.
    flushSync(() => setShowsAll(true));
    list.current?.querySelector<HTMLElement>(`[data-field="${first?.name}"]`)?.focus();
  };
  const facts = [...contactFacts, ...further, ...customFacts(lead ?? {})];
  const hasContactName = isMissing(known.first_name) && isMissing(known.last_name);
  return (
    <section aria-label="Facts">
      <dl ref={list} className={classes.facts}>
        {hasContactName && !isMissing(known.contact_name) && (
          <Row label="Contact">
            <span dir="auto">{known.contact_name}</span>
          </Row>
        )}
        {facts.map((fact) => (
          <Row key={fact.name} label={fact.label} editable={lead !== undefined && !readOnly}>
            {lead && !readOnly ? (
              <EditableValue lead={lead} fact={fact}>
                <Value fact={fact} text={fact.read(lead)} />
              </EditableValue>
            ) : (
              <Value fact={fact} text={fact.read(lead ?? known)} />
            )}
          </Row>
        ))}
        {isAdmin && (
          <Row label="Partner">
            <PartnerLink id={known.partner_id} name={known.partner_name} lines={2} />
          </Row>
        )}
        <Row label="Source">{lead ? <Source lead={lead} /> : <Bone width={96} />}</Row>
        <Row label="Submitted">
          <time className="tabular" title={exactDate(known.created_at)}>
            {shortDate(known.created_at)}, {shortTime(known.created_at)}
          </time>
        </Row>
      </dl>
      {hidden.length > 0 && (
        <button
          type="button"
          className={`plain-button ${classes.more}`}
          onClick={() => showHidden(hidden)}
        >
          {addFieldsText(hidden.map(({ label }) => label))}
        </button>
      )}
    </section>
  );
}

function Row({
  label,
  editable = false,
  children,
}: {
  label: string;
  editable?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={classes.row}>
      <dt className={classes.label} dir="auto" title={label}>
        {label}
      </dt>
      <dd className={classes.value} data-editable={editable || undefined}>
        {children}
      </dd>
    </div>
  );
}

function Value({ fact, text }: { fact: LeadFact; text: string | null }) {
  if (text === null) return <Missing />;
  if (fact.name === 'email') return <EmailLink email={text} />;
  if (fact.name === 'phone_number') return <a href={phoneHref(text)}>{text}</a>;
  if (fact.name === 'website') return <Website website={text} />;
  return (
    <span dir="auto" className={fact.long ? classes.long : undefined}>
      {text}
    </span>
  );
}

/** An address that takes two lines goes on with its domain. */
function EmailLink({ email }: { email: string }) {
  const at = email.lastIndexOf('@');
  return (
    <a href={`mailto:${email}`} aria-label={email}>
      {email.slice(0, Math.max(at, 0))}
      <wbr />
      {email.slice(Math.max(at, 0))}
    </a>
  );
}

/** Where the lead came from; a file leads to all that it brought. */
function Source({ lead }: { lead: LeadDetails }) {
  const text = sourceText(lead);
  if (!lead.import_id) return <span dir="auto">{text}</span>;
  return (
    <Link to={leadsPath({ import: lead.import_id })} dir="auto">
      {text}
    </Link>
  );
}
