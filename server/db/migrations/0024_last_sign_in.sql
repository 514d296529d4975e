-- When somebody last signed in, which outlives the session. Of those who have signed out since, it is
-- not known before their next sign-in.
alter table users add column last_signed_in_at timestamptz;
update users set last_signed_in_at = signed_in.at
from (select user_id, max(created_at) as at from sessions group by user_id) signed_in
where signed_in.user_id = users.id;
