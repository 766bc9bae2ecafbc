/** What people paste: the same account, whatever came along. */
import { getExampleNumber } from 'libphonenumber-js/max';
import type { CountryCode } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { expect, test } from 'vitest';
import fc from '#tests/support/properties.ts';
import { digitsOf } from '#islands/ui/CodeField.tsx';
import { pastedPhone } from '#islands/ui/phone.rules.ts';
import { canals, codeForm, recoveryForm } from '#lib/features/accounts/accounts-forms.schema.ts';
import { contactIn } from '#lib/features/accounts/contact-input.rules.ts';
import { emailOf } from '#lib/features/accounts/contacts.rules.ts';
import { checkForm } from '#lib/forms/form-check.rules.ts';
import { inputAttributes } from '#lib/forms/form-fields.rules.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { dialCountries } from '#lib/geo/dial-codes.ts';
import { parsePhone } from '#lib/phone/phone.ts';
import { plainCode } from '#lib/validation/pasted.rules.ts';

const marks = fc.constantFrom('\u200b', '\u200e', '\u202a', '\u202c', '\u202d', '\u2060', '\u00ad', '\ufeff');
const gaps = fc.constantFrom(' ', '-', '\u00a0', '\u2011', '\u2013', '\u3000', '.', '');
const wide = (digit: string): string => String.fromCodePoint(0xff10 + Number(digit));
const arabic = (digit: string): string => String.fromCodePoint(0x660 + Number(digit));
const script = fc.constantFrom((digit: string) => digit, wide, arabic);

/** Digits as a paste brings them. */
const noisy = (digits: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.array(fc.tuple(gaps, fc.option(marks, { nil: '' })), { minLength: digits.length, maxLength: digits.length }), script, marks)
    .map(
      ([noise, write, mark]) =>
        `${mark}${[...digits].map((digit, at) => `${/\d/.test(digit) ? write(digit) : digit}${noise[at]?.join('') ?? ''}`).join('')}${mark}`,
    );

test('a code is the same code however it was pasted, in field, form and call', () => {
  const code = fc.stringMatching(/^\d{6}$/);
  fc.assert(
    fc.property(
      code.chain((digits) => noisy(digits).map((typed) => [digits, typed] as const)),
      ([digits, typed]) => {
        expect(plainCode(typed)).toBe(digits);
        expect(digitsOf(typed, 6)).toBe(digits);
        expect(checkForm(codeForm, { code: typed })).toMatchObject({ ok: true, values: { code: digits } });
        expect(inputOf(codeForm).safeParse({ code: typed }).data).toEqual({ code: digits });
      },
    ),
  );
  expect(checkForm(codeForm, { code: 'abcdef' })).toMatchObject({ ok: false, problems: [{ message: 'forms.code' }] });
  expect(checkForm(codeForm, { code: '1234567' }).ok).toBe(false);
  // The field lets all of it in: a bound of six would keep "615 68".
  expect(inputAttributes(codeForm.fields[0] as never).maxlength).toBeGreaterThan('615 682'.length * 3);
});

const e164 = (country: string, typed: string): string => {
  const outcome = parsePhone(country, typed);
  return outcome.ok ? outcome.value.e164 : outcome.reason;
};

test.each([
  ['SG', '+65 65 8123 4567', '+6581234567'],
  ['SG', '656581234567', '+6581234567'],
  ['HK', '+852 852 9123 4567', '+85291234567'],
  ['CN', '\u202d13800138000\u202c', '+8613800138000'],
  ['CN', '+86 86 138 0013 8000', '+8613800138000'],
  ['MX', '+5215512345678', '+525512345678'],
  ['MX', '15512345678', '+525512345678'],
  ['DE', '+49 4915112345678', '+4915112345678'],
  ['GB', '＋４４ ７７００ ９００１２３', '+447700900123'],
])('%s %s is %s', (country, typed, expected) => {
  expect(e164(country, typed)).toBe(expected);
  expect(contactIn(recoveryForm, { canal: canals.phone, country_code: country, phone: typed, email: '' })).toMatchObject({
    ok: true,
    value: { address: expected },
  });
});

test('of every country a mobile number is the same however it was pasted, also with its code twice', () => {
  const numbers = dialCountries.flatMap(({ iso2, dialCode }) => {
    const example = getExampleNumber(iso2 as CountryCode, examples);
    const known = example && e164(iso2, example.number);
    return known === example?.number && example ? [{ iso2, dialCode, national: example.nationalNumber as string, number: example.number as string }] : [];
  });
  expect(numbers.length).toBeGreaterThan(180);
  for (const { iso2, dialCode, national, number } of numbers) {
    fc.assert(
      fc.property(noisy(national), noisy(number), (short, long) => {
        expect([e164(iso2, short), e164(iso2, long)], `${iso2} ${JSON.stringify([short, long])}`).toEqual([number, number]);
      }),
      { numRuns: 3 },
    );
    // With the code twice it is the same number, or none: never another one, which somebody else would get the code of.
    const twice = parsePhone(iso2, `+${dialCode} ${dialCode} ${national}`);
    if (twice.ok && iso2 !== 'AR') expect(twice.value.e164, iso2).toBe(number);
  }
});

test('a number pasted into the field finds its country, marks or not', () => {
  expect(pastedPhone('\u202a+44 (0)7700\u2011900123\u202c', 'CN')).toEqual({ iso2: 'GB', number: '7700900123' });
  expect(pastedPhone('＋８６ １３８００１３８０００', 'GB')).toEqual({ iso2: 'CN', number: '13800138000' });
});

test('a mailbox is one address however it was pasted', () => {
  const same = [
    'eve@bücher.example',
    'Eve@BÜCHER.example',
    'eve@xn--bcher-kva.example',
    'eve＠bücher。example',
    '\u200beve@bücher.example.\ufeff',
    'mailto:eve@bücher.example',
    ' ｅｖｅ@bücher．example ',
  ];
  expect(new Set(same.map(emailOf))).toEqual(new Set(['eve@xn--bcher-kva.example']));
  const name = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
  fc.assert(
    fc.property(
      name,
      name,
      fc.array(marks, { maxLength: 3 }),
      fc.constantFrom('@', '＠'),
      fc.constantFrom('.', '。', '．', '｡'),
      (local, domain, noise, at, dot) => {
        const typed = `${noise.join('')}${local}${noise.join('')}${at}${domain.toUpperCase()}${dot}org${noise.join('')}${dot}`;
        expect(emailOf(typed)).toBe(`${local}@${domain}.org`);
      },
    ),
  );
  expect(emailOf('ann@例え.テスト')).toBe('ann@xn--r8jz45g.xn--zckzah');
  expect(['ann', 'ann@', '@b.org', 'ann@b', 'a n@b.org'].map(emailOf)).toEqual([undefined, undefined, undefined, undefined, undefined]);
});
