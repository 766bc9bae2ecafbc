/** Values in the places of messages: all of them, and without a blank between Chinese and Chinese. */
import fc from '#tests/support/properties.ts';
import { expect, test } from 'vitest';
import { brandName } from '#lib/brand.ts';
import { catalogues } from '#lib/i18n/catalogues.ts';
import { filled, partsOfMessage } from '#lib/i18n/filled.ts';
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import type { MessageKey } from '#lib/i18n/t.ts';
import { fill } from '#islands/browser/fill.ts';

const han = String.raw`\p{Script=Han}`;

test('a blank stands between Chinese and Latin or figures, and never between Chinese and Chinese', () => {
  const paid = (to: string): string => filled(partsOfMessage('付款给 {{to}} 的 {{sum}}'), (name) => (name === 'to' ? to : '£5'));
  expect([paid('栖学'), paid('Weaver Homes'), paid('栖学 Homes')]).toEqual(['付款给栖学的 £5', '付款给 Weaver Homes 的 £5', '付款给栖学 Homes 的 £5']);
  // Two values side by side are parted by whoever wrote the message.
  expect(fill('{{a}} {{b}}', { a: '伦敦', b: '里兹' })).toBe('伦敦 里兹');
});

test('all that is not such a blank stays, on the server as in browsers', () => {
  const text = fc.string({ unit: fc.constantFrom(' ', 'a', '1', '，', '栖', '学'), maxLength: 6 });
  fc.assert(
    fc.property(text, text, text, (before, value, after) => {
      const said = fill(`${before}{{x}}${after}`, { x: value });
      expect(said.replaceAll(' ', '')).toBe(`${before}${value}${after}`.replaceAll(' ', ''));
      if (!new RegExp(`${han} ${han}`, 'u').test(`${before}${value}${after}`)) expect(said).toBe(`${before}${value}${after}`);
    }),
  );
});

test('our Chinese name stands in every Chinese message without blanks to the words around it', () => {
  for (const locale of ['zh-cn', 'zh-tw', 'zh-hk'] as const) {
    const name = brandName(locale);
    const wrong = new RegExp(`${han} ${name}|${name} ${han}`, 'u');
    const messages = localeFacts[locale].catalogues.flatMap((language) =>
      Object.entries(catalogues[language]).flatMap(([area, texts]) => Object.entries(texts).map(([key, text]) => [`${area}.${key}`, text] as const)),
    );
    expect(messages.length).toBeGreaterThan(2_000);
    for (const [key, text] of messages) {
      const places = partsOfMessage(text).filter((_, at) => at % 2 === 1);
      // One of a plural is asked for by its stem and a number.
      const stem = key.replace(/_(?:one|other)$/, '') as MessageKey;
      const values = Object.fromEntries(places.map((place) => [place, place === 'count' ? 2 : name]));
      const said = stem === key ? translator(locale)(stem, values) : fill(text, values);
      // What the message itself parts, as two names, is its own.
      expect([key, said.replaceAll(`${name} ${name}`, '')]).toEqual([key, expect.not.stringMatching(wrong)]);
    }
  }
});

test('the site says its own name wherever a message has a place for it, and a caller can name another', () => {
  for (const locale of locales) {
    const t = translator(locale);
    expect(t('accounts.consent_marketing'), locale).toContain(brandName(locale));
    expect(t('mail.codeSubject', { code: '123456' }), locale).toContain(brandName(locale));
    expect(t('documents.trading_as', { name: 'Weaver Ltd', brand: 'Weaver Homes' }), locale).not.toContain(brandName(locale));
  }
});
