/** What is worth a mail: laws of searches' news and of what becomes of favourites. */
import fc from '#tests/support/properties.ts';
import { describe, expect, test } from 'vitest';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';
import { houseChange, houseFacts } from '#lib/features/shortlist/saved-news.rules.ts';
import type { SeenHome } from '#lib/features/shortlist/notices.schema.ts';
import type { HouseChange } from '#lib/features/shortlist/saved-news.rules.ts';
import { savedNewsSayer } from '#lib/features/shortlist/saved-news.words.ts';
import { houseNews, shortened } from '#lib/features/shortlist/notices.rules.ts';
import { hrefOf, isSearchDue, nameOf, newsOf, readAsked, readRef, refOf, refText, searchQuery } from '#lib/features/shortlist/saved-searches.rules.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId, NewsId } from '#lib/ids/ids.ts';
import { locales } from '#lib/i18n/locales.ts';
import { money } from '#lib/money/money.ts';
import { createSite } from '#lib/paths.ts';
import { callReader } from '#lib/reader.ts';

const now = new Date('2026-11-23T07:17:00Z');
const gbp = (minor: bigint) => money(minor, 'GBP');
const ids = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 40 });

describe('news of a search', () => {
  test('is each home once, however often it goes and comes back', () => {
    fc.assert(
      fc.property(ids, fc.array(ids, { maxLength: 6 }), (first, looks) => {
        let { known, isWide } = newsOf({ known: [], isWide: true }, first);
        const told: number[] = [];
        for (const fitting of looks) {
          const news = newsOf({ known, isWide }, fitting);
          told.push(...news.fresh);
          ({ known, isWide } = news);
        }
        expect(new Set(told).size).toBe(told.length);
        expect(told.some((id) => first.includes(id))).toBe(false);
        for (const id of looks.flat()) expect(first.includes(id) || told.includes(id)).toBe(true);
      }),
    );
  });

  test('is none while too many fit, and nothing old once fewer do', () => {
    const wide = newsOf({ known: [1, 2], isWide: false }, undefined);
    expect(wide).toEqual({ fresh: [], known: [], isWide: true });
    expect(newsOf(wide, [1, 2, 3])).toEqual({ fresh: [], known: [1, 2, 3], isWide: false });
  });

  test('comes as often as was asked', () => {
    const at = (text: string) => ({ lookedAt: new Date(text) });
    expect(isSearchDue({ pace: 'at-once', ...at('2026-11-23T07:09:59Z') }, now)).toBe(true);
    // Another city's change within the same ten minutes asks nothing again.
    expect(isSearchDue({ pace: 'at-once', ...at('2026-11-23T07:10:00Z') }, now)).toBe(false);
    expect(isSearchDue({ pace: 'daily', ...at('2026-11-23T00:00:00Z') }, now)).toBe(false);
    expect(isSearchDue({ pace: 'daily', ...at('2026-11-22T23:59:59Z') }, now)).toBe(true);
    expect(isSearchDue({ pace: 'weekly', ...at('2026-11-16T07:17:30Z') }, now)).toBe(true);
    expect(isSearchDue({ pace: 'weekly', ...at('2026-11-17T07:17:00Z') }, now)).toBe(false);
    expect(isSearchDue({ pace: 'never', ...at('2020-01-01T00:00:00Z') }, now)).toBe(false);
  });
});

test('names of any length are cut within a letter’s bounds, and never inside a character', () => {
  expect([shortened('Bridge House', 12), shortened('Bridge House', 7)]).toEqual(['Bridge House', 'Bridge…']);
  for (let most = 2; most < 30; most += 1) {
    const cut = shortened('𝒜b'.repeat(20), most);
    expect([cut.length <= most, cut.isWellFormed()]).toEqual([true, true]);
  }
});

describe('what becomes of a favourite', () => {
  const kept = { rentThen: gbp(20_000n), toldMinor: undefined, fullSince: undefined };

  test('a fall is told once, a rise and the fall after it not at all', () => {
    const first = houseNews(kept, gbp(18_000n), now);
    expect(first.lower).toEqual({ kind: 'lower', now: gbp(18_000n), before: gbp(20_000n) });
    const second = { ...kept, toldMinor: first.toldMinor };
    for (const rent of [18_000n, 25_000n, 18_000n]) expect(houseNews(second, gbp(rent), now).lower).toBeUndefined();
    expect(houseNews(second, gbp(17_000n), now).lower).toMatchObject({ before: gbp(18_000n) });
    // Less than a hundredth, and another currency.
    expect(houseNews(kept, gbp(19_900n), now).lower).toBeUndefined();
    expect(houseNews(kept, money(1_000n, 'EUR'), now).lower).toBeUndefined();
  });

  test('something free is told once after there was nothing', () => {
    const full = houseNews(kept, undefined, now);
    expect([full.free, full.fullSince]).toEqual([undefined, now]);
    const back = houseNews({ ...kept, fullSince: now }, gbp(20_000n), now);
    expect(back.free).toEqual({ kind: 'free', now: gbp(20_000n) });
    expect(houseNews({ ...kept, fullSince: back.fullSince }, gbp(20_000n), now).free).toBeUndefined();
  });
});

describe('what messages say of a home that was saved', () => {
  const free = (minor: bigint): SeenHome => ({ state: 'free', rent: gbp(minor) });
  const full: SeenHome = { state: 'full' };
  const gone: SeenHome = { state: 'gone' };
  const kindOf = (seen: SeenHome | undefined, today: SeenHome) => houseChange(seen, today).change?.kind;

  test('[R2.147] is each change of rent and of what is left, and nothing of what nobody had looked at', () => {
    for (const today of [free(20_000n), full, gone]) expect(houseChange(undefined, today)).toEqual({ change: undefined, seen: today });
    expect(houseChange(free(20_000n), free(18_000n)).change).toEqual({ kind: 'lower', now: gbp(18_000n), before: gbp(20_000n) });
    expect([kindOf(free(20_000n), free(21_000n)), kindOf(free(20_000n), full), kindOf(full, free(20_000n)), kindOf(full, gone)]).toEqual([
      'higher',
      'full',
      'free',
      'gone',
    ]);
    expect([kindOf(gone, free(1n)), kindOf(gone, full), kindOf(gone, gone), kindOf(full, full)]).toEqual(['free', undefined, undefined, undefined]);
    expect(kindOf(free(20_000n), { state: 'free', rent: money(90_000n, 'EUR') }), 'another currency').toBeUndefined();
  });

  test('is a change told once, and small ones once they add up', () => {
    const rent = fc.bigInt({ min: 0n, max: 100_000n });
    fc.assert(
      fc.property(fc.array(fc.oneof(rent.map(free), fc.constant(full), fc.constant(gone)), { minLength: 1, maxLength: 12 }), (days) => {
        let seen: SeenHome | undefined;
        for (const today of days) {
          ({ seen } = houseChange(seen, today));
          expect(houseChange(seen, today).change).toBeUndefined();
        }
      }),
    );
    const first = houseChange(free(20_000n), free(20_150n));
    expect(first).toEqual({ change: undefined, seen: free(20_000n) });
    expect(kindOf(first.seen, free(20_250n))).toBe('higher');
  });

  test('is one home by its name, several by their number, in every language and within the bounds of a message', () => {
    const geo = loadGeo();
    const city = geo.cities[0];
    if (!city) throw new Error('there is no city');
    const named = (id: number, name: string) => ({
      id: asId<HouseId>(id),
      cityId: city.id,
      houseType: 'apartment' as const,
      name,
      nameZh: '磨坊公寓'.repeat(60),
      names: {},
    });
    const of = (facts: Readonly<Record<string, string>>, locale: Locale) =>
      savedNewsSayer(geo)(
        { id: asId<NewsId>(1), kind: 'homes', about: 'homes', code: '2026-11-23', what: 'changed', facts, toldAt: now, isRead: false },
        callReader(createSite('https://homes.example.org', new Map()), { locale, now }),
      );
    const lower: HouseChange = { kind: 'lower', now: gbp(18_000n), before: gbp(20_000n) };
    const one = houseFacts([{ home: named(7, 'Mill House'), change: lower }]);
    expect(of(one, 'en-us')).toMatchObject({ title: 'Mill House', text: 'Now £180 per week, was £200.', href: expect.stringContaining('7') });
    const changes: readonly HouseChange[] = [
      lower,
      { kind: 'full' },
      { kind: 'gone' },
      { kind: 'free', now: gbp(18_000n) },
      { kind: 'full' },
      { kind: 'full' },
    ];
    const many = houseFacts(changes.map((change, at) => ({ home: named(at + 1, 'M'.repeat(300)), change })));
    expect(JSON.stringify(many).length).toBeLessThan(4_000);
    for (const locale of locales) {
      const words = of(many, locale);
      expect([words?.title.includes('6'), words?.text.includes('2'), words?.href.endsWith('/profile/house-favorite')], locale).toEqual([true, true, true]);
      const goneOne = of(houseFacts([{ home: named(3, 'Mill House'), change: { kind: 'gone' } }]), locale);
      expect(goneOne?.href, locale).toBe(words?.href);
    }
    expect(of({}, 'en-us')).toBeUndefined();
  });
});

describe('a search in addresses and words', () => {
  const geo = loadGeo();
  const site = createSite('https://homes.example.org', new Map());

  test('is read as it is written, and nothing else is', () => {
    for (const place of [geo.cities[0], geo.schools[0], geo.places[0]]) {
      const ref = place && refOf(place);
      expect(ref && readRef(refText(ref))).toEqual(ref);
      const asked = ref && readAsked(geo, ref, 'u1002a100e249-u1006a1');
      expect(asked && searchQuery(asked)).toBe(`?place=${ref && refText(ref)}&ask=u1002a100e249-u1006a1`);
    }
    for (const bad of ['', 'city-', 'city-0', 'country-1', 'city-1 or 1=1', 'city--1']) expect(readRef(bad), bad).toBeUndefined();
    expect(readAsked(geo, { kind: 'city', id: 999_999_999 }, '')).toBeUndefined();
    expect(readAsked(geo, { kind: 'city', id: geo.cities[0]?.id ?? 0 }, 'nonsense')).toBeUndefined();
  });

  test('says in every language what was asked, and leads to its list', () => {
    const school = geo.schools[0];
    const asked = school && readAsked(geo, refOf(school), 'u1002a100e249-u1006a1');
    if (!asked) throw new Error('there is no school');
    const names = locales.map((locale) => nameOf(asked, callReader(site, { locale, now })));
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name.split(' · ').length).toBe(3);
    expect(hrefOf(asked, callReader(site, { locale: 'en-us', now }))).toContain('/u1002a100e249-u1006a1');
  });
});
