import fc from '#tests/support/properties.ts';
import { expect, test } from 'vitest';
import { mailOf, questionAbout, whatsAppOf } from '#lib/features/house/ask.rules.ts';
import type { Tenancy } from '#lib/features/house/house.schema.ts';
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { money } from '#lib/money/money.ts';

const url = 'https://loftling.example/uk/leeds/detail-apartments-7';
const tenancy = {
  moveIn: '2027-09-04',
  moveOut: '2028-07-08',
  unit: 'WEEK',
  rent: money(17_400n, 'GBP'),
  promoRent: undefined,
  bookingFee: money(0n, 'GBP'),
  deposit: money(25_000n, 'GBP'),
} as unknown as Tenancy;
const home = { name: 'Saffron & Sons, 50%', id: 7, address: '1 Main Street, Leeds', lease: { unit: 'Bronze Ensuite', tenancy }, url };

for (const locale of locales)
  test(`a question carries home, lease, dates, total and address into mail and WhatsApp (${locale})`, () => {
    const question = questionAbout(home, translator(locale), localeFacts[locale].intl);
    const mail = new URL(mailOf('a@b.example', question));
    const chat = new URL(whatsAppOf('442079460120', question));
    expect(mail.searchParams.get('body')?.replaceAll('\r\n', '\n')).toBe(question.text);
    expect(mail.searchParams.get('subject')).toBe(question.subject);
    expect(chat.searchParams.get('text')).toBe(question.text);
    for (const told of [home.name, '(7)', home.address, 'Bronze Ensuite', '2027', '2028', '7', url])
      expect(question.text.replaceAll(/[（）]/g, (sign) => (sign === '（' ? '(' : ')'))).toContain(told);
    expect(questionAbout({ ...home, lease: undefined }, translator(locale), localeFacts[locale].intl).text).not.toContain('2027');
  });

test('no name can add to the address or the head of the mail', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (name) => {
      const question = questionAbout({ ...home, name }, translator('en-us'), 'en-GB');
      const mail = new URL(mailOf('a@b.example', question));
      expect([mail.pathname, [...mail.searchParams.keys()]]).toEqual(['a@b.example', ['subject', 'body']]);
      expect([...new URL(whatsAppOf('44', question)).searchParams.keys()]).toEqual(['text']);
    }),
  );
});
