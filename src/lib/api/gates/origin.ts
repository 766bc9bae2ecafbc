/** Where a write comes from: our own pages, or a client that is no browser. */
import { isCrossSite } from '../admission.ts';
import type { Gate } from './gate.ts';

/** @param ownOrigins such as `https://homes.example.org`. */
export function originGate(ownOrigins: ReadonlySet<string>): Gate {
  return {
    name: 'origin',
    reads: 'head',
    summary: 'A write comes from a page of this site (its origin with scheme), or from a client that is no browser and sends no cookies.',
    async pass({ contract, headers }) {
      return contract.method !== 'GET' && isCrossSite(headers, ownOrigins) ? { error: 'cross-site' } : undefined;
    },
  };
}
