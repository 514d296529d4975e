-- How many leads an undo has put back: whoever asks again, because the answer was lost, gets that answer.
alter table bulk_changes add column put_back integer;
