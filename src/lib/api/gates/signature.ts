/** Signed calls: a layer of compatibility, which allows nothing. */
import { digestOf, SeenCalls, signatureFault } from '../admission.ts';
import { wireHeaders } from '../signing.ts';
import type { Gate } from './gate.ts';

export const signatureGate: Gate = {
  name: 'signature',
  reads: 'head',
  summary: 'A call that is signed is signed rightly, by a clock less than five minutes off.',
  async pass({ headers }, { now }) {
    const fault = await signatureFault(headers, now.getTime());
    // R7.013: the client sets its clock by this and asks once more.
    return fault && { error: fault, data: { server_time: now.getTime() } };
  },
};

/** Remembers signed writes of the last minutes. */
export function repeatGate(): Gate {
  const seen = new SeenCalls();
  return {
    name: 'repeat',
    reads: 'values',
    summary: 'A signed write without an Idempotency-Key is taken once.',
    async pass({ contract, headers, values }, { now }) {
      const signature = headers.get(wireHeaders.signature);
      if (contract.method === 'GET' || signature === null || headers.has(wireHeaders.idempotencyKey)) return undefined;
      // The signature covers no values, so two different writes of one moment share it.
      return seen.isRepeat(`${contract.name} ${signature} ${digestOf(values)}`, now.getTime()) ? { error: 'replayed' } : undefined;
    },
  };
}
