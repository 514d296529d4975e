import { z } from 'zod';
import { endpoints } from './endpoints.ts';
import { idParams, route, success } from './http.ts';
import { errorText } from './protocol.ts';
import { refused } from './refusals.ts';
import { newView, view, viewAnswer, viewChange, viewText } from './views.ts';

const onlyAdministratorsShare = { forbidden: [errorText.insufficientPermissions] } as const;
const noSuchView = { not_found: [viewText.notFound] } as const;

export const viewsRoutes = {
  listViews: route({
    ...endpoints.listViews,
    summary: 'Your saved views of the leads list, and those shared with you, by name',
    status: 200,
    response: z.object({ views: z.array(view) }),
    errors: {},
  }),
  createView: route({
    ...endpoints.createView,
    summary: 'Save a view',
    body: newView,
    status: 201,
    response: viewAnswer,
    errors: {
      ...refused(newView),
      ...onlyAdministratorsShare,
      conflict: [viewText.taken, viewText.tooMany],
    },
  }),
  updateView: route({
    ...endpoints.updateView,
    summary: 'Change a view of your own',
    params: idParams,
    body: viewChange,
    status: 200,
    response: viewAnswer,
    errors: {
      ...refused(viewChange),
      ...onlyAdministratorsShare,
      ...noSuchView,
      conflict: [viewText.taken],
    },
  }),
  deleteView: route({
    ...endpoints.deleteView,
    summary: 'Delete a view of your own',
    params: idParams,
    status: 200,
    response: success,
    errors: noSuchView,
  }),
};
