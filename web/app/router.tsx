import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { ErrorPage } from './ErrorPage.tsx';
import { AdminOnly, SignedInOnly, SignedOutOnly } from './guards.tsx';
import { ErrorInLayout } from './PageNotLoaded.tsx';

const toDashboard = <Navigate to="/dashboard" replace />;
const toTokens = <Navigate to="/api" replace />;
const toDocumentation = <Navigate to="/api?tab=documentation" replace />;

/** spec §2, as a table. Each screen's code loads when it is first opened. */
export const screens: RouteObject[] = [
  {
    errorElement: <ErrorPage />,
    HydrateFallback: () => null,
    children: [
      {
        element: <SignedOutOnly />,
        children: [
          {
            path: '/login',
            lazy: async () => ({
              Component: (await import('#web/session/LoginPage.tsx')).LoginPage,
            }),
          },
        ],
      },
      {
        element: <SignedInOnly />,
        children: [
          {
            lazy: async () => ({ Component: (await import('./Layout.tsx')).Layout }),
            children: withinLayout([
              {
                // One screen for all three: a list stays as it is while a lead is open over it.
                lazy: async () => ({
                  Component: (await import('#web/leads/ListScreens.tsx')).ListScreens,
                }),
                children: ['/dashboard', '/leads', '/leads/:id'].map(shownAbove),
              },
              {
                path: '/leads/add',
                lazy: async () => ({
                  Component: (await import('#web/leads/AddLeadPage.tsx')).AddLeadPage,
                }),
              },
              {
                path: '/leads/upload',
                lazy: async () => ({
                  Component: (await import('#web/imports/UploadLeadsPage.tsx')).UploadLeadsPage,
                }),
              },
              {
                // One screen for both, as with leads.
                lazy: async () => ({
                  Component: (await import('#web/companies/CompanyScreens.tsx')).CompanyScreens,
                }),
                children: ['/live', '/companies/:id'].map(shownAbove),
              },
              {
                path: '/statements',
                lazy: async () => ({
                  Component: (await import('#web/companies/statement/StatementPage.tsx'))
                    .StatementPage,
                }),
              },
              {
                path: '/api',
                lazy: async () => ({
                  Component: (await import('#web/tokens/ApiPage.tsx')).ApiPage,
                }),
              },
              {
                path: '/account',
                lazy: async () => ({
                  Component: (await import('#web/accounts/AccountPage.tsx')).AccountPage,
                }),
              },
              {
                element: <AdminOnly />,
                children: [
                  {
                    path: '/administrators',
                    lazy: async () => ({
                      Component: (await import('#web/accounts/AdministratorsPage.tsx'))
                        .AdministratorsPage,
                    }),
                  },
                  {
                    path: '/crm',
                    lazy: async () => ({
                      Component: (await import('#web/crm/CrmPage.tsx')).CrmPage,
                    }),
                  },
                  {
                    path: '/partners',
                    lazy: async () => ({
                      Component: (await import('#web/partners/PartnersPage.tsx')).PartnersPage,
                    }),
                  },
                  {
                    path: '/partners/add',
                    lazy: async () => ({
                      Component: (await import('#web/partners/AddPartnerPage.tsx')).AddPartnerPage,
                    }),
                  },
                  {
                    path: '/partners/:id',
                    lazy: async () => ({
                      Component: (await import('#web/partners/PartnerPage.tsx')).PartnerPage,
                    }),
                  },
                  {
                    path: '/partners/edit/:id',
                    lazy: async () => ({
                      Component: (await import('#web/partners/EditPartnerPage.tsx'))
                        .EditPartnerPage,
                    }),
                  },
                ],
              },
              { path: '/api-tokens', element: toTokens },
              { path: '/api-docs', element: toDocumentation },
              { path: '*', element: toDashboard },
            ]),
          },
        ],
      },
    ],
  },
];

export const router = createBrowserRouter(screens);

/** A screen whose code does not arrive leaves the menu in place. */
function withinLayout(children: RouteObject[]): RouteObject[] {
  return [{ errorElement: <ErrorInLayout />, children }];
}

/** Of an address whose screen stands above it: the router takes one without an element for a mistake. */
function shownAbove(path: string): RouteObject {
  return { path, element: null };
}

/** Where the user is about to be, or is. */
export function pendingAddress(): string {
  const { pathname, search } = router.state.navigation.location ?? router.state.location;
  return pathname + search;
}
