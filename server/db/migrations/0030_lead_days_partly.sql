-- Days of which only some letters and pairs of letters are counted: texts of letters at random have
-- hundreds of pairs each that no other has, and a row for every one of them would be many times what the
-- leads themselves take. Under 'text …' such a day has either its exact count or none, and where it has
-- none whoever needs to know looks at its leads.
create table lead_days_partly (
  day date primary key
);
