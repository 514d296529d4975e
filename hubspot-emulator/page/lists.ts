import { associated } from '../associations.ts';
import type { ObjectType } from '../kinds.ts';
import { type CrmRecord, liveRecords, type World } from '../world.ts';
import { type Html, html, options } from './html.ts';
import { titles } from './layout.ts';
import { currentStage, dealStages, leadStatuses, linked, nameOf, showTime } from './names.ts';

const pageSize = 25;

/** The form by which a deal or a contact is moved, with a name of its own for screen readers. */
export function moveForm(world: World, record: CrmRecord, back: string): Html {
  const { objectType: type, id } = record;
  if (type === 'companies') return html``;
  const isDeal = type === 'deals';
  const choices = isDeal
    ? options([['', 'No stage'], ...dealStages(world)], currentStage(record))
    : options(leadStatuses(world), record.properties.hs_lead_status);
  const label = `${isDeal ? 'Stage' : 'Lead status'} of ${nameOf(record)}`;
  return html`<form class="row move" method="post" action="/${type}/${id}/move">
<input type="hidden" name="back" value="${back}">
<select name="to" aria-label="${label}">${choices}</select>
<button aria-label="Move ${nameOf(record)}">Move</button></form>`;
}

function linksTo(world: World, record: CrmRecord, type: ObjectType): Html {
  const others = linked(world, associated(world, record, type).keys(), type);
  return html`${others
    .slice(0, 3)
    .map((other, index) => [
      index > 0 && ', ',
      html`<a href="/${type}/${other.id}">${nameOf(other)}</a>`,
    ])}${others.length > 3 && ` and ${others.length - 3} more`}`;
}

/** `isWide` where what it holds cannot be broken without harm, as an address. */
type Column = {
  name: string;
  isWide?: boolean;
  cell: (world: World, record: CrmRecord, back: string) => Html;
};

const column = (name: string, cell: Column['cell']): Column => ({ name, cell });
const ofProperty = (name: string, property: string) =>
  column(name, (_world, record) => html`${record.properties[property]}`);
const contacts = column('Contact', (world, record) => linksTo(world, record, 'contacts'));
const companies = column('Company', (world, record) => linksTo(world, record, 'companies'));
const deals = column('Deals', (world, record) => linksTo(world, record, 'deals'));
const change = (name: string) => column(name, moveForm);

const columns: Record<ObjectType, Column[]> = {
  deals: [contacts, companies, change('Stage')],
  contacts: [{ ...ofProperty('Email', 'email'), isWide: true }, companies, change('Lead status')],
  companies: [ofProperty('Domain', 'domain'), contacts, deals],
};

function fits(record: CrmRecord, query: string): boolean {
  const text = [record.id, ...Object.values(record.properties)].join('\n').toLowerCase();
  return text.includes(query.toLowerCase());
}

function renderRow(world: World, record: CrmRecord, back: string): Html {
  const { objectType: type, id } = record;
  return html`<tr><td><a href="/${type}/${id}">${nameOf(record)}</a></td>
${columns[type].map(({ name, isWide, cell }) => html`<td data-name="${name}"${isWide && html` class="wide"`}>${cell(world, record, back)}</td>`)}
<td data-name="Changed" class="quiet time">${showTime(record.updatedAt)}</td></tr>`;
}

function renderPager(address: (page: number) => string, page: number, pages: number): Html {
  if (pages <= 1) return html``;
  return html`<p class="row" role="navigation" aria-label="Pages">
${page > 1 && html`<a href="${address(page - 1)}">Newer</a>`}
<span class="quiet">Page ${page} of ${pages}</span>
${page < pages && html`<a href="${address(page + 1)}">Older</a>`}</p>`;
}

/** The last changed first: what the portal has just pushed stands on top. */
export function renderList(
  world: World,
  type: ObjectType,
  asked: { query: string; page: number },
): Html {
  const all = liveRecords(world, type).filter(
    (record) => !asked.query || fits(record, asked.query),
  );
  const pages = Math.max(1, Math.ceil(all.length / pageSize));
  const page = Math.min(Math.max(1, asked.page || 1), pages);
  const address = (number: number) =>
    `/${type}?${new URLSearchParams({ query: asked.query, page: String(number) })}`;
  const shown = all
    .sort((a, b) => b.updatedAt - a.updatedAt || Number(b.id) - Number(a.id))
    .slice((page - 1) * pageSize, page * pageSize);
  const empty = asked.query
    ? `Nothing here has “${asked.query}”.`
    : 'Nothing here yet: what the portal pushes appears by itself.';
  return html`<section class="sheet">
<form class="row" role="search" action="/${type}">
<input type="search" name="query" value="${asked.query}" aria-label="Search ${titles[type]}" placeholder="Name, email, id…">
<button>Search</button></form>
${shown.length === 0 && html`<p class="quiet">${empty}</p>`}
${
  shown.length > 0 &&
  html`<table><thead><tr><th>Name</th>${columns[type].map(({ name }) => html`<th>${name}</th>`)}<th>Changed</th></tr></thead>
<tbody>${shown.map((record) => renderRow(world, record, address(page)))}</tbody></table>`
}
${renderPager(address, page, pages)}</section>`;
}
