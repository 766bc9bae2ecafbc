/** Binds the calls of a person's account: what it says of them, how they are reached, their password, devices, and its end. */
import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { bindForm } from './accounts-forms.schema.ts';
import type { Contact } from './accounts.schema.ts';
import { parsePhone } from '#lib/phone/phone.ts';
import { safePath } from '#lib/safe-path.ts';
import type { AccountsService } from './accounts.service.ts';
import type { BindingService } from './binding.service.ts';
import type { ErasingService } from './erasing.service.ts';
import type { PasswordsService } from './passwords.service.ts';
import type { AttemptsService } from './attempts.service.ts';
import { userIdOf, visitOf } from './code-steps.api.ts';
import type { CodeSteps, SessionCookies } from './code-steps.api.ts';
import type { ConsentsService } from './consents.service.ts';
import { contactIn, secretIn } from './contact-input.rules.ts';
import { fault } from '#lib/forms/field-faults.rules.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { masked } from './contacts.rules.ts';
import * as contracts from './own-account.contract.ts';
import { pictureOf } from './user-picture.rules.ts';
import type { SessionsService } from './sessions.service.ts';

type Parts = {
  readonly accounts: Pick<AccountsService, 'find' | 'contactsOf' | 'setPicture' | 'update'>;
  readonly passwords: Pick<PasswordsService, 'changePassword'>;
  readonly binding: BindingService;
  readonly erasing: Pick<ErasingService, 'erase' | 'keep'>;
  readonly consents: Pick<ConsentsService, 'set'>;
  /** The name of somebody's card, where they have given one. */
  readonly realnameOf: (userId: UserId) => Promise<string | undefined>;
  readonly attempts: Pick<AttemptsService, 'put'>;
  readonly sessions: SessionsService;
  readonly cookies: SessionCookies;
  readonly steps: CodeSteps;
};

/** Where somebody's number is from. */
const countryOf = (contacts: readonly Contact[]): string | undefined => {
  const number = contacts.find(({ kind }) => kind === 'phone')?.address;
  const parsed = number === undefined ? undefined : parsePhone('', number);
  return parsed?.ok ? parsed.value.iso2 : undefined;
};
const firstSign = (name: string): string => [...name].map((sign, at) => (at === 0 ? sign : '*')).join('');

/** The most that a page's chrome has room for: a domain alone may have 250 characters. */
const mostCalled = 60;
const brief = (text: string): string => (text.length > mostCalled ? `${text.slice(0, mostCalled - 1)}…` : text);

export function ownAccountCalls({
  accounts,
  passwords,
  binding,
  erasing,
  consents,
  realnameOf,
  attempts,
  sessions,
  cookies,
  steps: { begin, mayBind, meant },
}: Parts): readonly BoundCall[] {
  return [
    bind(contracts.sessionContract, async (_, { session }) => {
      const user = session && (await accounts.find(userIdOf(session)));
      // The marker alone is not proof: what it marks is gone.
      if (!session || !user) return { ok: false, error: 'login-needed' };
      return {
        ok: true,
        data: {
          cust_id: user.id,
          nickname: user.nickname,
          called: user.nickname || brief((await accounts.contactsOf(user.id)).map(masked)[0] ?? ''),
          picture: pictureOf(user),
        },
        cookies: [cookies.markerOf(session.id)],
      };
    }),
    bind(contracts.customerInfoContract, async (_, { session, xcode }) => {
      const user = await accounts.find(userIdOf(session));
      if (!user) return { ok: false, error: 'login-needed' };
      const contacts = await accounts.contactsOf(user.id);
      const shown = (kind: Contact['kind']): string => contacts.filter((one) => one.kind === kind).map(masked)[0] ?? '';
      return {
        ok: true,
        data: {
          cust_id: user.id,
          identity: user.identity,
          partner_status: user.partnerStatus,
          is_email_confirmed: contacts.some(({ kind }) => kind === 'email'),
          nickname: user.nickname,
          picture: pictureOf(user),
          is_enter_intent: 0,
          email: shown('email'),
          mobile: shown('phone'),
          realname: firstSign((await realnameOf(user.id)) ?? ''),
          xcode: xcode ?? '',
          country_code: user.countryCode ?? countryOf(contacts) ?? '',
          city: '',
          language: user.locale,
        },
      };
    }),
    bind(contracts.customerSensitiveContract, async (_, { session }) => {
      const contacts = await accounts.contactsOf(userIdOf(session));
      const whole = (wanted: Contact['kind']): string => contacts.find(({ kind }) => kind === wanted)?.address ?? '';
      return { ok: true, data: { email: whole('email'), phone: whole('phone'), realname: (await realnameOf(userIdOf(session))) ?? '' } };
    }),
    bind(contracts.customerUpdateContract, async ({ nickname, locale, marketing, picture, picture_none }, { session, preSession, now }) => {
      const userId = userIdOf(session);
      if (picture !== '' || picture_none !== '') {
        const outcome = await accounts.setPicture(userId, picture || undefined, { userId, visit: preSession }, now);
        if (!outcome.ok) return fault('picture', 'files.gone');
      }
      await accounts.update(userId, { nickname, locale });
      await consents.set(userId, { marketing: marketing !== '' }, now);
      return { ok: true, data: {} };
    }),
    bind(contracts.consentsContract, async ({ transfer, marketing, realname }, { session, now }) => {
      // A name is agreed to where it is given, so here it is only taken back.
      const wanted = { transfer: transfer !== '', marketing: marketing !== '', ...(realname === '' ? { realname: false } : {}) };
      await consents.set(userIdOf(session), wanted, now);
      return { ok: true, data: {} };
    }),
    bind(contracts.bindStartContract, async (values, caller) => {
      const read = contactIn(bindForm, values);
      return read.ok ? begin('active', read.value, values.redirect, caller) : read;
    }),
    bind(contracts.proveStartContract, async ({ redirect }, caller) => {
      const [contact] = await accounts.contactsOf(userIdOf(caller.session));
      // The code signs in anew: what follows is a fresh session, which goes on to where this one could not.
      return contact ? begin('login', contact, redirect, caller) : { ok: false, error: 'no-way-there' };
    }),
    bind(contracts.stayContract, async ({ redirect }, { session }) => {
      await erasing.keep(userIdOf(session));
      return { ok: true, data: { redirect: safePath(redirect, '') } };
    }),
    bind(contracts.bindMobileContract, async ({ code, ...values }, caller) => {
      const whom = await meant(bindForm, values, 'active', caller);
      if (!whom.ok) return whom;
      const visit = visitOf(caller);
      const { contact } = whom.value;
      const outcome = await binding.bind(userIdOf(caller.session), contact, code, visit);
      if (!outcome.ok) return { ok: false, error: outcome.reason === 'no-way' ? 'no-way-there' : outcome.reason };
      const { value } = outcome;
      if (value.kind !== 'taken') return { ok: true, data: { later: value.kind === 'later' } };
      // What was proved is kept, for whoever goes on to join the two accounts.
      await attempts.put(visit.owner, { event: 'active', contact, redirect: whom.value.attempt?.redirect ?? '', isProved: true }, caller.now);
      return { ok: false, error: 'taken', cookies: cookies.proved(visit, value.ticket) };
    }),
    bind(contracts.changePasswordContract, async ({ former, password }, caller) => {
      const { session, now } = caller;
      const userId = userIdOf(session);
      const [user, contacts] = await Promise.all([accounts.find(userId), accounts.contactsOf(userId)]);
      const about = [user?.nickname ?? '', ...contacts.map(({ address }) => address)];
      const [old, secret] = [former === '' ? '' : await secretIn(former, false), await secretIn(password, true, about)];
      if (!secret.ok) return secret;
      if (typeof old !== 'string' && !old.ok) return fault('former', 'accounts.password_signs');
      const outcome = await passwords.changePassword(
        userId,
        { id: Number(session?.id), isProved: mayBind(caller) },
        typeof old === 'string' ? '' : old.value,
        secret.value,
        now,
      );
      if (outcome.ok) return { ok: true, data: {} };
      return { ok: false, error: outcome.reason };
    }),
    bind(contracts.endSessionsContract, async ({ which }, { session }) => {
      const userId = userIdOf(session);
      if (which === '') return { ok: true, data: { ended: await sessions.endOthers(undefined, userId, Number(session?.id)) } };
      const id = /^\d{1,10}$/.test(which) ? Number(which) : 0;
      return { ok: true, data: { ended: id > 0 && id <= 2_147_483_647 && (await sessions.end(userId, id)) ? 1 : 0 } };
    }),
    bind(contracts.eraseAccountContract, async (_, caller) => {
      const { session, now } = caller;
      const after = await erasing.erase(userIdOf(session), now);
      return { ok: true, data: { after: after.toISOString().slice(0, 10) }, cookies: [...cookies.none, ...cookies.forgotten] };
    }),
  ];
}
