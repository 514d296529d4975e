import type { FastifyRequest } from 'fastify';
import type { Emulator } from '../emulator.ts';
import { objectTypes } from '../kinds.ts';
import { readQuery } from '../requests.ts';
import { liveRecords } from '../world.ts';
import { type Html, html } from './html.ts';
import { script } from './script.ts';
import { style } from './style.ts';

export const titles = { deals: 'Deals', contacts: 'Contacts', companies: 'Companies' };

/** Moves whenever something is written or set, so that an open page knows that it is old. */
export function versionOf(emulator: Emulator): string {
  const { world, faults, keys, limits } = emulator;
  const counts = objectTypes.map((type) => world.shelves[type].records.size);
  return [world.changes, ...counts, JSON.stringify([faults, keys[0]?.status, limits.settings])]
    .join('|')
    .replace(/[^\w|.]/g, '');
}

function navigation(emulator: Emulator, current: string): Html {
  const links = (['deals', 'contacts', 'companies'] as const).map((type) => {
    const count = liveRecords(emulator.world, type).length.toLocaleString('en');
    return link(`/${type}`, `${titles[type]} (${count})`, current === type);
  });
  return html`<nav aria-label="Account">${links}${link('/faults', 'Faults and limits', current === 'faults')}</nav>`;
}

function link(address: string, text: string, isCurrent: boolean): Html {
  return html`<a href="${address}"${isCurrent && html` aria-current="page"`}>${text}</a>`;
}

function notes(request: FastifyRequest): Html {
  const done = readQuery(request, 'done');
  const problem = readQuery(request, 'problem');
  return html`${done && html`<p class="note" role="status">${done}</p>`}${
    problem && html`<p class="note bad" role="alert">${problem}</p>`
  }`;
}

export function renderPage(
  emulator: Emulator,
  request: FastifyRequest,
  page: { title: string; current: string; body: Html },
): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title} · HubSpot emulator</title>
<link rel="icon" href="data:,">
<style>${{ html: style }}</style>
</head>
<body>
<header><div class="bar">
<p class="brand">HubSpot emulator<small>not HubSpot: an account on this machine</small></p>
${navigation(emulator, page.current)}
</div></header>
<main data-version="${versionOf(emulator)}">
<h1 tabindex="-1">${page.title}</h1>
${notes(request)}
${page.body}
</main>
<script type="module">${{ html: script }}</script>
</body>
</html>`.html;
}
