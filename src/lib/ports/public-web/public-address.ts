/** Which addresses belong to the public internet. */
import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** IPv4: this network, private ones, shared, loopback, link-local, protocol assignments, examples, 6to4 relays, benchmarks, multicast, reserved. */
const notPublic4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/** Of IPv6 only 2000::/3 is given out; in it lie tunnels, which lead to any IPv4 address, and examples. */
const notPublic6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const refused = new BlockList();
for (const [network, bits] of notPublic4) refused.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of notPublic6) refused.addSubnet(network, bits, 'ipv6');
const given = new BlockList();
given.addSubnet('2000::', 3, 'ipv6');

/**
 * Whether an IP address is one of the public internet: neither of this machine nor of a network that only this one reaches,
 * in any spelling (IPv4 in IPv6, NAT64 and tunnels among them).
 * @example isPublicAddress('::ffff:10.0.0.1') // false
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !refused.check(address, 'ipv4');
  return isIPv6(address) && !address.includes('%') && given.check(address, 'ipv6') && !refused.check(address, 'ipv6');
}
