import { expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { addressLines, publicUrlOf } from './public-url.ts';

const bound = { address: '127.0.0.1', family: 'IPv4', port: 4321 };
const ready = 'The Partner Portal is ready:';

test.each([
  { env: {}, url: 'http://127.0.0.1:3000' },
  { env: { PORT: '0' }, url: 'http://127.0.0.1:4321' },
  { env: { PORT: '0', HOST: '::1' }, url: 'http://[::1]:4321' },
  { env: { PUBLIC_URL: 'https://p.example/' }, url: 'https://p.example' },
  { env: { PORT: '0', PUBLIC_URL: 'https://p.example:8443' }, url: 'https://p.example:8443' },
])('With $env users see $url', ({ env, url }) => {
  expect(publicUrlOf(readConfig(env), bound)).toBe(url);
});

test('Before the portal listens a chosen port is all there is to say', () => {
  expect(publicUrlOf(readConfig({ PORT: '0' }), null)).toBe('http://127.0.0.1:0');
});

test('A start prints the address users see, and where it listens only if that is another', () => {
  expect(addressLines(readConfig({ PORT: '4321' }), bound)).toEqual([
    `${ready} http://127.0.0.1:4321`,
  ]);
  expect(addressLines(readConfig({ PUBLIC_URL: 'https://p.example' }), bound)).toEqual([
    `${ready} https://p.example`,
    'It listens on http://127.0.0.1:4321',
  ]);
  const six = { address: '::', family: 'IPv6', port: 4321 };
  expect(addressLines(readConfig({ PORT: '4321', HOST: '::' }), six)).toEqual([
    `${ready} http://[::]:4321`,
  ]);
});
