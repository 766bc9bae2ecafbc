/** Network addresses as keys of limits: what one person can have many of counts as one. */
import { isIPv4, isIPv6 } from 'node:net';

/** A key, and how many times the limit of one address it may take: a /48 is a house of many. */
export type AddressKey = { readonly key: string; readonly share: 1 | 10 };

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): readonly number[] {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const [, head = '', a, b, c, d] = dotted ?? [];
  const plain = dotted ? `${head}${(Number(a) * 256 + Number(b)).toString(16)}:${(Number(c) * 256 + Number(d)).toString(16)}` : address;
  const [before = '', after] = plain.split('::');
  const read = (text: string): number[] => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
  const left = read(before);
  const right = after === undefined ? [] : read(after);
  return [...left, ...Array.from({ length: after === undefined ? 0 : 8 - left.length - right.length }, () => 0), ...right];
}

/** An address as proxies write it, without port, brackets and zone; undefined for what is none. */
function bareAddress(given: string): string | undefined {
  const text = given.trim();
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
  const [address = ''] = bare.split('%');
  return isIPv4(address) || isIPv6(address) ? address : undefined;
}

/**
 * The keys an address counts under: an IPv4 address itself; of IPv6 the /64, which one connection has, and the /48, which may
 * take ten times as much. IPv4 written as IPv6 is IPv4. Whatever is no address shares one key.
 * @example addressKeys('203.0.113.7:5678') // [{ key: '203.0.113.7', share: 1 }]
 * @example addressKeys('2001:db8:1:2::9') // [{ key: '2001:db8:1:2::/64', share: 1 }, { key: '2001:db8:1::/48', share: 10 }]
 */
export function addressKeys(given: string): readonly AddressKey[] {
  const address = bareAddress(given);
  if (address === undefined) return [{ key: 'unknown', share: 1 }];
  if (isIPv4(address)) return [{ key: address, share: 1 }];
  const groups = groupsOf(address);
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groups;
  if (a === 0 && b === 0 && c === 0 && d === 0 && e === 0 && f === 0xffff) return [{ key: `${g >> 8}.${g & 255}.${h >> 8}.${h & 255}`, share: 1 }];
  const shown = (parts: readonly number[]): string => parts.map((part) => part.toString(16)).join(':');
  return [
    { key: `${shown([a, b, c, d])}::/64`, share: 1 },
    { key: `${shown([a, b, c])}::/48`, share: 10 },
  ];
}
