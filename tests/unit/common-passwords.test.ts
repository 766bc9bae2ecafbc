/** Passwords that are tried first are refused, however they are dressed up; others are not. */
import { describe, expect, test } from 'vitest';
import { secretIn, staffSecretIn } from '#lib/features/accounts/contact-input.rules.ts';
import { staffEnrolForm } from '#lib/features/staff/staff-forms.schema.ts';
import { checkForm } from '#lib/forms/form-check.rules.ts';
import { commonPasswords, isCommonPassword } from '#lib/validation/common-passwords.ts';
import { clientHash, newPasswordFault } from '#lib/validation/passwords.ts';
import fc from '#tests/support/properties.ts';

const attacked = ['password1', 'abc12345', 'Passw0rd', '12345678a', 'loftling1'];

describe('a common password', () => {
  test('is refused as it was tried from outside, and in every usual dress', () => {
    const dressed = [
      'P@ssw0rd!',
      'Qwerty123',
      '1qaz2wsx',
      'aaaaaaa1',
      'abcabc123',
      'Iloveyou2!',
      'Summer2026!',
      'dragon1987',
      'monkey!!1',
      'woaini1314',
      '!@#$%^&8a',
    ];
    for (const one of [...attacked, ...dressed, 'Loftling-2027', 'matkhau123']) expect([one, isCommonPassword(one)]).toEqual([one, true]);
  });

  test('is refused with the name, mail address or number of the person', () => {
    const about = ['Lan Nguyen', 'ngoclan.nguyen@example.org', '+84912345678'];
    for (const one of ['Nguyen1998', 'ngoclan!1', 'lan-nguyen7', '0912345678a', 'Lan12345']) expect([one, isCommonPassword(one, about)]).toEqual([one, true]);
    expect(isCommonPassword('Kitchen-gravel7', about)).toBe(false);
  });

  test('is refused whatever usual ending and case it has', () => {
    const base = fc.constantFrom('password', 'welcome', 'sunshine', 'football', 'qwerty', 'loftling', 'iloveyou', 'princess');
    const ending = fc.constantFrom('1', '12', '123', '1!', '2024', '!', '@1', '007');
    fc.assert(
      fc.property(base, ending, fc.boolean(), fc.boolean(), (word, more, isUpper, isLeet) => {
        const spelled = isLeet ? word.replaceAll('a', '@').replaceAll('o', '0').replaceAll('e', '3') : word;
        expect(isCommonPassword(`${isUpper ? spelled.toUpperCase() : spelled}${more}`)).toBe(true);
      }),
    );
  });
});

test('what is made at random, and words that belong to nobody, are taken', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[b-df-hj-np-tv-z2-46-9]{12}$/), (made) => {
      // Twelve signs of which at most half are pieces of something.
      expect(isCommonPassword(`${made}-Zq`)).toBe(false);
    }),
    { numRuns: 50 },
  );
  for (const one of ['Bridge-2027', 'Harbour-2031', 'Lantern-2027-quay', 'correct horse battery staple', 'Attacker9!x', 'tR4-velvet-ox'])
    expect([one, isCommonPassword(one)]).toEqual([one, false]);
});

test('taking apart takes no time, whatever is sent', () => {
  const before = performance.now();
  for (const one of ['a'.repeat(128), 'ab'.repeat(64), '1q'.repeat(64), 'x'.repeat(100_000)]) isCommonPassword(one, ['a'.repeat(254)]);
  expect(performance.now() - before).toBeLessThan(2_000);
});

test('one that a browser has hashed is compared with the commonest', async () => {
  for (const one of [...attacked, 'Nguyen123']) {
    expect([one, await secretIn(await clientHash(one), true, ['Nguyen'])]).toMatchObject([one, { ok: false }]);
    expect([one, await secretIn(one, true, ['Nguyen'])]).toMatchObject([one, { ok: false }]);
  }
  expect(await secretIn(await clientHash('Bridge-2027'), true)).toMatchObject({ ok: true });
  // Whoever has one already signs in with it.
  expect(await secretIn('password1', false)).toMatchObject({ ok: true });
  expect([...commonPasswords()].filter((one) => newPasswordFault(one) === undefined).length).toBeGreaterThan(10_000);
});

test('staff take twelve signs and more of any kind, and none of these', async () => {
  for (const short of ['Bridge-2027', 'elf signs x'])
    expect([short, await staffSecretIn(short, [])]).toMatchObject([short, { ok: false, data: { fields: [{ message: 'accounts.password_staff' }] } }]);
  for (const common of ['password123456', 'Qwertyuiop12345', 'loftlingloftling'])
    expect([common, await staffSecretIn(common, [])]).toMatchObject([common, { ok: false }]);
  for (const good of ['correct horse battery staple', 'hòn đá cuội bên sông', '雨天的图书馆里有一只安静的猫', 'x7Kq-9zLw-tP2m'.repeat(4)])
    expect([good, await staffSecretIn(good, [])]).toMatchObject([good, { ok: true }]);
  expect(await staffSecretIn('annlee@example.org', ['annlee@example.org'])).toMatchObject({ ok: false });
});

test('a long password of staff, digits and blanks too, passes its form, and one that is too long hears the limit of staff', async () => {
  const pin = '4821 9307 5516 2840 7739 1265 8';
  expect([...pin]).toHaveLength(31);
  expect(checkForm(staffEnrolForm, { password: pin, code: '123456' })).toMatchObject({ ok: true });
  expect(await staffSecretIn(pin, ['ann@example.org'])).toMatchObject({ ok: true });
  const long = checkForm(staffEnrolForm, { password: 'x'.repeat(129), code: '123456' });
  expect(JSON.stringify(long)).toContain('"max":128');
  expect(JSON.stringify(long)).not.toContain('22');
});
