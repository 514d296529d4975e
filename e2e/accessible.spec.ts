import { expectAccessible } from './accessible.ts';
import { expect, lightestPage, test } from './test.ts';

const rows = '<li><b>Acme Ltd</b> <span>New</span></li>'.repeat(12);
const buttons = `${'<button disabled>Off</button>'.repeat(2)}<button>On</button>`;
const content = `<!doctype html><html lang="en"><title>Rows</title>
  <style>
    body { background: white }
    li { height: 2em; color: #111 }
    button { background: none; border: 0; font: inherit; color: #111 }
  </style>
  <main><h1>Rows</h1><ul>${rows}</ul>${buttons}</main></html>`;

const unreadable = {
  'in a colour of its own': 'li:nth-child(7) span { color: silver }',
  'that shines through': 'li:nth-child(7) span { opacity: 0.3 }',
  'on a ground of its own': 'li:nth-child(7) { background: dimgray }',
  'after one that is turned off': 'button { color: silver !important }',
};

test('Of many texts that look alike, the one that cannot be read is found', async ({
  page,
  portal: _,
}) => {
  await page.goto(lightestPage);
  for (const [where, style] of Object.entries(unreadable)) {
    await page.setContent(content);
    await expectAccessible(page);
    await expect(page.locator('[data-alike]'), 'not looked at').toHaveCount(20);
    await page.addStyleTag({ content: style });
    await expect(expectAccessible(page), where).rejects.toThrow('color-contrast');
  }
});
