/** What the jobs of HubSpot are called in the queue; triggers of the database write the first two, too. */
export const jobKinds = {
  /** A lead is sent, by its id. */
  push: 'push_lead',
  /** An object is read by its id. */
  read: 'read_crm',
  readValues: 'read_crm_values',
  pull: 'pull_crm',
  /** What HubSpot lists as archived is looked through. */
  lookThroughArchived: 'archived_crm',
  sweep: 'sweep_crm',
  applyName: 'apply_crm_name',
  backfill: 'crm_backfill',
} as const;
