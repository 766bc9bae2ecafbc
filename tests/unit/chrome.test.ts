import { describe, expect, test } from 'vitest';
import { brand, serviceHours } from '#lib/brand.ts';
import { chromeOf, footerCountries, paymentMarks } from '#lib/features/chrome/chrome.rules.ts';
import { menuEntries, shownEntries } from '#lib/features/chrome/menus.rules.ts';
import { cityGroups, europeGroupId, popularCityBounds, popularGroupId } from '#lib/features/geo/city-groups.rules.ts';
import { locales } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { isOpen, routeOf, routes } from '#lib/routes.ts';
import type { RouteName } from '#lib/routes.ts';
import { loadGeo } from '#lib/features/geo/geo.feature.ts';

const geo = loadGeo();
const names = Object.keys(routes) as RouteName[];

describe('service hours', () => {
  test('[R9.59] are 9 to 21', () => {
    expect(serviceHours(new Date('2026-11-21T12:00:00Z'))).toEqual({ from: 9, to: 21 });
  });

  test('[R9.60] are 10 to 19 from 21 to 25 January 2023, in China time', () => {
    const short = { from: 10, to: 19 };
    const usual = { from: 9, to: 21 };
    expect(serviceHours(new Date('2023-01-20T15:59:59Z'))).toEqual(usual);
    expect(serviceHours(new Date('2023-01-20T16:00:00Z'))).toEqual(short);
    expect(serviceHours(new Date('2023-01-25T15:59:59Z'))).toEqual(short);
    expect(serviceHours(new Date('2023-01-25T16:00:00Z'))).toEqual(usual);
  });
});

describe('payment marks', () => {
  test('[R1.56] [R9.66] in English are Visa, Mastercard, American Express and PayPal', () => {
    expect(paymentMarks('en-us')).toEqual(['visa', 'mastercard', 'american_express', 'paypal']);
    expect(paymentMarks('vi-vn')).toEqual(paymentMarks('en-us'));
  });

  test.each(['zh-cn', 'zh-hk', 'zh-tw'] as const)('[R1.57] [R9.67] in %s are Alipay, WeChat and e-CNY', (locale) => {
    expect(paymentMarks(locale)).toEqual(['alipay', 'wechat', 'ecny']);
  });
});

describe('what surrounds a page', () => {
  const bare: readonly RouteName[] = [
    'mchat',
    'city',
    'rental_manager',
    'sale_introduction',
    'uiuc',
    'uiuc-detail',
    'uiuc-login',
    'uiuc_merchant',
    'schoolpromotion',
    'schoolinvitation',
    'rname_list',
    'referral_link',
    'intent_askform',
    'advocate-home',
    'advocate-rule',
    'advocate-share',
    'advocate_invite_list',
    'university_collaboration',
    'special_promotion',
    'must_stay',
    'happenings_raf',
  ];

  test('[R2.188] has neither header nor footer on the routes named', () => {
    for (const name of bare) expect(chromeOf(routeOf(name), 'web', 'en-us'), name).toMatchObject({ header: false, footer: false });
    expect(chromeOf(routeOf('index'), 'web', 'en-us')).toMatchObject({ header: true, footer: true });
  });

  test('[R2.190] has no footer, but a header, on the list routes named', () => {
    for (const name of ['new_list', 'new_list2', 'new_list3', 'new_list_search_by_property_type'] as const) {
      expect(chromeOf(routeOf(name), 'web', 'zh-cn'), name).toMatchObject({ header: true, footer: false });
    }
  });

  test('[R2.189] is nothing at all inside the in-app web view', () => {
    for (const name of names) {
      const parts = Object.values(chromeOf(routeOf(name), 'app', 'en-us'));
      expect(parts.some(Boolean), name).toBe(false);
    }
  });

  test('[R2.186] is nothing on the empty layout', () => {
    expect(Object.values(chromeOf(routeOf('widget'), 'web', 'en-us')).some(Boolean)).toBe(false);
  });

  test('[R2.197] has a bottom nav on a home and a unit only', () => {
    expect(names.filter((name) => chromeOf(routeOf(name), 'web', 'vi-vn').bottomNav)).toEqual(['house_detail', 'unit_detail']);
  });

  test('[R2.198] has the help widget on the routes named, in English only', () => {
    const withWidget = names.filter((name) => chromeOf(routeOf(name), 'web', 'en-us').helpWidget);
    expect(new Set(withWidget)).toEqual(
      new Set([
        'country_page',
        'new_list',
        'new_list2',
        'new_list3',
        'new_list_search_by_neighbourhood',
        'new_list_search_by_property_type',
        'recommendation',
        'plus',
        'plus_detail',
        'partners_detail',
      ]),
    );
    for (const locale of locales.filter((one) => one !== 'en-us')) expect(names.some((name) => chromeOf(routeOf(name), 'web', locale).helpWidget)).toBe(false);
  });

  test('[R9.37] is wide on lists', () => {
    expect(chromeOf(routeOf('new_list2'), 'web', 'en-us').wide).toBe(true);
    expect(chromeOf(routeOf('index'), 'web', 'en-us').wide).toBe(false);
  });
});

describe('city groups', () => {
  const groups = cityGroups(geo.cities, geo.countries);

  test('[R3.35] [R9.64] begin with the popular cities, 4 to 16 of them', () => {
    expect(groups[0]?.id).toBe(popularGroupId);
    expect(groups[0]?.id).toBe(1000);
    expect(groups[0]?.cities).toEqual(geo.cities.slice(0, popularCityBounds.most));
    for (const { country, cities } of groups) {
      expect(cities.length).toBeLessThanOrEqual(16);
      if (!country) expect(cities.length).toBeGreaterThanOrEqual(4);
    }
  });

  test('[R3.36] have Europe with cities of several European countries', () => {
    const europe = groups.find(({ id }) => id === europeGroupId);
    expect(europe?.id).toBe(999);
    expect(europe?.cities.every(({ country }) => country.europe)).toBe(true);
    expect(new Set(europe?.cities.map(({ country }) => country.slug)).size).toBeGreaterThan(2);
  });

  test('leave out a pseudo-country with fewer than four cities', () => {
    expect(cityGroups(geo.cities.slice(0, 3), []).map(({ id }) => id)).toEqual([]);
  });
});

test('[R9.57] the footer lists every country but id 180', () => {
  const countries = [{ id: 826 }, { id: 180 }, { id: 36 }] as unknown as Parameters<typeof footerCountries>[0];
  expect(footerCountries(countries).map(({ id }) => id)).toEqual([826, 36]);
  expect(footerCountries(geo.countries)).toHaveLength(geo.countries.length);
});

describe('menus', () => {
  test.each(locales)('[R1.49] [R1.50] [R1.51] in %s have company, partnership and support links to open pages only', (locale) => {
    const paths = createPaths(locale, false);
    for (const menu of ['company', 'partnership', 'support', 'main', 'mobile'] as const) {
      const links = menuEntries(menu, { t: translator(locale), paths, siteVariant: 'main' }).flatMap((entry) =>
        entry.type === 'url' ? [entry.pcUrl, entry.mobUrl] : [],
      );
      expect(links.length, menu).toBeGreaterThan(0);
      for (const href of links) expect(href.startsWith(paths.local('/') === '/' ? '/' : `${paths.local('/')}/`), href).toBe(true);
    }
    expect(isOpen('about')).toBe(true);
  });

  test('[R3.58] an entry opens a page or a panel, may lead elsewhere in narrow windows, may be hidden, and is recorded by its menu', () => {
    const english = { t: translator('en-us'), paths: createPaths('en-us', false), siteVariant: 'main' } as const;
    const shown = shownEntries(
      [
        { type: 'fn', text: 'chrome.cities', fnType: 'cities' },
        { type: 'url', text: 'chrome.search', pc: { route: 'map' }, mob: { route: 'search' } },
        { type: 'url', text: 'chrome.about', route: 'about', hide: true },
        { type: 'url', text: 'chrome.about', route: 'about' },
      ],
      'main',
      translator('en-us'),
      createPaths('en-us', false),
    );
    expect(shown).toEqual([
      { type: 'fn', text: 'Cities', tracking: 'main', fnType: 'cities', panelUrl: '/en/city/picker', url: '/en/city' },
      { type: 'url', text: 'Search', tracking: 'main', pcUrl: '/en/map', mobUrl: '/en/search' },
      { type: 'url', text: 'About', tracking: 'main', pcUrl: '/en/general-pages/about-uhomes', mobUrl: '/en/general-pages/about-uhomes' },
    ]);
    expect(menuEntries('mobile', english)[0]).toMatchObject({ type: 'fn', fnType: 'cities' });
  });

  test('[R2.066] lead to the comparison with what the reader asks for, and nowhere else with it', () => {
    const english = { t: translator('en-us'), paths: createPaths('en-us', false), siteVariant: 'main' } as const;
    const asked = (['mobile', 'find'] as const).flatMap((menu) =>
      menuEntries(menu, english, '?ask=u1006a1').flatMap((entry) => (entry.type === 'url' && entry.pcUrl.includes('?') ? [entry.pcUrl, entry.mobUrl] : [])),
    );
    expect(new Set(asked)).toEqual(new Set(['/en/house-compare?ask=u1006a1']));
    expect(asked).toHaveLength(4);
  });

  test('[R6.17] lead partners in the network edition nowhere', () => {
    const texts = (siteVariant: 'main' | 'net') =>
      (['mobile', 'partnership'] as const).flatMap((menu) =>
        menuEntries(menu, { t: translator('en-us'), paths: createPaths('en-us', false), siteVariant }).map(({ text }) => text),
      );
    const words = translator('en-us');
    const partners = [words('chrome.become_partner'), words('chrome.partners'), words('chrome.providers')];
    expect(texts('main')).toEqual(expect.arrayContaining(partners));
    expect(texts('net').filter((text) => partners.includes(text))).toEqual([]);
    expect(texts('net').length).toBe(texts('main').length - partners.length);
  });

  test('[R2.060] name the blog in every language', () => {
    const hrefs = (locale: 'en-us' | 'zh-hk'): string[] =>
      menuEntries('company', { t: translator(locale), paths: createPaths(locale, false), siteVariant: 'main' }).flatMap((entry) =>
        entry.type === 'url' ? [entry.pcUrl] : [],
      );
    expect(hrefs('en-us')).toContain('/en/blog');
    expect(hrefs('zh-hk')).toContain('/hk/blog');
  });
});

test('[R1.58] phone lines are British, Vietnamese and Chinese by language', () => {
  expect(brand.phones['en-us'].e164).toMatch(/^\+44/);
  expect(brand.phones['vi-vn'].e164).toMatch(/^\+84/);
  expect(brand.phones['zh-cn'].e164).toMatch(/^\+86/);
});

test('[R1.54] social links depend on the language', () => {
  expect(brand.social['zh-cn']).not.toEqual(brand.social['en-us']);
});

describe('[R2.199] the way to the assistant in narrow windows', () => {
  test('is on the front page and on homes, in English alone', () => {
    const shown = names.filter((name) => chromeOf(routeOf(name), 'web', 'en-us').assistantEntry);
    expect(shown).toEqual(['index', 'house_detail']);
    for (const locale of locales) expect(chromeOf(routeOf('index'), 'web', locale).assistantEntry, locale).toBe(locale === 'en-us');
    expect(chromeOf(routeOf('index'), 'app', 'en-us').assistantEntry).toBe(false);
  });
});
