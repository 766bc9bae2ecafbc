/** Binds the calls of passkeys. */
import type { ZodMiniType } from 'zod/mini';
import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { assertionShape, registrationShape } from '#lib/passkeys/passkey.schema.ts';
import type { Site } from '#lib/paths.ts';
import { userIdOf, visitOf } from './code-steps.api.ts';
import type { SessionCookies } from './code-steps.api.ts';
import * as contracts from './passkeys.contract.ts';
import type { PasskeysService } from './passkeys.service.ts';

type Parts = {
  readonly passkeys: PasskeysService;
  readonly cookies: SessionCookies;
  readonly site: Site;
};

/** What a browser sent, if it is that. */
function read<T>(shape: ZodMiniType<T>, text: string): T | undefined {
  try {
    const value = shape.safeParse(JSON.parse(text));
    return value.success ? value.data : undefined;
  } catch {
    return undefined;
  }
}

const errors = { expired: 'way-gone', refused: 'way-refused', locked: 'locked', unknown: 'not-found', enough: 'too-large', 'last-way': 'last-way' } as const;
const refusedAs = <const R extends keyof typeof errors>(reason: R): { readonly ok: false; readonly error: (typeof errors)[R] } => ({
  ok: false,
  error: errors[reason],
});

export function passkeyCalls({ passkeys, cookies, site }: Parts): readonly BoundCall[] {
  const originOf = (locale: Locale): string => new URL(site.absolute(locale, '/')).origin;
  return [
    bind(contracts.passkeyLoginStartContract, async (_, { locale, now }) => {
      const begun = await passkeys.beginSignIn(originOf(locale), now);
      return begun.ok ? { ok: true, data: { id: begun.value.id, options: JSON.stringify(begun.value.options) } } : refusedAs(begun.reason);
    }),
    bind(contracts.passkeyLoginContract, async ({ id, answer, redirect }, caller) => {
      const given = read(assertionShape, answer);
      if (!given) return refusedAs('refused');
      const entered = await passkeys.signIn(id, given, visitOf(caller));
      return entered.ok ? cookies.entered(entered.value, redirect, caller, 'passkey') : refusedAs(entered.reason);
    }),
    bind(contracts.passkeyAddStartContract, async (_, caller) => {
      const begun = await passkeys.beginAdd(originOf(caller.locale), userIdOf(caller.session), caller.locale, caller.now);
      return begun.ok ? { ok: true, data: { id: begun.value.id, options: JSON.stringify(begun.value.options) } } : refusedAs(begun.reason);
    }),
    bind(contracts.passkeyAddContract, async ({ id, answer }, caller) => {
      const given = read(registrationShape, answer);
      if (!given) return refusedAs('refused');
      const added = await passkeys.add(id, given, userIdOf(caller.session), visitOf(caller));
      return added.ok ? { ok: true, data: {} } : refusedAs(added.reason);
    }),
    bind(contracts.passkeyRemoveContract, async ({ which }, caller) => {
      const removed = await passkeys.remove(userIdOf(caller.session), which);
      return removed.ok ? { ok: true, data: {} } : refusedAs(removed.reason);
    }),
  ];
}
