/** How often a browser, or an address, may call. Whoever may not call spends all the same: refusals are work too. */
import { preSessionOf } from '#lib/pre-session.ts';
import type { RateLimits } from '../rate-limits.ts';
import type { Gate } from './gate.ts';

export function limitGate(limits: RateLimits): Gate {
  return {
    name: 'limit',
    reads: 'address',
    summary:
      'An address (an IPv4 address, or a /64 of IPv6) has so many calls of a kind a minute; browsers behind it that carry the cookie of their visit as many each, together ten times as many.',
    async pass({ contract, headers }, { address }) {
      const wait = await limits.spend(contract.limit ?? (contract.method === 'GET' ? 'read' : 'write'), address, preSessionOf(headers.get('cookie') ?? ''));
      return wait === undefined ? undefined : { error: 'too-many', headers: { 'retry-after': String(wait) } };
    },
  };
}
