/** Network addresses of clients: read from what proxies say, and what of them counts as one client. */
import { BlockList, isIP } from 'node:net';

/** An address without port, brackets and zone, in one spelling; undefined for what is none. @example parsedAddress('[::ffff:192.0.2.1]:443') // '192.0.2.1' */
export function parsedAddress(text: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text)?.[1] ?? (isIP(text.replace(/:\d{1,5}$/, '')) === 4 ? text.replace(/:\d{1,5}$/, '') : text);
  const plain = bare.split('%')[0]?.toLowerCase() ?? '';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  if (mapped !== undefined) return isIP(mapped) === 4 ? mapped : undefined;
  return isIP(plain) === 0 ? undefined : plain;
}

/** The eight groups of an IPv6 address, in hexadecimal without leading zeros. */
function groupsOf(address: string): string[] {
  // The last two may be written as an IPv4 address; which they are makes no difference to what counts.
  const [head = '', tail] = address.replace(/\d+\.\d+\.\d+\.\d+$/, '0:0').split('::', 2);
  const [before, after] = [head.split(':').filter(Boolean), (tail ?? '').split(':').filter(Boolean)];
  const middle = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...middle, ...after].map((group) => group.replace(/^0+(?=.)/, ''));
}

const ownNetworks = new BlockList();
for (const [net, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  ownNetworks.addSubnet(net, prefix, 'ipv4');
for (const [net, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  ownNetworks.addSubnet(net, prefix, 'ipv6');

/** Whether an address is of this machine or of a network of its operator, such as a proxy's. */
export function isOwnNetwork(address: string): boolean {
  const parsed = parsedAddress(address);
  return parsed === undefined || ownNetworks.check(parsed, isIP(parsed) === 4 ? 'ipv4' : 'ipv6');
}

/** Of what limits count: one client, and the network it may take many addresses from. */
export type Counted = { readonly client: string; readonly network: string | undefined };

/**
 * What an address counts as. A subscriber has a whole /64 of IPv6, and some have a /48 of them.
 * @example countedAs('2001:db8:1:2::5') // { client: '2001:db8:1:2::/64', network: '2001:db8:1::/48' }
 */
export function countedAs(address: string): Counted {
  const parsed = parsedAddress(address);
  if (parsed === undefined || isIP(parsed) === 4) return { client: parsed ?? address, network: undefined };
  const groups = groupsOf(parsed);
  return { client: `${groups.slice(0, 4).join(':')}::/64`, network: `${groups.slice(0, 3).join(':')}::/48` };
}

export type Asker = {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly socket: { readonly remoteAddress?: string | undefined };
};

/**
 * The client's address: with n proxies in front, the n-th from the right of X-Forwarded-For; what stands further left is
 * what the client says of itself. Where that is no address, the connection's own counts.
 */
export function clientAddress({ headers, socket }: Asker, trustedProxies: number): string {
  const direct = parsedAddress(socket.remoteAddress ?? '') ?? 'unknown';
  if (trustedProxies === 0) return direct;
  const hops = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter(Boolean);
  return parsedAddress(hops.at(-trustedProxies) ?? '') ?? direct;
}
