-- What may still be asked of HubSpot, by all processes together. A call takes its turn by moving
-- `next_at` on; refused ones block the way for all. Worth less than the writes it would cost to log.
create unlogged table crm_budget (
  name text primary key,
  most integer not null,
  milliseconds integer not null,
  next_at timestamptz not null default '-infinity',
  blocked_until timestamptz not null default '-infinity',
  refusals integer not null default 0,
  -- Of a day: how many are left, by the last answer that told.
  remaining integer,
  told_at timestamptz
);
