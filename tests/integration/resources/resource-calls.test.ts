/** Calls that give a client its constants and beginnings. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { popularCityBounds } from '#lib/features/geo/city-groups.rules.ts';
import { dialCountries } from '#lib/geo/dial-codes.ts';
import { miniProgramCalls } from '#lib/features/mini-program/mini-program.api.ts';
import { callerOf, serverHeaders } from '#lib/api/caller.ts';
import { errorsOf } from '#lib/api/openapi.ts';
import { apiVersion } from '#lib/api/signing.ts';
import { locales } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { homesInLondon } from '#tests/factories/houses.ts';
import { testDatabase } from '#tests/support/database.ts';
import { known } from '#tests/support/list-pages.ts';
import { openTestApi } from '#tests/support/test-api.ts';
import type { TestApi } from '#tests/support/test-api.ts';
import { countryCodesContract } from '#lib/features/places/places.contract.ts';
import { commonDataContract } from '#lib/features/transport/transport.contract.ts';
import { frontPageCardsContract, frontPageFilmsContract, indexResourceContract, trustScoreContract } from '#lib/features/front-page/front-page.contract.ts';
import { countryByIpContract, userCityContract } from '#lib/features/whereabouts/whereabouts.contract.ts';
import { translateContract } from '#lib/features/translate/translate.contract.ts';
import { qrCodeContract } from '#lib/features/mini-program/mini-program.contract.ts';
import { currencies, readersCurrencies } from '#lib/money/currencies.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { currencyName } from '#lib/i18n/currency-names.ts';

let on: TestApi;
let empty: TestApi;

beforeAll(async () => {
  on = await openTestApi({
    settings: { HOME_VIDEO_URL: 'https://films.example.org/home.mp4' },
    open: () => testDatabase(homesInLondon(12)),
  });
  empty = await openTestApi();
});
afterAll(async () => {
  await on.close();
  await empty.close();
});

test('[R7.034] dial codes come as a short list of usual ones and all by initial, in the reader’s language and order', async () => {
  const zh = (await on.call(countryCodesContract, {}, 'zh-cn')).data;
  expect(zh.hot[0]).toEqual({ country_id: 156, country_ab: 'CN', country_code: '86', name: '中国' });
  expect(zh.grouped.find(({ initial }) => initial === 'Y')?.countries.map(({ country_ab }) => country_ab)).toEqual(expect.arrayContaining(['GB', 'VN', 'IN']));
  const vi = (await on.call(countryCodesContract, {}, 'vi-vn')).data;
  expect(vi.hot.map(({ country_ab }) => country_ab)[0]).toBe('VN');
  expect(vi.grouped.find(({ initial }) => initial === 'D')?.countries.map(({ country_ab }) => country_ab)).toEqual(expect.arrayContaining(['DE', 'DK']));
  for (const { grouped } of [zh, vi]) expect(grouped.flatMap(({ countries }) => countries)).toHaveLength(dialCountries.length);
});

test('dial codes, numbers and letters are each well formed and each country is there once, the destinations among them', () => {
  expect(dialCountries.length).toBeGreaterThan(150);
  expect(new Set(dialCountries.map(({ iso2 }) => iso2)).size).toBe(dialCountries.length);
  expect(new Set(dialCountries.map(({ id }) => id)).size).toBe(dialCountries.length);
  for (const country of on.base.geo.countries)
    expect(dialCountries.find(({ iso2 }) => iso2 === country.iso2)).toEqual({ iso2: country.iso2, id: country.id, dialCode: country.dialCode });
});

test('[R3.48] a currency has its number, its name in the language of who asks, its code and its sign', async () => {
  const pound = async (locale: Locale) => (await on.call(commonDataContract, {}, locale)).data.currencies.find(({ code }) => code === 'GBP');
  expect(await pound('en-us')).toEqual({ currency_id: currencies.GBP.id, name: 'Pound Sterling', code: 'GBP', symbol: '£' });
  expect((await pound('zh-cn'))?.name).toBe('英镑');
  expect((await pound('vi-vn'))?.name).toBe(currencyName('GBP', 'vi-vn'));
});

test('[R7.180] [R1.17] [R3.49] common data tells a client the constants', async () => {
  const { data } = await on.call(commonDataContract);
  expect([data.version, data.default_dial_code]).toEqual(['7.63.0', '1']);
  expect(data.currencies).toHaveLength(31);
  expect(data.currencies.map(({ code }) => code)).toEqual(readersCurrencies);
  // Clients sign with the version of the interface, which is the first two numbers of it.
  expect(data.version.startsWith(`${apiVersion}.`)).toBe(true);
});

test('[R9.09] the dial code offered first is 1 for English, 86 otherwise', async () => {
  const codes = await Promise.all(
    ['en-us', 'zh-cn', 'zh-hk', 'zh-tw', 'vi-vn'].map(
      async (locale) => (await on.call(commonDataContract, {}, known(locales.find((one) => one === locale)))).data.default_dial_code,
    ),
  );
  expect(codes).toEqual(['1', '86', '86', '86', '86']);
});

test('[R7.028] the home page’s cards are its promises and newest guides, in the reader’s language', async () => {
  for (const locale of locales) {
    const { items } = (await on.call(frontPageCardsContract, {}, locale)).data;
    expect(items.filter(({ kind }) => kind === 'promise').map(({ title }) => title)[0]).toBe(translator(locale)('places.protect_price_title'));
    expect(items.filter(({ kind }) => kind === 'guide').length).toBeGreaterThanOrEqual(locale === 'en-us' ? 5 : 1);
    const prefix = on.services.site.paths(locale).local('/guides/');
    expect(items.filter(({ kind, url }) => kind === 'guide' && !url.startsWith(prefix))).toEqual([]);
  }
});

test('[R7.029] films are those the operator set, none by default', async () => {
  expect((await on.call(frontPageFilmsContract)).data.items).toEqual([{ url: 'https://films.example.org/home.mp4' }]);
  expect((await empty.call(frontPageFilmsContract)).data.items).toEqual([]);
});

test('[R7.030] [R3.46] [R9.64] the index gives popular cities with ids, names, address and homes', async () => {
  const { city } = (await on.call(indexResourceContract, {}, 'zh-tw')).data;
  expect(city.length).toBeGreaterThanOrEqual(popularCityBounds.least);
  expect(city.length).toBeLessThanOrEqual(popularCityBounds.most);
  const { cities } = await on.services.loaders.frontPage.home(null, new Date());
  expect(city.map(({ city_id, house_num }) => [city_id, house_num])).toEqual(cities.map((offer) => [offer.city.id, offer.homes]));
  const london = known(city.find(({ city_name_en }) => city_name_en === 'London'));
  expect(london).toMatchObject({
    city_name: '倫敦',
    country_unique_name: 'uk',
    city_unique_name: 'london',
    country_id: 826,
    url: on.services.site.paths('zh-tw').local('/uk/london'),
  });
  expect(london.house_num).toBeGreaterThan(0);
});

test('[R7.031] the country comes from the proxy’s word, else from the language', async () => {
  expect((await on.call(countryByIpContract, {}, 'zh-cn', { [serverHeaders.country]: 'AU' })).data).toEqual({
    country_code: '61',
    country_ab: 'AU',
    source: 'proxy',
  });
  expect((await on.call(countryByIpContract, {}, 'en-us')).data).toEqual({ country_code: '1', country_ab: 'US', source: 'language' });
});

test('[R3.11] [R9.08] the dial code of a country that was found out is kept for two days, a guess is not', async () => {
  const found = await on.call(countryByIpContract, {}, 'zh-cn', { [serverHeaders.country]: 'AU' });
  expect(found.headers.getSetCookie()).toEqual(['country_code=61; Path=/; Max-Age=172800; SameSite=Lax']);
  expect((await on.call(countryByIpContract, {}, 'zh-cn')).headers.getSetCookie()).toEqual([]);
});

test('[R7.032] [R9.10] the reader’s city is the most sought of their country, kept for 30 minutes', async () => {
  const answer = await on.call(userCityContract, {}, 'zh-cn', { [serverHeaders.country]: 'AU' });
  expect(answer.data).toMatchObject({ country_ab: 'AU', city: { city_unique_name: on.base.geo.country('au')?.cities[0]?.slug } });
  expect(answer.headers.getSetCookie()).toEqual(['user_city=AU; Path=/; Max-Age=1800; SameSite=Lax']);
  expect((await on.call(userCityContract, {}, 'zh-cn', { [serverHeaders.country]: 'VN' })).data.city).toBeNull();
  expect((await on.call(userCityContract, {}, 'zh-cn')).headers.getSetCookie()).toEqual([]);
});

test('[R7.033] [R1.45] [R1.46] the trust score comes with its source and count and is kept for a day; without reviews the fallback says that it is one', async () => {
  const trust = known(await on.services.frontPage.service.trust(new Date()));
  const answer = await on.call(trustScoreContract);
  expect(answer.data.score).toEqual({ trust_score: Math.round(trust.score * 10) / 10, count: trust.count, source: 'sample-reviews' });
  expect(answer.headers.getSetCookie()[0]).toMatch(/^trust_score=[\d.]+%7C\d+; Path=\/; Max-Age=86400; SameSite=Lax$/);
  const none = await empty.call(trustScoreContract);
  expect([none.data.score, none.headers.getSetCookie()]).toEqual([{ trust_score: 4.9, count: 0, source: 'fallback' }, []]);
});

test('[R7.177] [R8.34] Chinese changes its script; what cannot be translated gives an empty object; too long a text is refused', async () => {
  const ask = (text: string, to_lang: string) => on.call(translateContract, { text, to_lang, original_hash: 'h1', from_lang: 'auto' });
  expect((await ask('安静的房间', 'zh-tw')).data).toEqual({ original_hash: 'h1', text: '安靜的房間', by: 'script' });
  expect((await ask('A quiet room', 'vi-vn')).data).toEqual({});
  expect((await ask('字'.repeat(5_000), 'zh-hk')).error_code).toBe(0);
  for (const [text, to] of [
    ['字'.repeat(5_001), 'zh-hk'],
    ['', 'en'],
    ['Hi', 'tlh'],
  ] as const)
    expect((await ask(text, to)).status).toBe(422);
});

test('[R7.182] without a mini-program the code opens the same page of the site in the reader’s language', async () => {
  const { data } = await on.call(qrCodeContract, { wxapp_id: 122, width: 300, height: 300, page: 'pages/poster/index', path: '/uk/london' }, 'en-us');
  expect(data).toMatchObject({
    kind: 'web',
    width: 300,
    height: 300,
    web_url: `${on.services.site.origin}${on.services.site.paths('en-us').local('/uk/london')}`,
  });
  expect((await on.call(qrCodeContract)).data.url).toMatch(/^data:image\/svg\+xml;base64,/);
  // The picture is square, as large as fits into what was asked for, and the answer says how large.
  const small = (await on.call(qrCodeContract, { width: 500, height: 200 })).data;
  expect([small.width, small.height]).toEqual([200, 200]);
  expect(Buffer.from(small.url.split(',')[1] ?? '', 'base64').toString()).toMatch(/^<svg width="200" height="200" /);
  for (const values of [{ path: '//evil.example' }, { path: 'https://evil.example' }, { width: 10_000 }, { page: '../../x?' }, { scene: 'x'.repeat(33) }])
    expect([values, (await on.call(qrCodeContract, values)).status]).toEqual([values, 422]);
});

test('a code that cannot be had is an error the contract declares', async () => {
  const calls = miniProgramCalls([{ code: async () => undefined }], on.services.site);
  const qrCode = known(calls.find(({ contract }) => contract.name === qrCodeContract.name));
  if (qrCode.kind !== 'plain') throw new Error('it writes nothing, so it needs no transaction');
  const answer = await qrCode.answer(qrCodeContract.input.parse({}), callerOf(new Headers(), new Date()));
  expect(answer).toEqual({ ok: false, error: 'upstream-failed' });
  expect(errorsOf(qrCodeContract)).toContain('upstream-failed');
  expect(errorsOf(qrCodeContract)).not.toContain('not-found');
});
