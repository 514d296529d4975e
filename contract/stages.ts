/**
 * The way of a lead to live, in its order. A lead has come as far as the stage of its status; one that
 * is lost, or whose status has no stage, as far as it had come before.
 */
export const stages = [
  { key: 'submitted', name: 'Submitted', statuses: ['new', 'open'] },
  {
    key: 'in_contact',
    name: 'In contact',
    statuses: ['attempted to contact', 'contacted', 'connected', 'in progress', 'open deal'],
  },
  { key: 'application_sent', name: 'Application sent', statuses: ['application sent'] },
  {
    key: 'application_submitted',
    name: 'Application submitted',
    statuses: ['application submitted'],
  },
  { key: 'live', name: 'Live', statuses: ['closed won', 'closed won (implementation)', 'live'] },
] as const;
export type Stage = (typeof stages)[number]['key'];

/** For a schema: an enum of them. */
export const stageKeys = stages.map(({ key }) => key) as [Stage, ...Stage[]];

/** Where in their order a stage is, from 0. */
export function stagePosition(stage: Stage): number {
  return stageKeys.indexOf(stage);
}

export type Turn = 'vendor' | 'partner';

/** Whose turn it is while a lead stands in a status. In others there is nothing left to do. */
export const statusTurns = {
  new: 'vendor',
  open: 'vendor',
  'attempted to contact': 'partner',
  contacted: 'vendor',
  connected: 'vendor',
  'in progress': 'vendor',
  'open deal': 'vendor',
  'application sent': 'partner',
  'application submitted': 'vendor',
} as const satisfies Record<string, Turn>;
export type OpenStatus = keyof typeof statusTurns;
