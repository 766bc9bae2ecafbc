import { bind } from '#lib/api/bind.ts';
import type { BoundCall, CallRefused, CallResult } from '#lib/api/bind.ts';
import type { Caller } from '#lib/api/caller.ts';
import { tokenOwnerOf } from '#lib/api/gates/csrf.ts';
import type { Csrf } from '#lib/api/gates/csrf.ts';
import { sessionCookie } from '#lib/api/gates/session.ts';
import type { Session } from '#lib/api/gates/session.ts';
import { setCookie } from '#lib/api/set-cookie.ts';
import { checkForm } from '#lib/forms/form-check.rules.ts';
import type { FieldProblem, FormDefinition } from '#lib/forms/form.schema.ts';
import { dialCountries } from '#lib/geo/dial-codes.ts';
import { isChinese } from '#lib/i18n/locales.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { parsePhone } from '#lib/phone/phone.ts';
import { safePath } from '#lib/safe-path.ts';
import { clientHash, isClientHash, newPasswordFault, passwordFault } from '#lib/validation/passwords.ts';
import { bindForm, canals, entryForm, recoveryForm } from './accounts-forms.schema.ts';
import * as contracts from './accounts.contract.ts';
import { markerCookie } from './accounts.schema.ts';
import { consentVersion, resendAfter, sessionDays } from './accounts.schema.ts';
import type { CodeEvent, ConsentKind, Contact } from './accounts.schema.ts';
import type { AccountsService, SignedIn, Visit } from './accounts.service.ts';
import type { Attempt, AttemptsService } from './attempts.service.ts';
import { emailOf, masked } from './contacts.rules.ts';
import type { SessionsService } from './sessions.service.ts';

type Parts = {
  readonly accounts: AccountsService;
  readonly sessions: SessionsService;
  readonly attempts: AttemptsService;
  readonly csrf: Csrf;
  /** Whether the site is on https. */
  readonly secure: boolean;
};

/** What calls are given of whom is meant. */
type ContactInput = {
  readonly canal: string;
  readonly country_code: string;
  readonly phone: string;
  readonly mobile?: string;
  readonly email: string;
  readonly consent_terms?: string;
};

type Read<T> = { readonly ok: true; readonly value: T } | CallRefused<'bad-input'>;

const day = 86_400;

function faults(problems: readonly FieldProblem[]): CallRefused<'bad-input'> {
  return {
    ok: false,
    error: 'bad-input',
    data: { fields: problems.map(({ field, message, values = {} }) => ({ name: field, problem: 'custom', message, values })) },
  };
}

const fault = (field: string, message: FieldProblem['message']): CallRefused<'bad-input'> => faults([{ field, message }]);

/** Two letters of what a client calls a country: those, or a dial code. */
function countryOf(given: string): string {
  const dial = /^\+?(\d{1,4})$/.exec(given.trim())?.[1];
  return dial === undefined ? given.trim().toUpperCase() : (dialCountries.find(({ dialCode, iso2 }) => dialCode === dial && iso2 !== 'CA')?.iso2 ?? '');
}

/** The one contact that is meant, by the form's own check. @param form says whether the agreement has to be ticked. */
function contactIn(form: FormDefinition, { phone: asPhone, mobile = '', email, canal: given, country_code, ...more }: ContactInput): Read<Contact> {
  const phone = asPhone || mobile;
  const canal = given || (phone === '' ? canals.email : canals.phone);
  const checked = checkForm(form, {
    canal,
    email,
    phone: phone.normalize('NFKC').replaceAll(/[\s().-]/g, ''),
    country_code: countryOf(country_code),
    consent_terms: more.consent_terms ?? '',
  });
  if (!checked.ok) return faults(checked.problems);
  if (canal === canals.email) {
    const address = emailOf(email);
    return address === undefined ? fault('email', 'forms.email') : { ok: true, value: { kind: 'email', address } };
  }
  const parsed = parsePhone(countryOf(country_code), phone);
  return parsed.ok ? { ok: true, value: { kind: 'phone', address: parsed.value.e164 } } : fault('phone', 'forms.mobile');
}

const isGiven = ({ phone, mobile = '', email }: ContactInput): boolean => `${phone}${mobile}${email}` !== '';

/** What the browser made of a password, or would have. */
async function secretIn(password: string, isFresh: boolean): Promise<Read<string>> {
  if (isClientHash(password)) return { ok: true, value: password };
  const given = password.trim();
  const problem = given === '' ? 'forms.required' : isFresh ? newPasswordFault(given) : passwordFault(given);
  return problem ? fault('password', problem) : { ok: true, value: await clientHash(given) };
}

/** What is left of the visit is told by the caller; the gate has seen to it that there is one. */
function visitOf(caller: Caller): Visit {
  const owner = tokenOwnerOf(caller);
  if (owner === undefined) throw new TypeError('a call of accounts was reached without a visit');
  return { owner, locale: caller.locale, now: caller.now, userAgent: caller.userAgent, country: caller.country };
}

const userIdOf = (session: Session | undefined): UserId => asId<UserId>(session?.userId ?? 0);

/** Binds the calls of signing in and of a person's account. */
export function accountCalls({ accounts, sessions, attempts, csrf, secure }: Parts): readonly BoundCall[] {
  /** The cookie that is the session, and the one that scripts may see: it marks that there is one, and is the token of its writes. */
  const cookiesOf = ({ id, token }: SignedIn): readonly string[] => [
    setCookie(sessionCookie, token, sessionDays.token * day, secure, { httpOnly: true }),
    markerOf(id),
  ];
  const markerOf = (id: number | string): string => setCookie(markerCookie, csrf.tokenFor(`session:${id}`), sessionDays.marker * day, secure);
  const noCookies = [setCookie(sessionCookie, '', 0, secure, { httpOnly: true }), setCookie(markerCookie, '', 0, secure)];

  const entered = (session: SignedIn, redirect: string) => ({
    ok: true as const,
    data: { cust_id: session.userId, redirect: safePath(redirect, '') },
    cookies: cookiesOf(session),
  });

  /** Sends a code and keeps for whom. */
  async function begin(event: CodeEvent, contact: Contact, redirect: string, caller: Caller) {
    const visit = visitOf(caller);
    const sent = await accounts.sendCode(event, contact, visit);
    if (!sent.ok) return refusedCode(sent.reason);
    await attempts.put(visit.owner, { event, contact, redirect: safePath(redirect, '') }, caller.now);
    return { ok: true as const, data: {} };
  }

  /**
   * Whether a code for a new contact may be sent: who takes over a device that is signed in must not take over the account, so
   * whoever changes how it is reached has signed in within the last minutes.
   */
  const mayBind = ({ session, now }: Caller): boolean => session !== undefined && sessions.isProved(session, now);
  const proofNeeded = { ok: false, error: 'proof-needed' } as const;

  function refusedCode(reason: 'too-soon' | 'too-many' | 'no-way'): CallRefused<'code-too-soon' | 'too-many' | 'no-way-there'> {
    const errors = { 'too-soon': 'code-too-soon', 'too-many': 'too-many', 'no-way': 'no-way-there' } as const;
    return { ok: false, error: errors[reason] };
  }

  /** Whom a call is about: whom it names, else whom the visit's attempt does. */
  async function meant(
    form: FormDefinition,
    values: ContactInput,
    event: CodeEvent,
    caller: Caller,
  ): Promise<Read<{ contact: Contact; attempt: Attempt | undefined }> | CallRefused<'code-gone'>> {
    const attempt = await attempts.find(visitOf(caller).owner, caller.now);
    if (isGiven(values)) {
      const read = contactIn(form, values);
      return read.ok ? { ok: true, value: { contact: read.value, attempt: undefined } } : read;
    }
    return attempt?.event === event ? { ok: true, value: { contact: attempt.contact, attempt } } : { ok: false, error: 'code-gone' };
  }

  async function codeLogin(contact: Contact, code: string, caller: Caller) {
    return accounts.signInWithCode(contact, code, visitOf(caller));
  }

  return [
    bind(
      contracts.sendCodeContract,
      async (
        { event, redirect, ...values },
        caller,
      ): Promise<CallResult<{ seconds: number }, 'code-too-soon' | 'no-way-there' | 'too-many' | 'bad-input' | 'proof-needed'>> => {
        if (event === 'active' && !mayBind(caller)) return proofNeeded;
        const read = contactIn(event === 'login' ? entryForm : recoveryForm, values);
        if (!read.ok) return read;
        const begun = await begin(event, read.value, redirect, caller);
        return begun.ok ? { ok: true, data: { seconds: resendAfter } } : begun;
      },
    ),
    bind(contracts.loginStartContract, async ({ redirect, ...values }, caller) => {
      const read = contactIn(entryForm, values);
      return read.ok ? begin('login', read.value, redirect, caller) : read;
    }),
    bind(contracts.recoveryStartContract, async (values, caller) => {
      const read = contactIn(recoveryForm, values);
      return read.ok ? begin('forget', read.value, '', caller) : read;
    }),
    bind(contracts.attemptResendContract, async (_, caller) => {
      const attempt = await attempts.find(visitOf(caller).owner, caller.now);
      if (attempt?.event === 'active' && !mayBind(caller)) return proofNeeded;
      return attempt ? begin(attempt.event, attempt.contact, attempt.redirect, caller) : { ok: false, error: 'code-gone' };
    }),
    bind(contracts.attemptCodeContract, async ({ code }, caller) => {
      const visit = visitOf(caller);
      const attempt = await attempts.find(visit.owner, caller.now);
      if (!attempt) return { ok: false, error: 'code-gone' };
      const { event, contact, redirect } = attempt;
      const wrong = (reason: 'wrong-code' | 'code-gone'): CallRefused<'bad-input' | 'code-gone'> =>
        reason === 'wrong-code' ? fault('code', 'forms.wrong_code') : { ok: false, error: 'code-gone' };
      switch (event) {
        case 'login': {
          const outcome = await codeLogin(contact, code, caller);
          if (!outcome.ok) return outcome.reason === 'locked' ? { ok: false, error: 'locked' } : wrong(outcome.reason);
          if ('session' in outcome.value) {
            await attempts.end(visit.owner);
            const { data, cookies } = entered(outcome.value.session, redirect);
            return { ok: true, data: { ...data, next: 'done' as const }, cookies };
          }
          await attempts.put(visit.owner, { ...attempt, ticket: outcome.value.ticket }, caller.now);
          return { ok: true, data: { cust_id: 0, redirect, next: 'register' as const } };
        }
        case 'active': {
          if (!caller.session) return { ok: false, error: 'code-gone' };
          const outcome = await accounts.bind(userIdOf(caller.session), contact, code, visit);
          if (!outcome.ok) return outcome.reason === 'taken' ? { ok: false, error: 'taken' } : wrong(outcome.reason);
          await attempts.end(visit.owner);
          return { ok: true, data: { cust_id: caller.session.userId, redirect, next: 'bound' as const } };
        }
        default: {
          const outcome = await accounts.checkCode(event, contact, code, visit);
          if (!outcome.ok) return wrong(outcome.reason);
          await attempts.put(visit.owner, { ...attempt, ticket: outcome.value.ticket }, caller.now);
          return { ok: true, data: { cust_id: 0, redirect, next: 'reset' as const } };
        }
      }
    }),
    bind(contracts.codeLoginContract, async ({ code, ...values }, caller) => {
      const whom = await meant(recoveryForm, values, 'login', caller);
      if (!whom.ok) return whom;
      const outcome = await codeLogin(whom.value.contact, code, caller);
      if (!outcome.ok) return { ok: false, error: outcome.reason };
      if ('ticket' in outcome.value) return { ok: true, data: { cust_id: 0, redirect: '', second_code: outcome.value.ticket } };
      const { data, cookies } = entered(outcome.value.session, '');
      return { ok: true, data: { ...data, second_code: '' }, cookies };
    }),
    bind(contracts.passwordLoginContract, async ({ password, redirect, ...values }, caller) => {
      const read = contactIn(entryForm, values);
      const secret = await secretIn(password, false);
      if (!read.ok) return read;
      if (!secret.ok) return secret;
      const outcome = await accounts.signInWithPassword(read.value, secret.value, visitOf(caller));
      if (outcome.ok) return entered(outcome.value, redirect);
      // R8.10, R8.11: after too many tries a new password is the way on.
      if (outcome.reason === 'locked') return { ok: false, error: 'locked' };
      return { ok: false, error: 'wrong-password', data: { code: outcome.reason === 'too-many' ? 12_109 : 12_108 } };
    }),
    bind(contracts.checkCodeContract, async ({ event, code, ...values }, caller) => {
      const whom = await meant(recoveryForm, values, event, caller);
      if (!whom.ok) return whom;
      const outcome = await accounts.checkCode(event, whom.value.contact, code, visitOf(caller));
      return outcome.ok ? { ok: true, data: { second_code: outcome.value.ticket } } : { ok: false, error: outcome.reason };
    }),
    bind(contracts.registerContract, async ({ password, second_code, nickname, consent_age, consent_transfer, consent_marketing, ...values }, caller) => {
      const whom = await meant(recoveryForm, values, 'login', caller);
      if (!whom.ok) return whom;
      const missing = Object.entries({ consent_age, consent_transfer }).filter(([, version]) => version !== consentVersion);
      const secret = password === '' ? undefined : await secretIn(password, true);
      const problems = [...missing.map(([field]): FieldProblem => ({ field, message: 'forms.tick' }))];
      if (problems.length > 0) return faults(problems);
      if (secret && !secret.ok) return secret;
      const { contact, attempt } = whom.value;
      const consents: ConsentKind[] = ['terms', 'transfer', ...(consent_marketing === consentVersion ? ['marketing' as const] : [])];
      const visit = visitOf(caller);
      const outcome = await accounts.register(
        contact,
        second_code || (attempt?.ticket ?? ''),
        { password: secret?.value, nickname, consents, countryCode: caller.country },
        visit,
      );
      if (!outcome.ok) return { ok: false, error: outcome.reason };
      await attempts.end(visit.owner);
      const { data, cookies } = entered(outcome.value, attempt?.redirect ?? '');
      // R4.025, R4.026
      return { ok: true, data: { ...data, bind_email: contact.kind === 'phone' && isChinese(caller.locale) }, cookies };
    }),
    bind(contracts.resetPasswordContract, async ({ password, second_code, ...values }, caller) => {
      const whom = await meant(recoveryForm, values, 'forget', caller);
      if (!whom.ok) return whom;
      const secret = await secretIn(password, true);
      if (!secret.ok) return secret;
      const visit = visitOf(caller);
      const outcome = await accounts.resetPassword(whom.value.contact, second_code || (whom.value.attempt?.ticket ?? ''), secret.value, visit);
      if (!outcome.ok) return { ok: false, error: outcome.reason };
      await attempts.end(visit.owner);
      return { ok: true, data: {} };
    }),
    bind(contracts.logoutContract, async (_, { session }) => {
      if (session) await sessions.end(userIdOf(session), Number(session.id));
      return { ok: true, data: {}, cookies: noCookies };
    }),
    bind(contracts.sessionContract, async (_, { session }) => {
      const user = session && (await accounts.find(userIdOf(session)));
      // The marker alone is not proof: what it marks is gone.
      if (!session || !user) return { ok: false, error: 'login-needed' };
      return { ok: true, data: { cust_id: user.id, nickname: user.nickname }, cookies: [markerOf(session.id)] };
    }),
    bind(contracts.customerInfoContract, async (_, { session }) => {
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
          email: shown('email'),
          mobile: shown('phone'),
          country_code: user.countryCode ?? '',
          language: user.locale,
        },
      };
    }),
    bind(contracts.customerSensitiveContract, async (_, { session }) => {
      const contacts = await accounts.contactsOf(userIdOf(session));
      const whole = (wanted: Contact['kind']): string => contacts.find(({ kind }) => kind === wanted)?.address ?? '';
      return { ok: true, data: { email: whole('email'), phone: whole('phone'), realname: '' } };
    }),
    bind(contracts.customerUpdateContract, async ({ nickname, locale, marketing }, { session, now }) => {
      const userId = userIdOf(session);
      await accounts.update(userId, { nickname, locale });
      await accounts.setMarketing(userId, marketing !== '', now);
      return { ok: true, data: {} };
    }),
    bind(contracts.bindStartContract, async (values, caller) => {
      if (!mayBind(caller)) return proofNeeded;
      const read = contactIn(bindForm, values);
      return read.ok ? begin('active', read.value, '', caller) : read;
    }),
    bind(contracts.bindMobileContract, async ({ code, ...values }, caller) => {
      const whom = await meant(bindForm, values, 'active', caller);
      if (!whom.ok) return whom;
      const outcome = await accounts.bind(userIdOf(caller.session), whom.value.contact, code, visitOf(caller));
      return outcome.ok ? { ok: true, data: {} } : { ok: false, error: outcome.reason };
    }),
    bind(contracts.changePasswordContract, async ({ former, password }, caller) => {
      const { session, now } = caller;
      // A first password is one more way in.
      if (former === '' && !mayBind(caller)) return proofNeeded;
      const userId = userIdOf(session);
      const [old, secret] = [former === '' ? '' : await secretIn(former, false), await secretIn(password, true)];
      if (!secret.ok) return secret;
      if (typeof old !== 'string' && !old.ok) return fault('former', 'forms.password');
      const outcome = await accounts.changePassword(userId, Number(session?.id), typeof old === 'string' ? '' : old.value, secret.value, now);
      if (outcome.ok) return { ok: true, data: {} };
      return { ok: false, error: outcome.reason };
    }),
    bind(contracts.endSessionsContract, async ({ which }, { session }) => {
      const userId = userIdOf(session);
      if (which === '') return { ok: true, data: { ended: await sessions.endOthers(undefined, userId, Number(session?.id)) } };
      const id = /^\d{1,10}$/.test(which) ? Number(which) : 0;
      return { ok: true, data: { ended: id > 0 && id <= 2_147_483_647 && (await sessions.end(userId, id)) ? 1 : 0 } };
    }),
    bind(contracts.eraseAccountContract, async (_, { session, now }) => {
      const after = await accounts.erase(userIdOf(session), now);
      return { ok: true, data: { after: after.toISOString().slice(0, 10) }, cookies: noCookies };
    }),
  ];
}
