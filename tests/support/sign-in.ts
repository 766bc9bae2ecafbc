/** People for a page's browser: with an account that the services of accounts make, where registering is not what a test is about, or by the forms. */
import type { Page } from '@playwright/test';
import { csrfOf } from '#lib/api/gates/csrf.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import { consentVersion } from '#lib/features/accounts/accounts.schema.ts';
import type { Contact } from '#lib/features/accounts/accounts.schema.ts';
import { createAccountsRepository } from '#lib/features/accounts/accounts.repository.ts';
import { createSessionCookies } from '#lib/features/accounts/code-steps.api.ts';
import { createCodesRepository } from '#lib/features/accounts/codes.repository.ts';
import { createCodesService } from '#lib/features/accounts/codes.service.ts';
import { destinationOf } from '#lib/features/accounts/contacts.rules.ts';
import { createPasswordHashes } from '#lib/features/accounts/password-hashes.service.ts';
import { createSessionsRepository } from '#lib/features/accounts/sessions.repository.ts';
import { createSessionsService } from '#lib/features/accounts/sessions.service.ts';
import { createSigningInService } from '#lib/features/accounts/signing-in.service.ts';
import { realnameConsentVersion } from '#lib/features/realname/realname.schema.ts';
import { createPaths } from '#lib/paths.ts';
import { newPreSession, setPreSession } from '#lib/pre-session.ts';
import { clientHash } from '#lib/validation/passwords.ts';
import { expect } from './browser.ts';
import { codeFor } from './outbox.ts';
import { onSiteDatabase, siteSecrets, takeCookies } from './site-database.ts';

type Person = { readonly email: string; readonly password: string };

const somebody = (): Person => ({ email: `reader-${crypto.randomUUID().slice(0, 8)}@example.org`, password: 'Bridge-2027' });

/** Everybody's password is the same: it is hashed once for each worker. */
let passwordHash: Promise<string> | undefined;

/**
 * Registers somebody new as the last step of the forms does, with the same services; from then on the browser of the page is theirs.
 * @param hasName whether they have confirmed their name: where it is asked for, what a test is about comes after it.
 */
export async function registerIn(page: Page, nickname: string, { hasName = true } = {}): Promise<Person> {
  const person = somebody();
  const secrets = siteSecrets();
  const hashes = createPasswordHashes(secrets);
  const hash = await (passwordHash ??= clientHash(person.password).then((secret) => hashes.hash(secret)));
  const preSession = newPreSession();
  const userAgent = await page.evaluate(() => navigator.userAgent);
  const session = await onSiteDatabase(async (db) => {
    const repository = createAccountsRepository(db);
    const sealedOf = (contact: Contact) => ({
      kind: contact.kind,
      digests: secrets.digests('contacts', destinationOf(contact)),
      sealed: secrets.encrypt('contacts', contact.address),
    });
    const nothingSent = async () => undefined;
    const signingIn = createSigningInService({
      repository,
      accounts: { sealedOf },
      codes: createCodesService({ repository: createCodesRepository(db), secrets, shows: false }),
      sessions: createSessionsService({ repository: createSessionsRepository(db) }),
      hashes,
      isInQuestion: async () => false,
      transact: (work) => transact(db, work),
      prepareCode: nothingSent,
      spend: nothingSent,
      places: { shareOf: nothingSent, noteArrival: nothingSent, mayTry: async () => true },
    });
    const visit = { owner: `pre:${preSession}`, next: `pre:${preSession}`, locale: 'en-us', now: new Date(), userAgent, country: undefined } as const;
    return transact(db, async (tx) => {
      const contact = { kind: 'email', address: person.email } as const;
      const opened = await signingIn.open(tx, contact, { nickname, consents: ['terms', 'transfer'], countryCode: undefined }, visit);
      if (!opened.ok) throw new Error(`nobody was registered: ${opened.reason}`);
      await repository.setPassword(tx, opened.value.userId, hash, visit.now);
      const sealed = secrets.encrypt('fields', JSON.stringify({ name: '王小明', number: '11010519491231002X' }));
      const named = { user_id: opened.value.userId, sealed, number_digest: null, consent_version: realnameConsentVersion, given_at: visit.now };
      if (hasName)
        await tx
          .insertInto('user_realnames')
          .values({ ...named, checked_at: visit.now, is_official: false })
          .execute();
      return opened.value;
    });
  });
  const cookies = createSessionCookies({
    csrf: csrfOf({ secrets }),
    known: { sealed: () => '' },
    secure: false,
    site: { paths: (locale) => createPaths(locale, false) },
  });
  await takeCookies(page.context(), [setPreSession(preSession, false), ...cookies.cookiesOf(session)]);
  return person;
}

/** Registers somebody new by the forms, as a browser without script sends them. */
export async function registerByFormsIn(page: Page, nickname: string): Promise<Person> {
  const paths = createPaths('en-us', false);
  const person = somebody();
  const { request } = page;
  const send = async (path: string, values: Record<string, string>): Promise<void> => {
    const html = await (await request.get(path)).text();
    const csrf = /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? '';
    const answer = await request.post(path, { form: { csrf, ...values }, headers: { 'sec-fetch-site': 'same-origin' }, maxRedirects: 0 });
    expect(answer.status(), `${path} takes what was sent`).toBe(303);
  };
  await send(paths.to('login'), { canal: '2', email: person.email, consent_terms: consentVersion });
  await expect.poll(() => codeFor(person.email), { message: 'a code by mail' }).toBeDefined();
  await send(paths.to('login_code'), { code: codeFor(person.email) ?? '' });
  await send(paths.to('login_new'), { nickname, password: person.password, consent_age: consentVersion, consent_transfer: consentVersion });
  return person;
}

/** Signs somebody in by their password, in a browser that does not know them. */
export async function signInAt(page: Page, { email, password }: Person): Promise<void> {
  const path = createPaths('en-us', false).to('login_password');
  const html = await (await page.request.get(path)).text();
  const csrf = /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? '';
  const form = { csrf, canal: '2', email, password, consent_terms: consentVersion };
  const answer = await page.request.post(path, { form, headers: { 'sec-fetch-site': 'same-origin' }, maxRedirects: 0 });
  expect(answer.status(), 'a password is taken').toBe(303);
}
