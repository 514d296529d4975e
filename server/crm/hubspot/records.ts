import { z } from 'zod';
import { storableText } from './foreign-text.ts';

/** A record of HubSpot's, or a value of one, that cannot be used: the rest goes on without. */
export type Unusable = { object: string; id: string; why: string };
export type RecordReader = {
  /** Times after this are of a clock that is wrong, or a lie. */
  now: () => Date;
  tell: (unusable: Unusable) => void;
};

/** The emulator's are shorter; a longer one would hide all that comes after it. */
export const recordId = z
  .union([z.string(), z.number().int()])
  .transform(String)
  .refine((id) => /^\d{1,20}$/.test(id));
const named = z.looseObject({ id: recordId });
const text = z.string().transform(storableText);
const history = z.array(z.looseObject({ value: text.nullish(), timestamp: z.string() }));
const record = z.object({
  id: recordId,
  properties: z.record(z.string(), text.nullable()),
  propertiesWithHistory: z.record(z.string(), history.catch([])).optional().catch(undefined),
  createdAt: z.string().catch(''),
  updatedAt: z.string().catch(''),
  archived: z.boolean().catch(false),
  objectWriteTraceId: z.string().optional().catch(undefined),
});
export type HubSpotObject = z.infer<typeof record>;

/** Internal names that are kept: of those that are longer the portal could show and name none. */
const keptValues = ['dealstage', 'hs_lead_status'];
const longestValue = 200;
const graceMilliseconds = 5 * 60_000;
const longAgo = new Date(0).toISOString();

/** A record that cannot be used never fails the others of its page. */
export function readRecords(
  reader: RecordReader,
  object: string,
  answered: unknown[],
): HubSpotObject[] {
  return answered.flatMap((one) => {
    const read = record.safeParse(one);
    if (read.success) return [withUsableValues(reader, object, read.data)];
    const id = named.safeParse(one).data?.id ?? 'unknown';
    const [issue] = read.error.issues;
    reader.tell({ object, id, why: `${issue?.path.join('.')}: ${issue?.message}` });
    return [];
  });
}

/** As the above; of what cannot be used at least the id is known, so that pages can go by it. */
export function readFound(
  reader: RecordReader,
  object: string,
  answered: unknown[],
): HubSpotObject[] {
  return answered.flatMap((one) => {
    const [read] = readRecords(reader, object, [one]);
    if (read) return [read];
    const id = named.safeParse(one).data?.id;
    const times = { createdAt: longAgo, updatedAt: longAgo };
    return id ? [{ id, properties: {}, ...times, archived: false }] : [];
  });
}

function withUsableValues(reader: RecordReader, object: string, read: HubSpotObject) {
  const now = reader.now();
  const properties = { ...read.properties };
  for (const name of keptValues) {
    if ((properties[name]?.length ?? 0) <= longestValue) continue;
    properties[name] = null;
    reader.tell({ object, id: read.id, why: `${name} is longer than ${longestValue} characters` });
  }
  const histories = Object.entries(read.propertiesWithHistory ?? {}).map(([name, entries]) => [
    name,
    entries.map((entry) => ({ ...entry, timestamp: momentOf(entry.timestamp, now) })),
  ]);
  return {
    ...read,
    properties,
    propertiesWithHistory: Object.fromEntries(histories),
    createdAt: momentOf(read.createdAt, now),
    updatedAt: momentOf(read.updatedAt, now),
  };
}

/** What is later than now counts as now: nothing would ever be later. What is no time counts as long ago. */
function momentOf(timestamp: string, now: Date): string {
  const at = Date.parse(timestamp);
  if (!Number.isFinite(at) || at < 0) return longAgo;
  return new Date(at > now.getTime() + graceMilliseconds ? now : at).toISOString();
}
