/** Groups in which numbers are set as somebody types, against the plans that the server knows. */
import fc from '#tests/support/properties.ts';
import { getExampleNumber } from 'libphonenumber-js/max';
import type { CountryCode } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { expect, test } from 'vitest';
import { dialCountryOf } from '#lib/forms/dial-choices.ts';
import { plainMobile } from '#lib/features/enquiries/asking.rules.ts';
import { usualCountries } from '#lib/geo/dial-codes.ts';
import { locales } from '#lib/i18n/locales.ts';
import { grouped, groupedCountries } from '#lib/phone/phone-groups.ts';
import { known } from '#tests/support/list-pages.ts';

test('are those of the plan of each country, and all that fields offer first have some', () => {
  for (const iso2 of groupedCountries) {
    const example = known(getExampleNumber(iso2 as CountryCode, examples));
    const behindCode = example.formatInternational().replace(/^\+\d+ /, '');
    expect([iso2, grouped(example.nationalNumber, iso2)]).toEqual([iso2, behindCode.replaceAll('-', ' ')]);
  }
  expect(groupedCountries).toEqual(expect.arrayContaining(locales.flatMap((locale) => [...usualCountries[locale]])));
});

test('typed digit by digit a number comes out in groups, and is what was typed without them; anything else stays', () => {
  const sign = fc.string({ unit: fc.constantFrom(...'0123456789 +-()x') });
  fc.assert(
    fc.property(fc.constantFrom(...groupedCountries, 'DE', ''), sign, (iso2, typed) => {
      const set = [...typed].reduce((before, one) => grouped(before + one, iso2), '');
      expect(plainMobile(set)).toBe(plainMobile(typed));
      expect(grouped(set, iso2)).toBe(set);
    }),
  );
  expect(grouped('912345678901', 'VN')).toBe('912345678901');
});

test('[R9.08] a field begins with the dial code that a proxy or a look-up found out, and with none of a code that is none', () => {
  expect(dialCountryOf({ dialCode: '44' }, 'zh-cn')).toBe('GB');
  expect(dialCountryOf({ dialCode: '7' }, 'en-us')).toBe('RU');
  expect(dialCountryOf({ country: 'XX', dialCode: '84' }, 'en-us')).toBe('VN');
  for (const reader of [{}, { dialCode: '999' }, { dialCode: '' }, { country: 'XX' }]) expect(dialCountryOf(reader, 'en-us')).toBeUndefined();
});
