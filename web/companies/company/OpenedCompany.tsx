import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPencil } from '@tabler/icons-react';
import { commissionNames, commissions } from '#contract/commissions.ts';
import type { ResponseOf } from '#contract/http.ts';
import type { routes } from '#contract/routes.ts';
import { PartnerLink } from '#web/partners/PartnerLink.shared.tsx';
import { useIsAdmin } from '#web/session/session.api.ts';
import { exactDate, isMissing } from '#web/ui/format.ts';
import { timeSince } from '#web/ui/relative-time.ts';
import { Website } from '#web/ui/Website.tsx';
import { CommissionsDialog } from '../CommissionsDialog.tsx';
import cells from '../CompanyCells.module.css';
import { commissionText, hasPaid } from '../commission.ts';
import { companyName } from '../company-name.shared.ts';
import { companyMessages } from '../company-text.ts';
import { explanationFields, explanationText } from '../money-text.ts';
import { StatementLink } from '../StatementLink.shared.tsx';
import { CompanyHistory } from './CompanyHistory.tsx';
import { CompanyLeads } from './CompanyLeads.tsx';
import { companyPanelText } from './company-panel-text.ts';
import classes from './OpenedCompany.module.css';
import { SharedWith } from './SharedWith.tsx';

type Opened = ResponseOf<typeof routes.getCompany>;

/** A company: what it pays and how that comes about, its leads, and how the commissions have changed. */
export function OpenedCompany({ opened, level }: { opened: Opened; level: 1 | 2 }) {
  return (
    <div className={classes.body}>
      <Head opened={opened} level={level} />
      <SharedWith sharers={opened.shared_with} />
      <Commissions opened={opened} />
      <CompanyLeads leads={opened.leads} total={opened.leads_total} />
      <CompanyHistory id={opened.company.id} currency={opened.currency} source={opened.source} />
    </div>
  );
}

function Head({ opened: { company }, level }: { opened: Opened; level: 1 | 2 }) {
  const isAdmin = useIsAdmin();
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <header className={classes.head}>
      <Heading
        className={classes.name}
        dir="auto"
        data-missing={isMissing(company.name) || undefined}
      >
        {companyName(company.name)}
      </Heading>
      <div className={classes.facts}>
        {company.is_live ? (
          <>
            <span className={cells.live}>Live</span>
            <time className={classes.quiet} title={exactDate(company.live_since)}>
              {timeSince(company.live_since, Date.now())}
            </time>
          </>
        ) : (
          <span className={classes.gone}>{companyPanelText.notLive}</span>
        )}
        {!isMissing(company.website) && (
          <span className={classes.quiet}>
            <Website website={company.website} />
          </span>
        )}
      </div>
      {isAdmin && (
        <p className={classes.quiet}>
          Partner:{' '}
          <bdi>
            <PartnerLink id={company.partner_id} name={company.partner_name} lines="any" />
          </bdi>
        </p>
      )}
    </header>
  );
}

function Commissions({ opened: { company, source, currency } }: { opened: Opened }) {
  const isAdmin = useIsAdmin();
  const [editing, dialog] = useDisclosure(false);
  const canEdit = isAdmin && source === 'portal' && (company.is_live || hasPaid(company));
  return (
    <section aria-label="Commissions" className={classes.section}>
      <div className={classes.line}>
        <h3 className={classes.heading}>
          Commissions <span className={classes.currency}>{currency}</span>
        </h3>
        {canEdit && (
          <Button
            variant="default"
            size="compact-sm"
            h={32}
            leftSection={<IconPencil size={14} stroke={1.75} aria-hidden="true" />}
            onClick={dialog.open}
          >
            Edit commissions
          </Button>
        )}
      </div>
      <dl className={classes.amounts}>
        {commissionNames.map((name) => {
          const { rate, base } = explanationFields(company, name);
          const amount = company[name];
          return (
            <div key={name} className={classes.amount}>
              <dt>{commissions[name].label}</dt>
              <dd>
                <span className={isMissing(amount) ? classes.missing : `tabular ${classes.figure}`}>
                  {commissionText(amount, source, currency)}
                </span>
                {rate !== null && base !== null && (
                  <span className={`tabular ${classes.quiet}`}>
                    {explanationText({ rate, base }, currency)}
                  </span>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      {isAdmin && source === 'hubspot' && (
        <p className={classes.quiet}>{companyMessages.mirrored}</p>
      )}
      <p>
        <StatementLink {...(isAdmin && { partnerId: company.partner_id })}>
          Statement of this quarter
        </StatementLink>
      </p>
      <CommissionsDialog
        company={company}
        currency={currency}
        opened={editing}
        onClose={dialog.close}
      />
    </section>
  );
}
