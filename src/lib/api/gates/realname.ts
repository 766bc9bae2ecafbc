/** Calls that ask for a certified name, where names are checked (R4.046–R4.050). */
import type { Locale } from '#lib/i18n/locales.ts';
import type { RealnameMark } from '../contract.ts';
import type { Gate } from './gate.ts';

/** Somebody who wants something done that the check of names has a say in. */
export type AskedName = { readonly userId: number; readonly locale: Locale; readonly mark: RealnameMark };

/** What stands before it: nothing (`run`), or the dialog at one of its steps. Gate and pages ask this and nothing else. */
export type RealnameCheck = (asked: AskedName) => Promise<'run' | 'prompt' | 'success'>;

/** @param check without it names are not checked. */
export function realnameGate(check: RealnameCheck | undefined): Gate {
  return {
    name: 'realname',
    reads: 'values',
    summary:
      'Where names are checked, calls that say so need a certified name of whoever has an account of the mainland; else they answer 10130, with the step (0, 2) at which the dialog opens.',
    async pass({ contract: { realname: mark } }, { session, locale }) {
      // Who has no account has no name that could be certified: those calls ask for a sign-in by themselves.
      if (!check || !mark || !session) return undefined;
      const step = await check({ userId: session.userId, locale, mark });
      return step === 'run' ? undefined : { error: 'realname-needed', data: { step: step === 'prompt' ? 0 : 2 } };
    },
  };
}
