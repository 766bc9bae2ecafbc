/** Who may make a call, by what its contract says. */
import { refusalOf } from '#lib/access.ts';
import type { Gate } from './gate.ts';
import { standingIn } from './session.ts';

export const permissionGate: Gate = {
  name: 'permission',
  reads: 'head',
  summary: 'Calls that need a sign-in refuse everybody else, those of partners everybody but partners, those of staff everybody but staff of a fitting role.',
  async pass({ contract }, caller) {
    const error = refusalOf(contract.access, standingIn(caller));
    return error && { error };
  },
};
