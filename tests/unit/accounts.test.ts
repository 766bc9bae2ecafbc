/** Rules of accounts: the graph of signing in, passwords, contacts, devices. */
import fc from '#tests/support/properties.ts';
import { describe, expect, test } from 'vitest';
import { checkForm } from '#lib/forms/form-check.rules.ts';
import { inputAttributes, secretsOf } from '#lib/forms/form-fields.rules.ts';
import { formPages } from '#lib/form-pages.ts';
import { canals, changePasswordForm, codeForm, entryForm, passwordForm, registerForm } from '#lib/features/accounts/accounts-forms.schema.ts';
import { consentVersion } from '#lib/features/accounts/accounts.schema.ts';
import { emailOf, masked } from '#lib/features/accounts/contacts.rules.ts';
import { deviceName } from '#lib/features/accounts/devices.rules.ts';
import { startOf, usualCanal } from '#lib/features/accounts/login-ways.rules.ts';
import { loginEdges, loginSteps, nextStep } from '#lib/features/accounts/login.process.rules.ts';
import type { LoginEvent, LoginMatter, LoginStep } from '#lib/features/accounts/login.process.rules.ts';
import { createPasswordHashes, HashingBusyError, argonCost } from '#lib/features/accounts/password-hashes.service.ts';
import { accountNoticeMail } from '#lib/features/accounts/mail/account-notice.mail.ts';
import { loginCodeMail } from '#lib/features/accounts/mail/login-code.mail.ts';
import { locales } from '#lib/i18n/locales.ts';
import { createPaths, createSite } from '#lib/paths.ts';
import { isOpen, routeOf, routes } from '#lib/routes.ts';
import { createKeyRing } from '#lib/secrets.ts';
import { pageQuery } from '#server/pages/query.ts';
import { clientHash, isClientHash, newPasswordFault, passwordFault, passwordHints, passwordStrength } from '#lib/validation/passwords.ts';

const matter = { recovering: false, known: false, chinesePhone: false } satisfies LoginMatter;

describe('the graph of signing in', () => {
  test('[R4.009] [R4.010] [R4.011] [R4.012] [R4.013] [R4.015] has six steps, numbered as on the wire', () => {
    expect(Object.values(loginSteps)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test.each<[string, LoginStep, LoginEvent, Partial<LoginMatter>, LoginStep]>([
    ['R4.016', 'entry', 'code-sent', {}, 'code'],
    ['R4.017', 'entry', 'password-way', {}, 'password'],
    ['R4.018', 'code', 'back', {}, 'entry'],
    ['R4.019', 'code', 'back', { recovering: true }, 'recovery'],
    ['R4.020', 'code', 'signed-in', { known: true }, 'closed'],
    ['R4.021', 'code', 'code-right', {}, 'newPassword'],
    ['R4.022', 'code', 'code-right', { recovering: true, known: true }, 'newPassword'],
    ['R4.023', 'newPassword', 'reset', { recovering: true }, 'closed'],
    ['R4.024', 'newPassword', 'registered', {}, 'closed'],
    ['R4.025', 'newPassword', 'registered', { chinesePhone: true }, 'bindEmail'],
    ['R4.027', 'bindEmail', 'back', {}, 'newPassword'],
    ['R4.014', 'bindEmail', 'skipped', {}, 'closed'],
    ['R4.028', 'recovery', 'code-sent', { recovering: true }, 'code'],
    ['R8.13', 'newPassword', 'code-gone', { recovering: true }, 'code'],
  ])('[%s] leads from %s by %s', (_, from, event, more, to) => {
    expect(nextStep(from, event, { ...matter, ...more })).toBe(to);
  });

  test('[R4.014] [R4.018] [R4.019] [R4.025] [R4.027] goes back where one came from, and asks for an address that can be left for later', () => {
    expect(nextStep('code', 'back', matter)).toBe('entry');
    expect(nextStep('code', 'back', { ...matter, recovering: true })).toBe('recovery');
    expect([startOf('login'), startOf('forget')], 'and so do the pages').toEqual(['login', 'reset_password']);
    expect(nextStep('newPassword', 'registered', { ...matter, chinesePhone: true })).toBe('bindEmail');
    expect(nextStep('bindEmail', 'back', matter)).toBe('newPassword');
    for (const edition of locales) {
      const paths = createPaths(edition, false);
      const done = (bind_email: boolean, redirect = '') => formPages.register.done({ cust_id: 1, redirect, bind_email }, { paths, values: {} });
      expect(done(true)).toBe(`${paths.to('account_contact')}?new=1`);
      expect(done(true, '/order'), 'who wanted to go somewhere as well').toBe(`${paths.to('account_contact')}?new=1&redirect=%2Forder`);
      const back = (redirect: string) => formPages['change-password'].done({}, { paths, values: { redirect } });
      expect([back(done(true)), back(''), back('https://example.org/')]).toEqual([
        done(true),
        ...Array(2).fill(`${paths.to('profile_account')}?done=password`),
      ]);
      expect(done(false)).toBe(paths.to('profile'));
    }
    expect(nextStep('bindEmail', 'skipped', matter)).toBe('closed');
  });

  test('[R2.121] [R2.122] [R2.123] has public addresses for a lost password, for a phone and for somebody WeChat knows, and no token is read of one', () => {
    const paths = createPaths('en-us', false);
    const of = ['reset_password', 'reg_mobile', 'bind_mobile'] as const;
    expect(of.map((name) => paths.to(name))).toEqual(['/en/users/reset-password', '/en/users/reg-mobile', '/en/users/bind-mobile']);
    for (const name of of) expect([isOpen(name), routes[name].access, routes[name].indexable]).toEqual([true, 'public', false]);
    expect(of.map((name) => formPages[routes[name].form ?? 'login'].contract.name)).toEqual(['recovery-start', 'login-start', 'bind-wechat']);
    expect(pageQuery(new URLSearchParams({ token: 'of-somebody' }), routeOf('bind_mobile').query ?? []).query.has('token')).toBe(false);
    expect(usualCanal('en-us', true), 'the way in by phone asks for one').toBe(canals.phone);
  });

  test('has no way that is not in it, none out of the end, and every step can be reached and left', () => {
    const steps: LoginStep[] = [...(Object.keys(loginSteps) as (keyof typeof loginSteps)[]), 'closed'];
    const events = [...new Set(loginEdges.map(({ event }) => event))];
    const matters = [false, true].flatMap((recovering) =>
      [false, true].flatMap((known) => [false, true].map((chinesePhone) => ({ recovering, known, chinesePhone }))),
    );
    for (const from of steps)
      for (const event of events)
        for (const one of matters) {
          const fitting = loginEdges.filter(
            (edge) =>
              edge.from === from && edge.event === event && Object.entries(edge.when ?? {}).every(([name, value]) => one[name as keyof LoginMatter] === value),
          );
          // Two ways of one event would make what happens a matter of order.
          expect(fitting.length).toBeLessThanOrEqual(1);
          expect(nextStep(from, event, one)).toBe(fitting[0]?.to);
        }
    expect(loginEdges.some(({ from }) => from === 'closed')).toBe(false);
    for (const step of steps) if (step !== 'entry') expect(loginEdges.some(({ to }) => to === step)).toBe(true);
    for (const step of steps) if (step !== 'closed') expect(loginEdges.some(({ from }) => from === step)).toBe(true);
  });
});

describe('a password', () => {
  test('[R5.12] [R5.15] [R5.17] that signs in has 6 to 22 printable characters of ASCII', () => {
    for (const right of ['abc123', 'a'.repeat(22), '~!@#$% ^']) expect(passwordFault(right)).toBeUndefined();
    for (const wrong of ['abc12', 'a'.repeat(23), 'mậtkhẩu1', '密码abc123', 'abc\u0000123']) expect(passwordFault(wrong)).toBe('accounts.password_signs');
  });

  test('[R5.13] [R5.14] [R5.16] [R5.18] that is set is longer and mixed, which two hints say while it is typed', () => {
    expect(passwordHints).toHaveLength(2);
    expect(newPasswordFault('abc1234')).toBe('accounts.password_length');
    for (const plain of ['abcdefgh', '12345678', '密码密码密码12']) expect(newPasswordFault(plain)).toBe('accounts.password_mix');
    for (const good of ['abcdefg1', '1234567!', 'Bridge-2027']) expect(newPasswordFault(good)).toBeUndefined();
    expect(['', 'a', 'a1', 'aA1', 'aA1!'].map(passwordStrength)).toEqual([0, 1, 2, 3, 4]);
  });

  test('[R5.19] leaves the browser as a hash, the same as the server makes of it', async () => {
    const hash = await clientHash('Bridge-2027');
    expect(isClientHash(hash)).toBe(true);
    expect(await clientHash(' Bridge-2027 ')).toBe(hash);
    expect(hash).not.toBe(await clientHash('Bridge-2028'));
    expect(isClientHash('Bridge-2027')).toBe(false);
  });

  test('is hashed with at least 19 MiB and two passes, never twice the same, and holds through a change of secrets', async () => {
    expect(argonCost.memory).toBeGreaterThanOrEqual(19 * 1_024);
    expect(argonCost.passes).toBeGreaterThanOrEqual(2);
    const [former, next] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const before = createPasswordHashes(createKeyRing([former]));
    const stored = await before.hash('secret');
    expect(stored).not.toBe(await before.hash('secret'));
    expect([await before.verify('secret', stored), await before.verify('Secret', stored), await before.verify('secret', undefined)]).toEqual([
      true,
      false,
      false,
    ]);
    const after = createPasswordHashes(createKeyRing([next, former]));
    expect(await after.verify('secret', stored)).toBe(true);
    expect([before.isOutdated(stored), after.isOutdated(stored)]).toEqual([false, true]);
    expect(await createPasswordHashes(createKeyRing([next])).verify('secret', stored)).toBe(false);
    for (const nonsense of ['', '$argon2id$', 'x'.repeat(1_000)]) expect(await before.verify('secret', nonsense)).toBe(false);
  });

  test('waits its turn, and is turned away when 64 wait', async () => {
    const hashes = createPasswordHashes(createKeyRing([Buffer.alloc(32, 3)]));
    // A hash says itself what it took to make: this one next to nothing, for it is the turns that are looked at.
    const cheap = `$argon2id$v=19$m=64,t=1,p=1,keyid=none$${'s'.repeat(22)}$${'k'.repeat(43)}`;
    const asked = Array.from({ length: 67 }, () => hashes.verify('a', cheap).catch((error: unknown) => error));
    const answers = await Promise.all(asked);
    expect(answers.filter((one) => one instanceof HashingBusyError)).toHaveLength(1);
    expect(answers.filter((one) => one === false)).toHaveLength(66);
  });
});

describe('a contact', () => {
  test('is one address however it is typed, and none where it is none', () => {
    expect(emailOf('  Ann.Lee@Example.ORG ')).toBe('ann.lee@example.org');
    expect(emailOf('ａｎｎ@example.org')).toBe('ann@example.org');
    for (const none of ['', 'ann', 'ann@', 'ann@nowhere', 'a b@example.org', `${'a'.repeat(10_000)}@example.org`, 'ann@example.org,bob@example.org'])
      expect(emailOf(none)).toBeUndefined();
  });

  test('is shown as little as its owner needs to know it again', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (address) => {
        const shown = masked({ kind: 'email', address });
        const name = address.slice(0, address.lastIndexOf('@'));
        return name.length < 3 || !shown.includes(name);
      }),
    );
    expect(masked({ kind: 'phone', address: '+8613800138000' })).toBe('+86•••000');
  });
});

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1', 'Safari, iPhone'],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36 MicroMessenger/8.0', 'WeChat, Android'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge, Windows'],
  ['curl/8.0', ''],
  ['x'.repeat(100_000), ''],
])('a device is called by its browser and system', (agent, name) => {
  expect(deviceName(agent)).toBe(name);
});

describe('forms of accounts', () => {
  test('[R5.39] [R5.04] [R5.06] ask for one contact: what is not chosen does not count', () => {
    const terms = { consent_terms: consentVersion };
    expect(checkForm(entryForm, { canal: '2', email: 'ann@example.org', phone: 'x', country_code: 'x', ...terms }).ok).toBe(true);
    expect(checkForm(entryForm, { canal: '1', email: 'x', phone: '13800138000', country_code: 'CN', ...terms }).ok).toBe(true);
    for (const wrong of [
      { canal: '2', email: 'ann@example.org' },
      { canal: '1', email: 'ann@example.org', ...terms },
      { canal: '3', email: 'ann@example.org', ...terms },
    ])
      expect(checkForm(entryForm, wrong).ok).toBe(false);
  });

  test('[R5.09] [R9.16] [R9.17] bound codes and passwords, let browsers fill them in, and never show them again', () => {
    expect(inputAttributes(codeForm.fields[0])).toMatchObject({ autocomplete: 'one-time-code', inputmode: 'numeric', maxlength: 60 });
    const known = passwordForm.fields.find(({ name }) => name === 'password');
    const fresh = registerForm.fields.find(({ name }) => name === 'password');
    expect(known && inputAttributes(known)).toMatchObject({ type: 'password', autocomplete: 'current-password', maxlength: 22 });
    expect(fresh && inputAttributes(fresh)).toMatchObject({ type: 'password', autocomplete: 'new-password', maxlength: 22 });
    expect([...secretsOf(passwordForm)]).toEqual(['password']);
    expect([...secretsOf(codeForm)]).toEqual(['code']);
  });

  test('lead on to the step that the graph says', () => {
    const paths = createSite('https://homes.example.org', new Map()).paths('en-us');
    const onward = (next: string) => formPages['login-code'].done({ next, redirect: '/en/uk', cust_id: 1 }, { paths, values: {} });
    expect(['done', 'register', 'reset', 'bound'].map(onward)).toEqual(['/en/uk', '/en/users/login/new', '/en/users/reset-password/new', '/en/uk']);
    expect(formPages['login-code'].done({ next: 'bound', redirect: '', cust_id: 1 }, { paths, values: {} })).toBe('/en/profile/account?done=contact');
  });
});

test('mails of accounts are whole in every language, and a code stands first in the subject', () => {
  const site = createSite('https://homes.example.org', new Map());
  for (const locale of locales) {
    for (const event of ['login', 'verify_code', 'forget', 'active'] as const) {
      const { subject, text, html } = loginCodeMail.write({ code: '012345', event, minutes: 5 }, locale, site);
      expect(subject.startsWith('012345')).toBe(true);
      expect(text).toContain('012345');
      expect(html).toContain('012345');
    }
    for (const what of ['password-changed', 'contact-changed', 'erasing'] as const)
      expect(accountNoticeMail.write({ what, days: 14 }, locale, site).text).not.toMatch(/\{\{|undefined/);
  }
});

test('[R5.19] forms of people take a password as it was typed, and as the browser hashes it, which is longer', async () => {
  const hash = await clientHash('Bridge-2027');
  for (const [password, said] of [
    ['Bridge-2027', []],
    [hash, []],
    [`${hash}0`, ['forms.length_max']],
    ['Bridge-2027'.padEnd(23, '7'), ['forms.length_max']],
  ] as const) {
    const checked = checkForm(changePasswordForm, { former: '', password });
    expect([password, checked.ok ? [] : checked.problems.map(({ message }) => message)]).toEqual([password, said]);
  }
});
