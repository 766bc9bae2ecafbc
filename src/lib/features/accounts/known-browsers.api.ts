/** Binds the calls of a browser that knows who signed in with it last. */
import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { passwordFailures } from './accounts.schema.ts';
import type { SigningInService } from './signing-in.service.ts';
import { askedBy, captchaNeeded, visitOf, wrongPassword } from './code-steps.api.ts';
import type { CodeSteps, SessionCookies } from './code-steps.api.ts';
import { secretIn } from './contact-input.rules.ts';
import * as contracts from './known-browsers.contract.ts';
import { knownIn } from './known-browsers.rules.ts';
import type { KnownBrowsersService } from './known-browsers.service.ts';
import type { PersonsService } from './persons.service.ts';

type Parts = {
  readonly signingIn: Pick<SigningInService, 'signInWithPassword'>;
  readonly known: KnownBrowsersService;
  readonly cookies: SessionCookies;
  readonly steps: Pick<CodeSteps, 'begin'>;
  readonly persons: PersonsService;
};

export function knownBrowserCalls({ signingIn, known, cookies, steps, persons }: Parts): readonly BoundCall[] {
  return [
    bind(contracts.knownCodeContract, async ({ redirect }, caller) => {
      const person = await known.find(knownIn(caller), caller.now);
      return person && 'contact' in person ? steps.begin('login', person.contact, redirect, caller) : { ok: false, error: 'code-gone' };
    }),
    bind(contracts.knownPasswordContract, async ({ password, redirect }, caller) => {
      const person = await known.find(knownIn(caller), caller.now);
      if (!person || !('contact' in person)) return { ok: false, error: 'code-gone' };
      const secret = await secretIn(password, false);
      if (!secret.ok) return secret;
      const { contact } = person;
      const asked = askedBy(contact, caller);
      if (!(await persons.mayTry(asked))) return captchaNeeded;
      const outcome = await signingIn.signInWithPassword(contact, secret.value, visitOf(caller));
      if (outcome.ok) return cookies.entered(outcome.value, redirect, caller, `password ${contact.kind}`);
      if (outcome.reason === 'wrong-password') await persons.wasWrong(asked);
      if (outcome.reason === 'locked') return { ok: false, error: 'locked' };
      return wrongPassword(passwordFailures[outcome.reason === 'too-many' ? 'tooMany' : 'wrong'], !(await persons.mayTry({ ...asked, proof: undefined })));
    }),
    bind(contracts.knownForgetContract, async () => ({ ok: true, data: {}, cookies: cookies.forgotten })),
  ];
}
