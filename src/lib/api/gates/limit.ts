/** How often an address may call. Whoever may not call spends all the same: refusals are work too. */
import type { RateLimits } from '../rate-limits.ts';
import type { Gate } from './gate.ts';

export function limitGate(limits: RateLimits): Gate {
  return {
    name: 'limit',
    reads: 'address',
    summary: 'An address (an IPv4 address, or a /64 of IPv6) has so many calls of a kind a minute.',
    async pass({ contract }, { address }) {
      const wait = await limits.spend(contract.limit ?? (contract.method === 'GET' ? 'read' : 'write'), address);
      return wait === undefined ? undefined : { error: 'too-many', headers: { 'retry-after': String(wait) } };
    },
  };
}
