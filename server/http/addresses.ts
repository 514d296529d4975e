/**
 * An address as it is shown to people: without a port, a zone, brackets or needless zeros. Nothing
 * where the text is no address: what a proxy passes on may be anything.
 */
export function plainAddress(text: string): string | undefined {
  const bare = withoutPort(text.trim()).replace(/%.*$/, '');
  const v4 = readIpv4(bare);
  if (v4) return v4.join('.');
  const groups = readIpv6(bare);
  if (!groups) return undefined;
  return mappedIpv4(groups) ?? shortened(groups);
}

/**
 * The part of an address that one person cannot change at will: all of an IPv4 address, the network
 * half of an IPv6 address. The same for all spellings of it.
 */
export function addressKey(text: string): string {
  const address = plainAddress(text);
  // All of them together, so that nobody gets new tries by making up another.
  if (!address) return 'unknown';
  const network = readIpv6(address)?.slice(0, 4);
  return network ? `${network.map((group) => group.toString(16)).join(':')}::/64` : address;
}

/** 192.0.2.7:443 and [2001:db8::1]:443; without brackets a colon more is a part of the address. */
function withoutPort(text: string): string {
  const [, inBrackets] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? [];
  if (inBrackets !== undefined) return inBrackets;
  const [, beforePort] = /^([\d.]+):\d+$/.exec(text) ?? [];
  return beforePort ?? text;
}

function readIpv4(text: string): number[] | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part))) return undefined;
  const bytes = parts.map(Number);
  return bytes.every((byte) => byte <= 255) ? bytes : undefined;
}

/** Its eight groups. */
function readIpv6(text: string): number[] | undefined {
  if (!text.includes(':')) return undefined;
  const halves = withoutDots(text).split('::');
  if (halves.length > 2) return undefined;
  const [front = [], back] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - front.length - (back?.length ?? 0);
  if (back ? missing < 1 : missing !== 0) return undefined;
  const groups = [...front, ...Array<string>(missing).fill('0'), ...(back ?? [])];
  if (!groups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return undefined;
  return groups.map((group) => Number.parseInt(group, 16));
}

/** ::ffff:192.0.2.7 as ::ffff:c000:207 */
function withoutDots(text: string): string {
  const [, front = '', dotted = ''] = /^(.*:)([\d.]+)$/.exec(text) ?? [];
  const bytes = readIpv4(dotted);
  if (!bytes) return text;
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  return `${front}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}

function mappedIpv4(groups: number[]): string | undefined {
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : undefined;
}

/** With the longest row of zeros left out, as addresses are usually written. */
function shortened(groups: number[]): string {
  const text = groups.map((group) => group.toString(16)).join(':');
  const rows = [...text.matchAll(/\b0(?::0)+\b/g)];
  const longest = rows.sort((a, b) => b[0].length - a[0].length)[0];
  if (!longest) return text;
  const front = text.slice(0, longest.index);
  const back = text.slice(longest.index + longest[0].length);
  return `${front.replace(/:$/, '')}::${back.replace(/^:/, '')}`;
}
