import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Control } from '../control.ts';
import type { Emulator } from '../emulator.ts';
import { HubSpotError, notFound } from '../errors.ts';
import { type ObjectType, objectTypes } from '../kinds.ts';
import { findById } from '../objects.ts';
import { readParam, readQuery } from '../requests.ts';
import { presets, renderFaults, shares, times } from './fault-forms.ts';
import { html } from './html.ts';
import { renderPage, titles, versionOf } from './layout.ts';
import { renderList } from './lists.ts';
import { nameOf } from './names.ts';
import { editable, renderRecord } from './record.ts';

type Form = URLSearchParams;
type Act = (form: Form, request: FastifyRequest) => { to: string; done: string };

const subscriptions = objectTypes.flatMap((type) => {
  const name = { contacts: 'contact', companies: 'company', deals: 'deal' }[type];
  const properties = { contacts: ['hs_lead_status'], companies: ['name'], deals: ['dealstage'] }[
    type
  ];
  return [
    ...['creation', 'deletion', 'merge'].map((kind) => ({ type: `${name}.${kind}` })),
    ...properties.map((propertyName) => ({ type: `${name}.propertyChange`, propertyName })),
  ];
});

/** Another site open in the same browser must not be able to send these forms. */
function isOwn(request: FastifyRequest): boolean {
  const { origin, host } = request.headers;
  return origin === undefined || origin === `http://${host}`;
}

function addForm(app: FastifyInstance, path: string, act: Act): void {
  app.post(path, async (request, reply) => {
    if (!isOwn(request)) return reply.code(403).send('Sent from another site.');
    const form = request.body as Form;
    const back =
      form.get('back') ?? path.replace(':id', readParam(request, 'id')).replace(/\/\w+$/, '');
    const outcome = attempt(() => act(form, request), back || '/faults');
    const [address, query] = outcome.to.split('?');
    const outcomeQuery = new URLSearchParams(query);
    outcomeQuery.set(outcome.problem ? 'problem' : 'done', outcome.problem ?? outcome.done);
    return reply.redirect(`${address}?${outcomeQuery}`, 303);
  });
}

function attempt(act: () => { to: string; done: string }, back: string) {
  try {
    return { ...act(), problem: undefined };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { to: back, done: '', problem: error.message };
  }
}

/** Only a path of this very site is gone back to. */
function backTo(form: Form, usual: string): string {
  const back = form.get('back') ?? '';
  return /^\/[a-z]/.test(back) ? back : usual;
}

function addRecordForms(
  app: FastifyInstance,
  { world }: Emulator,
  control: Control,
  type: ObjectType,
) {
  const find = (request: FastifyRequest) => {
    const record = findById(world, type, readParam(request, 'id'));
    if (!record || record.archivedAt !== undefined)
      throw notFound('That record is no longer there.');
    return record;
  };
  addForm(app, `/${type}/:id/move`, (form, request) => {
    const record = find(request);
    const [pipeline = '', dealstage = ''] = (form.get('to') ?? '').split('|');
    const values =
      type === 'deals' ? { pipeline, dealstage } : { hs_lead_status: form.get('to') ?? '' };
    control.update(type, record.id, values);
    return { to: backTo(form, `/${type}/${record.id}`), done: `${nameOf(record)} was moved.` };
  });
  addForm(app, `/${type}/:id/properties`, (form, request) => {
    const record = find(request);
    const given = editable(world, record).flatMap(({ name }) => {
      const value = form.get(name);
      return value === null || value === (record.properties[name] ?? '') ? [] : [[name, value]];
    });
    control.update(type, record.id, Object.fromEntries(given));
    return { to: `/${type}/${record.id}`, done: 'Saved.' };
  });
  addForm(app, `/${type}/:id/archive`, (_form, request) => {
    const record = find(request);
    control.archive(type, record.id);
    return { to: `/${type}`, done: `${nameOf(record)} was archived.` };
  });
  addForm(app, `/${type}/:id/merge`, (form, request) => {
    const winner = control.merge(type, find(request).id, form.get('other')?.trim() ?? '');
    return { to: `/${type}/${winner.id}`, done: `Merged into ${nameOf(winner)}.` };
  });
}

function addFaultForms(app: FastifyInstance, control: Control): void {
  addForm(app, '/faults', (form) => {
    const on = form.getAll('on');
    const chosen = shares.map((name) => [
      name,
      on.includes(name) ? Number(form.get(name)) / 100 : 0,
    ]);
    const waits = times.map((name) => [name, Math.round(Number(form.get(name)))]);
    control.setFaults(Object.fromEntries([...chosen, ...waits]));
    return { to: '/faults', done: 'Saved.' };
  });
  addForm(app, '/faults/preset', (form) => {
    const preset = presets[form.get('preset') ?? ''];
    control.clearFaults();
    if (preset) control.setFaults(preset.faults);
    return { to: '/faults', done: preset ? `${preset.label}.` : 'All is well.' };
  });
  addForm(app, '/faults/outage', (form) => {
    control.startOutage(Number(form.get('seconds')) * 1000);
    return { to: '/faults', done: 'The outage was set.' };
  });
  addForm(app, '/faults/key', (form) => {
    const status = (['active', 'revoked', 'expired'] as const).find(
      (one) => one === form.get('status'),
    );
    const number = (name: string) => Math.max(0, Math.round(Number(form.get(name))));
    control.setKey({ status });
    control.setLimits({
      tenSecondly: number('tenSecondly'),
      daily: number('daily'),
      searchSecondly: number('searchSecondly'),
    });
    return { to: '/faults', done: 'Saved.' };
  });
  addForm(app, '/faults/webhooks', (form) => {
    const [url, secret] = [form.get('url') ?? '', form.get('secret') ?? ''];
    control.setWebhooks(url === '' ? undefined : { url, secret, subscriptions });
    return { to: '/faults', done: url === '' ? 'Nobody is told.' : 'Saved.' };
  });
}

function readForms(app: FastifyInstance): void {
  const type = 'application/x-www-form-urlencoded';
  app.addContentTypeParser(type, { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
}

/** What a person sees of the account and does in it, in plain pages and forms. */
export function addPageRoutes(app: FastifyInstance, emulator: Emulator, control: Control): void {
  const { world } = emulator;
  readForms(app);
  const send = (reply: FastifyReply, text: string) =>
    reply.type('text/html; charset=utf-8').send(text);

  app.setErrorHandler((error, request, reply) => {
    const status = error instanceof HubSpotError ? error.status : 500;
    if (status >= 500) emulator.report(error);
    const title = status === 404 ? 'Not here' : 'Something went wrong';
    const body = html`<p class="note bad" role="alert">${(error as Error).message}</p>`;
    return send(reply.code(status), renderPage(emulator, request, { title, current: '', body }));
  });
  app.get('/', async (_request, reply) => reply.redirect('/deals', 302));
  app.get('/emulator/version', async (_request, reply) => reply.send(versionOf(emulator)));
  app.get('/faults', async (request, reply) => {
    const body = renderFaults(emulator);
    const page = { title: 'Faults and limits', current: 'faults', body };
    return send(reply, renderPage(emulator, request, page));
  });
  for (const type of objectTypes) {
    app.get(`/${type}`, async (request, reply) => {
      const asked = {
        query: readQuery(request, 'query') ?? '',
        page: Number(readQuery(request, 'page')),
      };
      const page = { title: titles[type], current: type, body: renderList(world, type, asked) };
      return send(reply, renderPage(emulator, request, page));
    });
    app.get(`/${type}/:id`, async (request, reply) => {
      const record = findById(world, type, readParam(request, 'id'));
      if (!record || record.archivedAt !== undefined)
        throw notFound('That record is no longer there.');
      const page = { title: nameOf(record), current: type, body: renderRecord(world, record) };
      return send(reply, renderPage(emulator, request, page));
    });
    addRecordForms(app, emulator, control, type);
  }
  addFaultForms(app, control);
}
