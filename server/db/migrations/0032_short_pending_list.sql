-- What was added last waits in a list beside the search index. Every search reads that list from end to
-- end, and whoever adds the lead that fills it writes all of it into the index: at the usual 4 MB that kept
-- one call for up to 0.2 s. A sixteenth of it costs an added lead a few percent more (decision 0043).
alter index leads_search set (gin_pending_list_limit = 256);
