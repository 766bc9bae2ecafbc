/** Makes an account for a page's browser without walking through the forms by hand. */
import type { Page } from '@playwright/test';
import { consentVersion } from '#lib/features/accounts/accounts.schema.ts';
import { createPaths } from '#lib/paths.ts';
import { expect } from './browser.ts';
import { codeFor } from './outbox.ts';

type Person = { readonly email: string; readonly password: string };

/** Registers somebody new; from then on the browser of the page is theirs. */
export async function registerIn(page: Page, nickname: string): Promise<Person> {
  const paths = createPaths('en-us', false);
  const person = { email: `reader-${crypto.randomUUID().slice(0, 8)}@example.org`, password: 'Bridge-2027' };
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
