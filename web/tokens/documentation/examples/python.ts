import type { Example, ExampleFacts } from './example.ts';

/** With the standard library only: nothing to install. */
function preface({ address, token, lead }: ExampleFacts, imports: string[]): string {
  return `${imports.map((name) => `import ${name}`).join('\n')}

URL = "${address}"
TOKEN = "${token}"

lead = ${JSON.stringify(lead, null, 4)}
`;
}

function request({ header }: ExampleFacts, indent: string): string {
  return [
    'request = urllib.request.Request(',
    '    URL,',
    '    data=json.dumps(lead).encode("utf-8"),',
    `    headers={"Content-Type": "application/json", "${header}": TOKEN},`,
    '    method="POST",',
    ')',
  ]
    .map((line) => `${indent}${line}`)
    .join('\n');
}

export const python: Example = {
  label: 'Python',
  create: (facts) => `${preface(facts, ['json', 'urllib.error', 'urllib.request'])}
${request(facts, '')}
try:
    with urllib.request.urlopen(request, timeout=30) as response:
        print("Lead created:", json.load(response)["lead_id"])
except urllib.error.HTTPError as error:
    print("Not created:", error.code, json.load(error)["error"])`,
  retry: (facts) => `${preface(facts, ['json', 'random', 'time', 'urllib.error', 'urllib.request'])}

def create_lead(lead, attempts=5):
${request(facts, '    ')}
    for attempt in range(attempts):
        try:
            with urllib.request.urlopen(request, timeout=30) as response:
                return json.load(response)["lead_id"]
        except urllib.error.HTTPError as error:
            worth_retrying = error.code == 429 or error.code >= 500
            if not worth_retrying or attempt + 1 == attempts:
                raise RuntimeError(f"{error.code} {json.load(error)['error']}") from None
            asked = float(error.headers.get("Retry-After") or 0)
            time.sleep(asked or 2**attempt + random.random())


print("Lead created:", create_lead(lead))`,
};
