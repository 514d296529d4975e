import { backfillChange, crmAnswer, crmTest, mappingChange } from './crm.ts';
import { crmText } from './crm-text.ts';
import { endpoints } from './endpoints.ts';
import { idParams, route, success } from './http.ts';
import { refused } from './refusals.ts';

const noSuchJob = { not_found: [crmText.jobNotFound] } as const;
const notConnected = { conflict: [crmText.notConnected] } as const;

export const crmRoutes = {
  getCrm: route({
    ...endpoints.getCrm,
    summary: 'The connection to HubSpot, its queue and its mapping',
    status: 200,
    response: crmAnswer,
    errors: {},
  }),
  testCrm: route({
    ...endpoints.testCrm,
    summary: 'Try the connection to HubSpot, step by step',
    status: 200,
    response: crmTest,
    errors: notConnected,
  }),
  retryCrmJob: route({
    ...endpoints.retryCrmJob,
    summary: 'Try again what could not be done',
    params: idParams,
    status: 200,
    response: success,
    errors: noSuchJob,
  }),
  retryCrmJobs: route({
    ...endpoints.retryCrmJobs,
    summary: 'Try again all that could not be done',
    status: 200,
    response: success,
    errors: {},
  }),
  dropCrmJob: route({
    ...endpoints.dropCrmJob,
    summary: 'Give up what could not be done',
    params: idParams,
    status: 200,
    response: success,
    errors: noSuchJob,
  }),
  changeCrmMapping: route({
    ...endpoints.changeCrmMapping,
    summary: "What the portal calls HubSpot's values, and which properties hold commissions",
    body: mappingChange,
    status: 200,
    response: crmAnswer,
    errors: {
      ...refused(mappingChange),
      invalid: [
        crmText.nothingToChange,
        crmText.unknownValue,
        crmText.unknownProperty,
        crmText.noNumbers,
      ],
      conflict: [crmText.mappingChanged],
    },
  }),
  changeCrmBackfill: route({
    ...endpoints.changeCrmBackfill,
    summary: 'Send the leads that HubSpot does not have yet, or pause',
    body: backfillChange,
    status: 200,
    response: crmAnswer,
    errors: { ...refused(backfillChange), ...notConnected },
  }),
  receiveHubSpotEvents: route({
    ...endpoints.receiveHubSpotEvents,
    summary: 'For HubSpot: what has changed there, signed (version 3)',
    status: 200,
    response: success,
    errors: { unauthorized: [crmText.notSigned], invalid: [crmText.noEvents] },
  }),
};
