/** From which age somebody signs alone, by the law of the place; and what news call a home. */
import { describe, expect, test } from 'vitest';
import { nameFacts } from '#lib/features/catalogue/local-texts.rules.ts';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';
import { sayGroupNews } from '#lib/features/groups/groups.words.ts';
import { readMajorities } from '#lib/features/orders/application-templates.files.ts';
import { majorityIn } from '#lib/features/orders/majority.rules.ts';
import { sayOrderNews } from '#lib/features/orders/orders.words.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';

const all = readMajorities('src/content/majority.yaml');
const on = '2026-11-24';

describe('[R9.18] the age from which somebody signs alone', () => {
  test('is that of the state before that of the country, and 18 where nothing was looked up', () => {
    for (const [country, state, years] of [
      ['uk', 'Scotland', 16],
      ['uk', 'Greater London', 18],
      ['uk', undefined, 18],
      ['kr', undefined, 19],
      ['th', undefined, 20],
      ['ca', 'Nova Scotia', 19],
      ['ca', 'Ontario', 18],
      ['ca', 'British Columbia', 19],
      ['ca', 'New Brunswick', 19],
      ['ca', 'Newfoundland and Labrador', 19],
      ['us', 'Scotland', 18],
      ['us', 'Alabama', 18],
      ['us', 'Nebraska', 18],
    ] as const)
      expect([country, state, majorityIn(all, { country, state }, on)]).toEqual([country, state, years]);
    expect(majorityIn(all, { country: 'kr' }, '2013-06-30'), 'before the law began').toBe(18);
    expect(majorityIn(all, { country: 'us', state: 'Alabama' }, '2023-08-31'), 'before people of 18 could bind themselves').toBe(19);
  });

  test('was looked up for every province of Canada in which there are homes', () => {
    const provinces = new Set(loadGeo().cities.flatMap(({ country, state }) => (country.slug === 'ca' && state !== undefined ? [state] : [])));
    const known = new Set(all.flatMap(({ country, states = [] }) => (country === 'ca' ? states : [])));
    expect([...provinces].filter((one) => !known.has(one))).toEqual([]);
  });

  test('is kept for countries and states that there are', () => {
    const { cities } = loadGeo();
    for (const { country, states = [] } of all) {
      const there = cities.filter((city) => city.country.slug === country);
      expect([country, there.length > 0, states.filter((state) => !there.some((city) => city.state === state))]).toEqual([country, true, []]);
    }
  });
});

describe('[R2.147] news call a home', () => {
  const facts = { ...nameFacts({ name: 'Mill House', nameZh: '磨坊公寓', names: { vi: 'Nhà Cối Xay' } }), name: 'Lan' };
  const reader = (locale: Locale) => ({ t: translator(locale), paths: createPaths(locale, false), intl: localeFacts[locale].intl, locale });
  const news = { id: 1 as never, kind: 'order-done', code: 'ABCD-1234', facts, toldAt: new Date(), isRead: false } as const;

  test('as its readers do, and as its provider does where there is no other name', () => {
    for (const [locale, name] of [
      ['zh-cn', '磨坊公寓'],
      ['zh-tw', '磨坊公寓'],
      ['vi-vn', 'Nhà Cối Xay'],
      ['en-us', 'Mill House'],
    ] as const) {
      expect(sayOrderNews({ ...news, about: 'order', what: 'paid' }, reader(locale))?.title).toContain(name);
      expect(sayGroupNews({ ...news, about: 'group', what: 'ended' }, reader(locale))?.title).toContain(name);
    }
    const old = { ...news, about: 'order', what: 'paid', facts: { home: 'Mill House' } } as const;
    expect(sayOrderNews(old, reader('zh-cn'))?.title).toContain('Mill House');
  });
});
