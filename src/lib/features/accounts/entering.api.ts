/** Binds the calls of signing in: codes, passwords, registering, recovering, and signing out. */
import { bind } from '#lib/api/bind.ts';
import type { BoundCall, CallRefused, CallResult } from '#lib/api/bind.ts';
import type { FieldProblem } from '#lib/forms/form.schema.ts';
import { isChinese } from '#lib/i18n/locales.ts';
import { entryForm, recoveryForm } from './accounts-forms.schema.ts';
import { consentVersion, passwordFailures, resendAfter } from './accounts.schema.ts';
import type { ConsentKind } from './accounts.schema.ts';
import type { BindingService } from './binding.service.ts';
import type { PasswordsService } from './passwords.service.ts';
import type { SigningInService, Visit } from './signing-in.service.ts';
import type { Attempt, AttemptsService } from './attempts.service.ts';
import { askedBy, captchaNeeded, proofNeeded, ticketIn, userIdOf, visitOf, wrongPassword } from './code-steps.api.ts';
import type { CodeSteps, SessionCookies } from './code-steps.api.ts';
import { contactIn, secretIn } from './contact-input.rules.ts';
import { fault, faults } from '#lib/forms/field-faults.rules.ts';
import * as contracts from './entering.contract.ts';
import type { PersonsService } from './persons.service.ts';
import type { SessionsService } from './sessions.service.ts';

type Parts = {
  readonly signingIn: Pick<SigningInService, 'signInWithCode' | 'signInWithPassword' | 'checkCode' | 'register'>;
  readonly passwords: Pick<PasswordsService, 'resetPassword'>;
  readonly binding: BindingService;
  readonly sessions: SessionsService;
  readonly attempts: AttemptsService;
  readonly cookies: SessionCookies;
  readonly steps: CodeSteps;
  readonly persons: PersonsService;
};

export function enteringCalls({
  signingIn,
  passwords,
  binding,
  sessions,
  attempts,
  cookies,
  persons,
  steps: { begin, mayBind, meant },
}: Parts): readonly BoundCall[] {
  /** What a visit has begun goes along when its code was right. */
  const raise = async (attempt: Attempt | undefined, { owner, next, now }: Visit): Promise<void> => {
    if (attempt) await attempts.put(next, { ...attempt, isProved: true }, now, owner);
  };

  return [
    bind(
      contracts.sendCodeContract,
      async (
        { event, redirect, ...values },
        caller,
      ): Promise<CallResult<{ seconds: number }, 'captcha-needed' | 'code-too-soon' | 'no-way-there' | 'too-many' | 'bad-input'>> => {
        const read = contactIn(event === 'login' ? entryForm : recoveryForm, values);
        if (!read.ok) return read;
        const begun = await begin(event, read.value, redirect, caller);
        return begun.ok ? { ok: true, data: { seconds: resendAfter }, cookies: begun.cookies } : begun;
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
        reason === 'wrong-code' ? fault('code', 'accounts.wrong_code') : { ok: false, error: 'code-gone' };
      switch (event) {
        case 'login': {
          const outcome = await signingIn.signInWithCode(contact, code, visit, { asks: true });
          if (!outcome.ok) {
            const { reason } = outcome;
            return reason === 'locked' || reason === 'in-question' ? { ok: false, error: reason } : wrong(reason);
          }
          if ('session' in outcome.value) {
            await attempts.end(visit.owner);
            // Who proves anew who they are goes on in the new session.
            if (caller.session?.userId === outcome.value.session.userId) await sessions.end(userIdOf(caller.session), Number(caller.session.id));
            const answer = cookies.entered(outcome.value.session, redirect, caller, `code ${contact.kind}`);
            return { ...answer, data: { ...answer.data, next: 'done' as const } };
          }
          await attempts.put(visit.next, { ...attempt, isProved: true }, caller.now, visit.owner);
          const next = outcome.value.isAsked ? ('whose' as const) : ('register' as const);
          return { ok: true, data: { cust_id: 0, redirect, next }, cookies: cookies.proved(visit, outcome.value.ticket) };
        }
        case 'active': {
          if (!caller.session) return { ok: false, error: 'code-gone' };
          const outcome = await binding.bind(userIdOf(caller.session), contact, code, visit);
          if (!outcome.ok) return outcome.reason === 'no-way' ? { ok: false, error: 'no-way-there' } : wrong(outcome.reason);
          const { value } = outcome;
          const data = { cust_id: caller.session.userId, redirect, next: value.kind };
          if (value.kind === 'taken') {
            await attempts.put(visit.next, { ...attempt, isProved: true }, caller.now, visit.owner);
            return { ok: true, data, cookies: cookies.proved(visit, value.ticket) };
          }
          await attempts.end(visit.owner);
          return { ok: true, data };
        }
        default: {
          const outcome = await signingIn.checkCode(event, contact, code, visit);
          if (!outcome.ok) return wrong(outcome.reason);
          await attempts.put(visit.next, { ...attempt, isProved: true }, caller.now, visit.owner);
          return { ok: true, data: { cust_id: 0, redirect, next: 'reset' as const }, cookies: cookies.proved(visit, outcome.value.ticket) };
        }
      }
    }),
    bind(contracts.codeLoginContract, async ({ code, ...values }, caller) => {
      const whom = await meant(recoveryForm, values, 'login', caller);
      if (!whom.ok) return whom;
      const visit = visitOf(caller);
      const outcome = await signingIn.signInWithCode(whom.value.contact, code, visit);
      if (!outcome.ok) return { ok: false, error: outcome.reason };
      if ('ticket' in outcome.value) {
        const { ticket } = outcome.value;
        await raise(whom.value.attempt, visit);
        return { ok: true, data: { cust_id: 0, redirect: '', second_code: ticket }, cookies: cookies.proved(visit, ticket) };
      }
      const answer = cookies.entered(outcome.value.session, '', caller, `code ${whom.value.contact.kind}`);
      return { ...answer, data: { ...answer.data, second_code: '' } };
    }),
    bind(contracts.passwordLoginContract, async ({ password, redirect, ...values }, caller) => {
      const read = contactIn(entryForm, values);
      const secret = await secretIn(password, false);
      if (!read.ok) return read;
      if (!secret.ok) return secret;
      const asked = askedBy(read.value, caller);
      if (!(await persons.mayTry(asked))) return captchaNeeded;
      const outcome = await signingIn.signInWithPassword(read.value, secret.value, visitOf(caller));
      if (!outcome.ok && outcome.reason === 'wrong-password') await persons.wasWrong(asked);
      if (outcome.ok) return cookies.entered(outcome.value, redirect, caller, `password ${read.value.kind}`);
      // R8.10, R8.11: after too many tries a new password is the way on.
      if (outcome.reason === 'locked') return { ok: false, error: 'locked' };
      return wrongPassword(passwordFailures[outcome.reason === 'too-many' ? 'tooMany' : 'wrong'], !(await persons.mayTry({ ...asked, proof: undefined })));
    }),
    bind(contracts.checkCodeContract, async ({ event, code, ...values }, caller) => {
      const whom = await meant(recoveryForm, values, event, caller);
      if (!whom.ok) return whom;
      const visit = visitOf(caller);
      const outcome = await signingIn.checkCode(event, whom.value.contact, code, visit);
      if (!outcome.ok) return { ok: false, error: outcome.reason };
      const { ticket } = outcome.value;
      await raise(whom.value.attempt, visit);
      return { ok: true, data: { second_code: ticket }, cookies: cookies.proved(visit, ticket) };
    }),
    bind(contracts.registerContract, async ({ password, second_code, nickname, consent_age, consent_transfer, consent_marketing, ...values }, caller) => {
      const whom = await meant(recoveryForm, values, 'login', caller);
      if (!whom.ok) return whom;
      const missing = Object.entries({ consent_age, consent_transfer }).filter(([, version]) => version !== consentVersion);
      const secret = password === '' ? undefined : await secretIn(password, true, [whom.value.contact.address, nickname]);
      const problems = [...missing.map(([field]): FieldProblem => ({ field, message: 'forms.tick' }))];
      if (problems.length > 0) return faults(problems);
      if (secret && !secret.ok) return secret;
      const { contact, attempt } = whom.value;
      const consents: ConsentKind[] = ['terms', 'transfer', ...(consent_marketing === consentVersion ? ['marketing' as const] : [])];
      const visit = visitOf(caller);
      const outcome = await signingIn.register(
        contact,
        ticketIn(caller, attempt, second_code),
        { password: secret?.value, nickname, consents, countryCode: caller.country },
        visit,
      );
      if (!outcome.ok) return { ok: false, error: outcome.reason };
      await attempts.end(visit.owner);
      const answer = cookies.entered(outcome.value, attempt?.redirect ?? '', caller, `${secret ? 'password' : 'code'} ${contact.kind}`);
      // R4.025, R4.026
      return { ...answer, data: { ...answer.data, bind_email: contact.kind === 'phone' && isChinese(caller.locale) } };
    }),
    bind(contracts.resetPasswordContract, async ({ password, second_code, ...values }, caller) => {
      const whom = await meant(recoveryForm, values, 'forget', caller);
      if (!whom.ok) return whom;
      const secret = await secretIn(password, true, [whom.value.contact.address]);
      if (!secret.ok) return secret;
      const visit = visitOf(caller);
      const outcome = await passwords.resetPassword(whom.value.contact, ticketIn(caller, whom.value.attempt, second_code), secret.value, visit);
      if (!outcome.ok) return { ok: false, error: outcome.reason };
      await attempts.end(visit.owner);
      return { ok: true, data: {}, cookies: [...cookies.noTicket, ...cookies.raised(visit)] };
    }),
    bind(contracts.logoutContract, async (_, { session }) => {
      if (session) await sessions.end(userIdOf(session), Number(session.id));
      return { ok: true, data: {}, cookies: cookies.none };
    }),
  ];
}
