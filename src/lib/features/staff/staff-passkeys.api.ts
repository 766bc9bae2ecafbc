/** Binds the calls of the passkeys of staff. */
import type { ZodMiniType } from 'zod/mini';
import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { staffIdOf } from '#lib/api/caller.ts';
import type { Caller } from '#lib/api/caller.ts';
import { tokenOwnerOf } from '#lib/api/gates/csrf.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { StaffPasskeyId } from '#lib/ids/ids.ts';
import { assertionShape, registrationShape } from '#lib/passkeys/passkey.schema.ts';
import type { Site } from '#lib/paths.ts';
import { safePath } from '#lib/safe-path.ts';
import * as contracts from './staff-passkeys.contract.ts';
import type { StaffAsker, StaffPasskeysService } from './staff-passkeys.service.ts';
import { visitOf } from './staff.api.ts';
import type { StaffCookies } from './staff.api.ts';

type Parts = {
  readonly passkeys: StaffPasskeysService;
  readonly site: Site;
  readonly cookies: StaffCookies;
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

const errors = { expired: 'way-gone', refused: 'way-refused', 'too-many': 'too-many', unknown: 'not-found', enough: 'too-large' } as const;
const refusedAs = <const R extends keyof typeof errors>(reason: R): { readonly ok: false; readonly error: (typeof errors)[R] } => ({
  ok: false,
  error: errors[reason],
});

const askerOf = (caller: Caller): StaffAsker => ({ staffId: staffIdOf(caller), session: Number(caller.staff?.id) });
/** The gate has seen to it that there is one. */
const browserOf = (caller: Caller): string => tokenOwnerOf(caller) ?? 'nobody';

export function staffPasskeyCalls({ passkeys, site, cookies }: Parts): readonly BoundCall[] {
  const originOf = (locale: Locale): string => new URL(site.absolute(locale, '/')).origin;
  const written = ({ id, options }: { readonly id: string; readonly options: unknown }) => ({
    ok: true as const,
    data: { id, options: JSON.stringify(options) },
  });
  return [
    bind(contracts.staffPasskeyLoginStartContract, async (_, caller) => {
      const begun = await passkeys.beginSignIn(originOf(caller.locale), browserOf(caller), caller.now);
      return begun.ok ? written(begun.value) : refusedAs(begun.reason);
    }),
    bind(contracts.staffPasskeyLoginContract, async ({ id, answer, redirect }, caller) => {
      const given = read(assertionShape, answer);
      if (!given) return refusedAs('refused');
      const entered = await passkeys.signIn(id, given, browserOf(caller), visitOf(caller));
      return entered.ok ? { ok: true, data: { redirect: safePath(redirect, '') }, cookies: cookies.of(entered.value) } : refusedAs(entered.reason);
    }),
    bind(contracts.staffPasskeyProveStartContract, async (_, caller) => {
      const begun = await passkeys.beginProof(originOf(caller.locale), askerOf(caller), caller.now);
      return begun.ok ? written(begun.value) : refusedAs(begun.reason);
    }),
    bind(contracts.staffPasskeyProveContract, async ({ id, answer }, caller) => {
      const given = read(assertionShape, answer);
      if (!given) return refusedAs('refused');
      const proved = await passkeys.prove(id, given, askerOf(caller), visitOf(caller));
      return proved.ok ? { ok: true, data: {} } : refusedAs(proved.reason);
    }),
    bind(contracts.staffPasskeyAddStartContract, async (_, caller) => {
      const begun = await passkeys.beginAdd(originOf(caller.locale), askerOf(caller), caller.locale, caller.now);
      return begun.ok ? written(begun.value) : refusedAs(begun.reason);
    }),
    bind(contracts.staffPasskeyAddContract, async ({ id, answer }, caller) => {
      const given = read(registrationShape, answer);
      if (!given) return refusedAs('refused');
      const added = await passkeys.add(id, given, askerOf(caller), { visit: visitOf(caller), locale: caller.locale });
      return added.ok ? { ok: true, data: {} } : refusedAs(added.reason);
    }),
    bind(contracts.staffPasskeyRenameContract, async ({ passkey, name }, caller) => {
      const renamed = await passkeys.rename(staffIdOf(caller), parseId<StaffPasskeyId>(passkey), name.trim());
      return renamed.ok ? { ok: true, data: {} } : refusedAs(renamed.reason);
    }),
    bind(contracts.staffPasskeyRemoveContract, async ({ passkey }, caller) => {
      const removed = await passkeys.remove(staffIdOf(caller), parseId<StaffPasskeyId>(passkey), caller.locale);
      return removed.ok ? { ok: true, data: {} } : refusedAs(removed.reason);
    }),
  ];
}
