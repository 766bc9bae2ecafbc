/** Numbers of phones, as people type and paste them. */
import fc from '#tests/support/properties.ts';
import { expect, test } from 'vitest';
import { dialCountries } from '#lib/geo/dial-codes.ts';
import { maskedPhone, parsePhone, phoneLengths } from '#lib/phone/phone.ts';
import type { PhoneForm } from '#lib/phone/phone.ts';

const e164 = (country: string, typed: string, form?: PhoneForm): string => {
  const read = parsePhone(country, typed, form);
  return read.ok ? read.value.e164 : read.reason;
};

test('one phone is one number, however it is written', () => {
  for (const typed of [
    '07700 900123',
    '7700900123',
    '(0)7700-900-123',
    '07700.900.123',
    '+44 (0)7700 900123',
    '+447700900123',
    '0044 7700 900123',
    '４４ 7700 900123',
    '０７７００９００１２３',
    '＋４４７７００９００１２３',
    '٠٧٧٠٠٩٠٠١٢٣',
    '07700\u00a0900\u2011123',
  ])
    expect(e164('GB', typed), typed).toBe('+447700900123');
  for (const country of ['GB', 'gb', '44', '+44', '0044', ' +４４ ']) expect(e164(country, '07700900123'), country).toBe('+447700900123');
  expect(e164('CN', '+44 (0)7700 900123')).toBe('+447700900123');
  expect(e164('IT', '3123456789')).toBe('+393123456789');
  expect(e164('VN', '090 123 45 67')).toBe('+84901234567');
  expect(e164('HK', '6123 4567')).toBe('+85261234567');
  expect(e164('+1', '202 555 0123')).toBe('+12025550123');
});

test('[R5.04] a Chinese mobile number has 11 digits, the first 1 and the second 3 to 9', () => {
  for (const typed of ['13812345678', '138 1234 5678', '+86 138-1234-5678', '０１３８１２３４５６７８'.slice(1), '86 13812345678'])
    expect(e164('CN', typed), typed).toBe('+8613812345678');
  // As carriers' codes begin, so do numbers.
  for (const typed of ['17900004000', '179 0000 4000', '+86 17900004000', '17951138123'])
    expect(e164('CN', typed), typed).toBe(`+86${typed.replace('+86', '').replaceAll(' ', '')}`);
  expect(e164('CN', '12812345678')).toBe('not-chinese-mobile');
  expect(e164('CN', '23812345678')).toBe('not-chinese-mobile');
  expect(e164('CN', '1381234567')).toBe('too-short');
  expect(e164('CN', '138123456789')).toBe('too-long');
  fc.assert(
    fc.property(fc.stringMatching(/^1[3-9]\d{9}$/), (number) => {
      expect(e164('CN', number)).toBe(`+86${number}`);
    }),
  );
});

test('[R5.01] [R5.02] [R5.03] each form has its lengths', () => {
  expect(phoneLengths).toEqual({ mobile: { least: 6, most: 11 }, global: { least: 6, most: 15 }, login: { least: 7, most: 11 } });
  // Germany: 3 + 8 or 9 digits.
  expect(e164('DE', '1512 34567890', 'global')).toBe('+49151234567890');
  expect(e164('DE', '151234567890', 'mobile')).toBe('too-long');
  expect(e164('DE', '151234567890', 'login')).toBe('too-long');
  expect(e164('DE', '15123456789', 'login')).toBe('+4915123456789');
  expect(e164('HK', '612345', 'login')).toBe('too-short');
});

test('[R5.05] an area code is required', () => {
  for (const country of ['', '0', 'ZZ', '+', '99999', 'GB;', '١']) expect(e164(country, '07700900123'), country).toBe('country');
  expect(e164('', '+447700900123')).toBe('+447700900123');
});

test('what is no number of a phone says why', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['GB', '', 'empty'],
    ['GB', ' \u3000\t', 'empty'],
    ['GB', '12', 'too-short'],
    ['GB', '0770090012345', 'too-long'],
    ['GB', `07700900123${' '.repeat(10_000)}`, 'too-long'],
    ['GB', '0'.repeat(10_000), 'too-long'],
    ['GB', '07700 9OO123', 'not-a-number'],
    ['GB', '07700900123 ext 5', 'not-a-number'],
    ['GB', 'tel:+447700900123', 'not-a-number'],
    ['GB', '+44+447700900123', 'not-a-number'],
    ['GB', '07700900123\u2028x', 'not-a-number'],
    ['GB', '+999 123456789', 'country'],
    ['GB', '020 7946 0018', 'landline'],
    ['GB', '0800 1111', 'landline'],
  ];
  for (const [country, typed, problem] of cases) expect(e164(country, typed), typed.slice(0, 40)).toBe(problem);
});

test('whatever is typed, the answer is a number that reads back as itself, or a reason; never a fault', () => {
  const signs = fc.constantFrom(...'0123456789０１２+＋ ()-.·/aé\u0000;,x#*');
  const typed = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.array(signs, { maxLength: 45 }).map((all) => all.join('')),
  );
  fc.assert(
    fc.property(fc.constantFrom('', '+44', ...dialCountries.map(({ iso2 }) => iso2)), typed, (country, text) => {
      const read = parsePhone(country, text);
      if (!read.ok) return;
      expect(read.value.e164).toBe(`+${read.value.dialCode}${read.value.national}`);
      expect(read.value.e164).toMatch(/^\+[1-9]\d{6,14}$/);
      expect(e164('', read.value.e164)).toBe(read.value.e164);
      expect(e164('CN', read.value.e164)).toBe(read.value.e164);
    }),
    { numRuns: 2_000 },
  );
});

test('a masked number shows its code and two digits', () => {
  expect(maskedPhone('+447700900123')).toBe('+44…23');
  expect(maskedPhone('+8613812345678')).toBe('+86…78');
  expect(maskedPhone('+85261234567')).toBe('+852…67');
});
