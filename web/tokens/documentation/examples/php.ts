import type { Example, ExampleFacts } from './example.ts';

function phpValue(value: unknown, indent = ''): string {
  if (typeof value === 'string') return `'${value.replace(/['\\]/g, '\\$&')}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}    `;
  const lines = Object.entries(value).map(
    ([key, item]) => `${inner}${phpValue(key)} => ${phpValue(item, inner)},\n`,
  );
  return `[\n${lines.join('')}${indent}]`;
}

/** With what every PHP has: the curl extension need not be there. */
function preface({ address, header, token, lead }: ExampleFacts): string {
  return `<?php
$url = ${phpValue(address)};
$token = ${phpValue(token)};

$lead = ${phpValue(lead)};

$context = stream_context_create(['http' => [
    'method' => 'POST',
    'header' => ['Content-Type: application/json', "${header}: $token"],
    'content' => json_encode($lead),
    'timeout' => 30,
    'ignore_errors' => true,
]]);
`;
}

const outcome = `echo isset($answer['lead_id'])
    ? "Lead created: {$answer['lead_id']}\\n"
    : "Not created: {$answer['error']}\\n";`;

export const php: Example = {
  label: 'PHP',
  create: (facts) => `${preface(facts)}
$answer = json_decode(file_get_contents($url, false, $context), true);

${outcome}`,
  retry: (facts) => `${preface(facts)}
for ($attempt = 1; ; $attempt++) {
    $answer = json_decode(file_get_contents($url, false, $context), true);
    $status = (int) explode(' ', $http_response_header[0])[1];
    $worthRetrying = $status === 429 || $status >= 500;
    if (!$worthRetrying || $attempt === 5) {
        break;
    }
    $seconds = 2 ** ($attempt - 1) + mt_rand() / mt_getrandmax();
    foreach ($http_response_header as $line) {
        if (stripos($line, 'Retry-After:') === 0) {
            $seconds = (float) substr($line, 12);
        }
    }
    usleep((int) ($seconds * 1000000));
}

${outcome}`,
};
