-- The moment that all leads of an import carry, from before the first of them is stored until they
-- can be seen. Whoever lists leads steps over it: a list that read 200,000 leads only to find that
-- they are not committed yet would be slow for as long as the import takes. No other lead carries
-- such a moment, so a row that is left behind hides nothing.
create unlogged table imports_under_way (
  moment timestamptz primary key
);
