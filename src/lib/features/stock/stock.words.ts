/** Leases and cases in words. */
import { momentsIn, readerZones } from '#lib/dates/reader-zones.ts';
import { nameFacts, nameFor, nameOfFacts } from '#lib/features/catalogue/local-texts.rules.ts';
import { unitTitle } from '#lib/features/catalogue/unit-names.words.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { T } from '#lib/i18n/t.ts';
import type { SayNews } from '#lib/features/news/news.schema.ts';
import type { Hold, NamedLease } from './stock.schema.ts';

/** What a lease is called for a reader. */
export const leaseTitle = ({ house, unit }: Pick<NamedLease, 'house' | 'unit'>, locale: Locale, t: T) => ({
  house: nameFor(house, locale),
  unit: unitTitle(unit, t).name,
});

/** What the address of a booking says of a lease. */
export const bookingQuery = ({ houseId, unitId, tenancyId }: Pick<NamedLease, 'houseId' | 'unitId' | 'tenancyId'>): URLSearchParams =>
  new URLSearchParams({ houseId: String(houseId), unitId: String(unitId), tenancyId: String(tenancyId) });

/** Why a bed is kept for somebody, and until when, where that is not for a few minutes of checkout. */
export function heldWords({ kind, untilThere }: Pick<Hold, 'kind'> & { readonly untilThere: string }, t: T): string | undefined {
  switch (kind) {
    case 'waiting':
      return t('stock.offered', { time: untilThere });
    case 'viewing':
      return t('stock.kept_view', { time: untilThere });
    case 'checkout':
      return undefined;
  }
}

/** An instant as the clocks show it where a home is and, where they differ, where readers of the language mostly are. */
export const timeThere = (at: Date, timeZone: string, locale: Locale): string =>
  momentsIn(at, [timeZone, readerZones[locale] ?? timeZone], localeFacts[locale].intl).join(' = ');

/** What is kept with the news that a bed waits for its next in line. */
export const offerFacts = (lease: NamedLease, until: Date): Readonly<Record<string, string>> => ({
  ...nameFacts(lease.house),
  until: until.toISOString(),
  zone: lease.timeZone,
  query: String(bookingQuery(lease)),
});

/** That it is somebody's turn, in their words; it leads to the booking of what is kept for them. */
export const sayOffer: SayNews = ({ what, facts }, { t, paths, locale }) =>
  what === 'offered'
    ? {
        title: t('mail.bedOfferedSubject', { house: nameOfFacts(facts, locale) }),
        text: t('stock.news_until', { until: timeThere(new Date(facts['until'] ?? 0), facts['zone'] ?? 'UTC', locale) }),
        href: `${paths.to('book_rent')}?${facts['query'] ?? ''}`,
      }
    : undefined;

/** What a note to the operator says of a lease that was sold more often than it is left. */
export function overdrawnNote(t: T, lease: NamedLease | undefined, feed: number, sold: number, path: string) {
  const name = lease ? `${lease.house.name} · ${lease.unit}` : '';
  return {
    about: `${t('stock.case_about')}: ${name}`.slice(0, 120),
    facts: [
      [t('stock.case_lease'), lease ? `${lease.period.from} – ${lease.period.to ?? ''}` : ''],
      [t('stock.case_feed'), String(feed)],
      [t('stock.case_sold'), String(sold)],
    ] satisfies [string, string][],
    path,
  };
}
