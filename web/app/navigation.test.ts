import { expect, test } from 'vitest';
import { accountEntry, adminMenu, isCurrent, menu } from './navigation.ts';

test.each([
  ['/dashboard', ['Dashboard']],
  ['/leads', ['Leads']],
  ['/leads/', ['Leads']],
  ['/leads/0192aaaa-0000-7000-8000-000000000000', ['Leads']],
  ['/leads/add', ['Add Lead']],
  ['/leads/add/', ['Add Lead']],
  ['/leads/upload', ['Upload Leads']],
  ['/live', ['Live']],
  ['/companies/0192aaaa-0000-7000-8000-000000000000', ['Live']],
  ['/statements', ['Live']],
  ['/partners', ['Partners']],
  ['/partners/add', ['Add Partner']],
  ['/partners/0192aaaa-0000-7000-8000-000000000000', ['Partners']],
  ['/partners/edit/0192aaaa-0000-7000-8000-000000000000', ['Partners']],
  ['/administrators', ['Administrators']],
  ['/crm', ['CRM']],
  ['/account', ['Account']],
])('At %s the menu marks %j', (pathname, marked) => {
  const current = [...menu, ...adminMenu, accountEntry].filter((entry) =>
    isCurrent(entry, pathname),
  );
  expect(current.map(({ label }) => label)).toEqual(marked);
});
