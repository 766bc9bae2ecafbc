/** Who may make a call or open a page, by what its contract or its route says. */
import type { Contract } from '../contract.ts';
import type { Gate, Refused } from './gate.ts';
import type { Session } from './session.ts';

export type Access = Contract['access'];

/**
 * Why somebody may not go on. Nobody signed in: they are to sign in. Signed in, and no partner: the partners' part is not there
 * for them, as another person's things are not.
 */
export function refusalOf(access: Access, session: Session | undefined): Extract<Refused['error'], 'login-needed' | 'not-found'> | undefined {
  switch (access) {
    case 'public':
      return undefined;
    case 'login':
      return session ? undefined : 'login-needed';
    case 'partner':
      if (!session) return 'login-needed';
      return session.roles.includes('partner') ? undefined : 'not-found';
    default:
      // What guards a page and is not known guards nothing (R8.41).
      throw new TypeError(`Nobody knows what access ${JSON.stringify(access satisfies never)} asks for`);
  }
}

export const permissionGate: Gate = {
  name: 'permission',
  reads: 'head',
  summary: 'Calls that need a sign-in refuse everybody else, those of partners everybody but partners.',
  async pass({ contract }, { session }) {
    const error = refusalOf(contract.access, session);
    return error && { error };
  },
};
