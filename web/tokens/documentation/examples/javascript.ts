import type { Example, ExampleFacts } from './example.ts';

function jsValue(value: unknown, indent = ''): string {
  if (typeof value === 'string') return `'${value.replace(/['\\]/g, '\\$&')}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}  `;
  const lines = Object.entries(value).map(
    ([key, item]) => `${inner}${key}: ${jsValue(item, inner)},\n`,
  );
  return `{\n${lines.join('')}${indent}}`;
}

function preface({ address, token, lead }: ExampleFacts): string {
  return `const url = ${jsValue(address)};
const token = ${jsValue(token)};

const lead = ${jsValue(lead)};
`;
}

const outcome = `createLead(lead).then(
  (id) => console.log('Lead created:', id),
  (error) => console.error('Not created:', error.message),
);`;

export const javascript: Example = {
  label: 'JavaScript',
  create: (facts) => `${preface(facts)}
async function createLead(lead) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', '${facts.header}': token },
    body: JSON.stringify(lead),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(\`\${response.status} \${answer.error}\`);
  return answer.lead_id;
}

${outcome}`,
  retry: (facts) => `${preface(facts)}
async function createLead(lead, attempts = 5) {
  for (let attempt = 0; ; attempt++) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', '${facts.header}': token },
      body: JSON.stringify(lead),
    });
    const answer = await response.json();
    if (response.ok) return answer.lead_id;
    const worthRetrying = response.status === 429 || response.status >= 500;
    if (!worthRetrying || attempt + 1 >= attempts) {
      throw new Error(\`\${response.status} \${answer.error}\`);
    }
    const asked = Number(response.headers.get('Retry-After'));
    const seconds = asked || 2 ** attempt + Math.random();
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

${outcome}`,
};
