// The program that the portal is measured against: Fastify and pg, a token checked by one query, then
// one insert, or one page and one count(*). No rules, no limits, no events, no totals that are kept.
import { createHash, randomUUID } from 'node:crypto';
import fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const app = fastify();

async function callerOf(header: string | undefined): Promise<string | undefined> {
  const hash = createHash('sha256')
    .update(header?.slice('Bearer '.length) ?? '')
    .digest();
  const { rows } = await pool.query(
    `select sessions.user_id from access_tokens join sessions on sessions.id = session_id
     where hash = $1 and access_tokens.expires_at > now()`,
    [hash],
  );
  return rows[0]?.user_id;
}

type Asked = { limit: string; offset?: string; partner_id?: string; search?: string };

app.get<{ Querystring: Asked }>('/leads', async (request, reply) => {
  if (!(await callerOf(request.headers.authorization))) return reply.code(401).send();
  const { limit, offset = '0', partner_id, search } = request.query;
  const values: string[] = [];
  const conditions: string[] = [];
  if (partner_id) conditions.push(`partner_id = $${values.push(partner_id)}`);
  if (search) conditions.push(`search_text like $${values.push(`%${search}%`)}`);
  const where = conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
  const page = `
    select id, partner_id, company_name, website, first_name, last_name, title, email, phone_number,
      country, address, city, state, zip, status, source, created_at
    from leads ${where} order by created_at desc, id desc
    limit $${values.length + 1} offset $${values.length + 2}`;
  const [leads, counted] = await Promise.all([
    pool.query(page, [...values, limit, offset]),
    pool.query(`select count(*) from leads ${where}`, values),
  ]);
  return { leads: leads.rows, total: Number(counted.rows[0].count) };
});

app.post<{ Body: Record<string, string> }>('/leads', async (request, reply) => {
  const caller = await callerOf(request.headers.authorization);
  if (!caller) return reply.code(401).send();
  const { company_name, first_name, last_name, email, phone_number } = request.body;
  const { rows } = await pool.query(
    `insert into bare_leads (id, partner_id, company_name, company_key, first_name, last_name, email,
       phone_number, status, status_key, search_text, source, created_at)
     values ($1, $2, $3, lower($3), $4, $5, $6, $7, 'new', 'new', '', 'form', now()) returning *`,
    [randomUUID(), caller, company_name, first_name, last_name, email, phone_number],
  );
  return reply.code(201).send({ lead: rows[0] });
});

process.stdout.write(`is ready: ${await app.listen({ host: '127.0.0.1', port: 0 })}\n`);
