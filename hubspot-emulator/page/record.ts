import { associated } from '../associations.ts';
import { kinds, objectTypes } from '../kinds.ts';
import type { Property } from '../shapes.ts';
import { type CrmRecord, liveRecords, type World } from '../world.ts';
import { type Html, html, options } from './html.ts';
import { titles } from './layout.ts';
import { moveForm } from './lists.ts';
import { linked, moved, nameOf, showTime } from './names.ts';

const byHand = new Set<string>(['pipeline', 'dealstage', 'hubspot_owner_id']);

/** What stands in the form: all that a person may set, but for what is moved above it. */
export function editable(world: World, record: CrmRecord): Property[] {
  return [...world.shelves[record.objectType].properties.values()].filter(
    (property) =>
      !property.archived &&
      !property.modificationMetadata.readOnlyValue &&
      !byHand.has(property.name) &&
      property.name !== moved[record.objectType],
  );
}

function renderField(property: Property, value: string): Html {
  const { name, label, options: known } = property;
  const choices: [string, string][] = known.map((option) => [option.value, option.label]);
  return html`<label>${label}${
    known.length > 0 && property.fieldType !== 'checkbox'
      ? html`<select name="${name}">${options([['', 'None'], ...choices], value)}</select>`
      : html`<input name="${name}" value="${value}"${property.type === 'number' && html` inputmode="decimal"`} autocomplete="off">`
  }</label>`;
}

function renderAssociations(world: World, record: CrmRecord): Html {
  const groups = objectTypes.flatMap((type) => {
    const others = linked(world, associated(world, record, type).keys(), type);
    return others.length > 0 ? [{ type, others }] : [];
  });
  if (groups.length === 0) return html`<p class="quiet">Associated with nothing.</p>`;
  return html`${groups.map(
    ({ type, others }) => html`<h3 class="quiet">${titles[type]}</h3>
<ul class="links">${others.map((other) => html`<li><a href="/${type}/${other.id}">${nameOf(other)}</a></li>`)}</ul>`,
  )}`;
}

function renderHistory(record: CrmRecord): Html {
  const versions = [...record.history]
    .flatMap(([name, list]) => list.map((version) => ({ name, ...version })))
    .filter(({ name }) => !name.startsWith('hs_createdate') && name !== 'hs_object_id')
    .sort((a, b) => b.timestamp - a.timestamp)
    .slice(0, 25);
  return html`<table><thead><tr><th>Property</th><th>Value</th><th>By</th><th>When</th></tr></thead>
<tbody>${versions.map(
    ({ name, value, sourceLabel, sourceType, timestamp }) => html`<tr><td>${name}</td>
<td data-name="Value">${value || 'emptied'}</td><td data-name="By">${sourceLabel ?? sourceType}</td>
<td data-name="When" class="quiet">${showTime(timestamp)}</td></tr>`,
  )}</tbody></table>`;
}

function renderMerge(world: World, record: CrmRecord): Html {
  const { objectType: type, id } = record;
  const others = liveRecords(world, type).filter((other) => other.id !== id);
  const { singular } = kinds[type];
  if (others.length === 0) return html``;
  const newest = others.slice(-300).reverse();
  return html`<details><summary>Merge another ${singular} into this one</summary>
<form class="row" method="post" action="/${type}/${id}/merge">
<input class="grow" name="other" list="others" required aria-label="Id of the ${singular} to merge into this one" placeholder="Id" autocomplete="off">
<datalist id="others">${newest.map((other) => html`<option value="${other.id}">${nameOf(other)}</option>`)}</datalist>
<button>Merge</button></form></details>`;
}

export function renderRecord(world: World, record: CrmRecord): Html {
  const { objectType: type, id } = record;
  const { singular } = kinds[type];
  return html`<p class="quiet about">${singular} ${id}, changed ${showTime(record.updatedAt)}</p>
${moved[type] && html`<section class="sheet"><h2>${type === 'deals' ? 'Stage' : 'Lead status'}</h2>${moveForm(world, record, `/${type}/${id}`)}</section>`}
<section class="sheet"><h2>Properties</h2><form method="post" action="/${type}/${id}/properties">
<div class="fields">${editable(world, record).map((property) =>
    renderField(property, record.properties[property.name] ?? ''),
  )}</div><button class="main">Save</button></form></section>
<section class="sheet"><h2>Associations</h2>${renderAssociations(world, record)}</section>
<section class="sheet"><h2>Merge and archive</h2>${renderMerge(world, record)}
<details><summary>Archive this ${singular}</summary>
<form class="row" method="post" action="/${type}/${id}/archive">
<span class="quiet grow">It is no longer found, and its associations go with it.</span><button>Archive</button></form></details></section>
<section class="sheet"><h2>History</h2>${renderHistory(record)}</section>`;
}
