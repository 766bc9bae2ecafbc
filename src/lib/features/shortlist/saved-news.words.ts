/** What became of homes that somebody saved, in their words. Browser-safe. */
import { nameOfFacts } from '#lib/features/catalogue/local-texts.rules.ts';
import { rentPer } from '#lib/features/catalogue/rent.words.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { SayNews } from '#lib/features/news/news.schema.ts';
import type { T } from '#lib/i18n/t.ts';
import { asId } from '#lib/ids/ids.ts';
import type { CityId } from '#lib/ids/ids.ts';
import { isCurrency } from '#lib/money/currencies.ts';
import { formatMoney, money } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import { namedMost } from './saved-news.rules.ts';
import type { HouseChange } from './saved-news.rules.ts';

type Facts = Readonly<Record<string, string>>;

/** @example sayChange({ kind: 'full' }, { t: translator('en-us'), intl: 'en-US' }) // 'Fully booked.' */
export function sayChange(change: HouseChange, { t, intl }: { readonly t: T; readonly intl: string }): string {
  switch (change.kind) {
    case 'free':
      return t('searches.news_free', { rent: rentPer(t, change.now, 'WEEK', intl) });
    case 'full':
      return t('searches.news_full');
    case 'gone':
      return t('searches.news_gone');
    default:
      return t('searches.news_lower', { rent: rentPer(t, change.now, 'WEEK', intl), before: formatMoney(change.before, intl) });
  }
}

function amountOf(kept: string | undefined): Money | undefined {
  const [, minor = '', currency = ''] = /^(\d{1,18}) ([A-Z]{3})$/.exec(kept ?? '') ?? [];
  return minor !== '' && isCurrency(currency) ? money(BigInt(minor), currency) : undefined;
}

function changeOf({ kind, now: rent, before: former }: Facts): HouseChange | undefined {
  const [now, before] = [amountOf(rent), amountOf(former)];
  if (kind === 'full' || kind === 'gone') return { kind };
  if (kind === 'free' && now) return { kind, now };
  return (kind === 'lower' || kind === 'higher') && now && before ? { kind, now, before } : undefined;
}

const houseTypes = ['apartment', 'house', 'homestay'] as const;

/** One home by its name, several by how many they are; what is still offered leads to its page, the rest to what they saved. */
export const savedNewsSayer =
  (geo: Pick<GeoIndex, 'cityById'>): SayNews =>
  ({ facts }, { t, paths, intl, locale }) => {
    const saved = paths.to('profile_favourites');
    const homes = Array.from({ length: namedMost.homes }, (_, at) => {
      const start = `${at}-`;
      const own: Facts = Object.fromEntries(Object.entries(facts).flatMap(([key, value]) => (key.startsWith(start) ? [[key.slice(start.length), value]] : [])));
      const change = changeOf(own);
      const [city, houseType] = [geo.cityById(asId<CityId>(Number(own['city']))), houseTypes.find((one) => one === own['type'])];
      const href = change && change.kind !== 'gone' && city && houseType ? paths.house({ id: Number(own['house']), city, houseType }) : saved;
      return change ? [{ name: nameOfFacts(own, locale), words: sayChange(change, { t, intl }), href }] : [];
    }).flat();
    const [first] = homes;
    if (!first) return undefined;
    const count = Number(facts['count']);
    if (count === 1) return { title: first.name, text: first.words, href: first.href };
    const more = count > homes.length ? [t('searches.news_more', { count: count - homes.length })] : [];
    return { title: t('searches.news_several', { count }), text: [...homes.map(({ name, words }) => `${name}: ${words}`), ...more].join(' '), href: saved };
  };
