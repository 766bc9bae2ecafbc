/** Calls that move money or identity: who is signed in shows once more that it is them. */
import { lacksProof } from '#lib/access.ts';
import type { Gate } from './gate.ts';

export const proofGate: Gate = {
  name: 'proof',
  reads: 'values',
  summary: 'Calls that move money or identity, or give out what is known of people, need a sign-in or a proof of the last ten minutes; else they answer 10121.',
  async pass({ contract, values }, { session, staff, now }) {
    return lacksProof(contract.proof, staff ?? session, values, now) ? { error: 'proof-needed' } : undefined;
  },
};
