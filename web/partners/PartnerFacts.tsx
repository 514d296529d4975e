import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Partner, PartnerFigures } from '#contract/partners.ts';
import { leadsPath } from '#web/leads/lead-paths.shared.ts';
import { Card } from '#web/ui/Card.tsx';
import { CardHead, CardLink } from '#web/ui/CardHead.tsx';
import { exactDate, groupDigits, shortDate } from '#web/ui/format.ts';
import { relativeTime } from '#web/ui/relative-time.ts';
import { editPath } from './edit-path.ts';
import classes from './PartnerPage.module.css';
import { importsText, partnerMessages, tokensText, waitingTexts } from './partner-text.ts';

/** What is known of a partner beside their leads, and what somebody has to do something about. */
export function PartnerFacts({
  partner,
  figures,
}: {
  partner: Partner;
  figures: PartnerFigures | undefined;
}) {
  return (
    <div className={classes.pair}>
      <Card>
        <CardHead title={partnerMessages.waiting} />
        <Waiting partner={partner.id} figures={figures} />
      </Card>
      <Card>
        <CardHead
          title={partnerMessages.about}
          action={<CardLink to={editPath(partner)}>Edit Partner</CardLink>}
        />
        <dl className={classes.facts}>
          <Fact name="Last sign-in">{figures && <SignIn at={figures.last_signed_in_at} />}</Fact>
          <Fact name="Leads">
            {figures && (
              <Link to={leadsPath({ partner: partner.id })}>{groupDigits(figures.leads)}</Link>
            )}
          </Fact>
          <Fact name="API tokens">
            {figures && <Link to={editPath(partner)}>{tokensText(figures.tokens)}</Link>}
          </Fact>
          <Fact name="Imported files">{figures && importsText(figures.imports, Date.now())}</Fact>
          <Fact name="Partner since">
            <time title={exactDate(partner.created_at)}>{shortDate(partner.created_at)}</time>
          </Fact>
        </dl>
      </Card>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd className="tabular">
        {children ?? <Skeleton component="span" width={72} height={14} />}
      </dd>
    </div>
  );
}

function SignIn({ at }: { at: string | null }) {
  if (!at) return partnerMessages.signInNotKnown;
  return <time title={exactDate(at)}>{relativeTime(at, Date.now())}</time>;
}

function Waiting({ partner, figures }: { partner: string; figures: PartnerFigures | undefined }) {
  if (!figures) return <Skeleton height={20} width={180} m={16} />;
  const { stuck, unread_by_office, unread_by_partner, parked } = figures.waiting;
  const lines = (
    [
      { kind: 'stuck', count: stuck, to: leadsPath({ partner, stuck: 'true' }) },
      { kind: 'unread', count: unread_by_office, to: leadsPath({ partner, unread: 'true' }) },
      { kind: 'parked', count: parked, to: '/crm' },
    ] as const
  ).filter(({ count }) => count > 0);
  if (lines.length === 0 && unread_by_partner === 0)
    return <p className={classes.none}>{partnerMessages.nothingWaits}</p>;
  return (
    <ul className={classes.waiting}>
      {lines.map(({ kind, count, to }) => (
        <li key={kind}>
          <Link to={to}>{waitingTexts[kind](count)}</Link>
        </li>
      ))}
      {/* Not counted: there is no list of what somebody else has not read. */}
      {unread_by_partner > 0 && <li>{partnerMessages.unreadByThem}</li>}
    </ul>
  );
}
