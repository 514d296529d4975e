import type { Emulator } from '../emulator.ts';
import { type FaultName, faultSettings } from '../faults.ts';
import { type Html, html, options } from './html.ts';
import { showTime } from './names.ts';

const names = Object.keys(faultSettings.shape) as FaultName[];
const labelOf = (name: FaultName) => faultSettings.shape[name].description ?? name;

/** Shares are switches with a percentage beside them; times are numbers of milliseconds. */
export const shares = names.filter((name) => name.toLowerCase().includes('share'));
export const times = names.filter((name) => name.endsWith('Ms'));
const usual = 30;

export const presets: Record<
  string,
  { label: string; faults: Partial<Record<FaultName, number>> }
> = {
  third: { label: 'A third fails', faults: { share429: 0.17, share500: 0.16 } },
  lost: { label: 'Answers get lost', faults: { dropBeforeShare: 0.1, dropAfterShare: 0.2 } },
  slow: { label: 'Slow', faults: { slowShare: 0.5, slowMs: 3000 } },
  lag: { label: 'Search lags', faults: { indexLagMs: 10_000, reorderPageShare: 0.5 } },
};

function renderShare(emulator: Emulator, name: FaultName): Html {
  const percent = Math.round(emulator.faults[name] * 100);
  const label = labelOf(name);
  return html`<div class="switch"><label><input type="checkbox" name="on" value="${name}"${percent > 0 && html` checked`}>${label}</label>
<input type="number" name="${name}" min="0" max="100" value="${percent || usual}" aria-label="${label}: per cent"></div>`;
}

function renderTime(emulator: Emulator, name: FaultName): Html {
  return html`<div class="switch"><label for="${name}">${labelOf(name)}</label>
<input type="number" id="${name}" name="${name}" step="1" value="${emulator.faults[name]}"></div>`;
}

function renderOutage(emulator: Emulator): Html {
  const until = emulator.faults.outageUntil;
  const isOut = until > emulator.realNow();
  return html`<details${isOut && html` open`}><summary>Outage</summary><form class="row" method="post" action="/faults/outage">
<span class="grow">${isOut ? `Out until ${showTime(until)}.` : 'Nothing but 503 for so many seconds.'}</span>
<input type="number" name="seconds" min="0" value="${isOut ? 0 : 60}" aria-label="Seconds of outage">
<button>${isOut ? 'Change' : 'Start outage'}</button></form></details>`;
}

function renderKey(emulator: Emulator): Html {
  const status = emulator.keys[0]?.status;
  const { settings } = emulator.limits;
  return html`<form method="post" action="/faults/key"><div class="fields">
<label>Key<select name="status">${options(
    [
      ['active', 'Active'],
      ['revoked', 'Revoked'],
      ['expired', 'Expired'],
    ],
    status,
  )}</select></label>
<label>Calls in ten seconds<input type="number" name="tenSecondly" min="1" value="${settings.tenSecondly}"></label>
<label>Calls a day<input type="number" name="daily" min="0" value="${settings.daily}"></label>
<label>Searches a second<input type="number" name="searchSecondly" min="1" value="${settings.searchSecondly}"></label>
</div><button class="main">Save</button></form>`;
}

function renderWebhooks(emulator: Emulator): Html {
  const { settings, deliveries } = emulator.webhooks;
  const last = deliveries.at(-1);
  return html`<form method="post" action="/faults/webhooks"><div class="fields">
<label>Address<input type="url" name="url" value="${settings?.url}" placeholder="http://127.0.0.1:3000/…"></label>
<label>App secret<input name="secret" value="${settings?.secret}" autocomplete="off"></label></div>
<div class="row"><button class="main">Save</button><span class="quiet">${
    last
      ? `Last told ${last.events} event(s) at ${showTime(last.at)}: ${last.status}.`
      : 'Without an address nobody is told.'
  }</span></div></form>`;
}

function renderCalls(emulator: Emulator): Html {
  const calls = emulator.requests.slice(-20).reverse();
  if (calls.length === 0) return html`<p class="quiet">No call yet.</p>`;
  return html`<table><thead><tr><th>Call</th><th>Answer</th></tr></thead><tbody>${calls.map(
    ({ method, url, status }) =>
      html`<tr><td>${method} ${url}</td><td data-name="Answer">${status}</td></tr>`,
  )}</tbody></table>`;
}

export function renderFaults(emulator: Emulator): Html {
  return html`<section class="sheet"><h2>At once</h2><form class="row" method="post" action="/faults/preset">
<button class="main" name="preset" value="none">All is well</button>
${Object.entries(presets).map(
  ([name, { label }]) => html`<button name="preset" value="${name}">${label}</button>`,
)}</form>${renderOutage(emulator)}</section>
<section class="sheet"><h2>Faults</h2><form method="post" action="/faults">
<p class="quiet">How many of a hundred calls it happens to.</p>
<div class="switches">${shares.map((name) => renderShare(emulator, name))}</div>
<div class="switches">${times.map((name) => renderTime(emulator, name))}</div>
<button class="main">Save</button></form></section>
<section class="sheet"><h2>Key and limits</h2>${renderKey(emulator)}</section>
<section class="sheet"><h2>Webhooks</h2>${renderWebhooks(emulator)}</section>
<section class="sheet"><h2>Last calls</h2>${renderCalls(emulator)}</section>`;
}
