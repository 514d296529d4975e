-- Who uploaded a file, where it was an administrator for the partner whose leads they became.
alter table imports add column sent_by uuid references users;
