-- Leads by company, of all partners and of one, both ways: the first page of a million is read from
-- the index. Leads without a company have a key of their own, which says nothing about an order.
create index leads_company on leads
  ((case when company_name is not null then company_key end), id desc);
create index leads_partner_company on leads
  (partner_id, (case when company_name is not null then company_key end), id desc);
