import type { CrmTest } from '#contract/crm.ts';
import { refreshValues } from './account-values.ts';
import { findConnection } from './crm.queries.ts';
import type { CrmContext } from './crm-context.ts';

type Step = { text: string; run: () => Promise<string | null> };

/** Step by step, as a person would: the first that fails says what is wrong, and ends it. */
export async function tryConnection(context: CrmContext): Promise<CrmTest> {
  const steps: CrmTest['steps'] = [];
  for (const { text, run } of stepsOf(context)) {
    try {
      steps.push({ text, ok: true, detail: await run() });
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      return { ok: false, steps: [...steps, { text, ok: false, detail }] };
    }
  }
  return { ok: true, steps };
}

function stepsOf(context: CrmContext): Step[] {
  const { client, db } = context;
  return [
    {
      text: 'HubSpot answers and takes the access token',
      run: async () => `Account ${(await client.readAccount()).portalId}`,
    },
    {
      text: 'Its pipelines and lead statuses can be read',
      run: async () => {
        await refreshValues(context);
        return null;
      },
    },
    {
      text: "The portal's own properties of deals are there",
      run: () => requireProperties(context, 'deals', ['partner_portal_lead_id']),
    },
    {
      text: 'The properties that hold commissions are there',
      run: async () => {
        const names = await findConnection(db);
        const { commission_payable_to_partner: payable, alltime_commission_payable: alltime } =
          names;
        return requireProperties(context, 'companies', [payable, alltime]);
      },
    },
  ];
}

async function requireProperties(
  { client }: CrmContext,
  object: 'deals' | 'companies',
  names: string[],
): Promise<null> {
  const properties = await client.readProperties(object);
  const missing = names.filter((name) => !properties.some((property) => property.name === name));
  if (missing.length === 0) return null;
  throw new Error(`Missing: ${missing.join(', ')}. Run npm run admin -- hubspot-setup`);
}
