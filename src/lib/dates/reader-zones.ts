/** Moments as clocks show them: where something is, and where its readers mostly are. Browser-safe. */
import { dateTimeFormat } from '#lib/i18n/formats.ts';
import { formatMoment } from './dates.ts';
import type { Locale } from '#lib/i18n/locales.ts';

/** Where most readers of a language are at home; those of English are everywhere. */
export const readerZones: Readonly<Partial<Record<Locale, string>>> = {
  'zh-cn': 'Asia/Shanghai',
  'zh-hk': 'Asia/Hong_Kong',
  'zh-tw': 'Asia/Taipei',
  'vi-vn': 'Asia/Ho_Chi_Minh',
};

/** A moment on the clocks of a zone, with the zone's name. @example momentIn(new Date('2026-11-23T12:00Z'), 'Europe/London', 'en-GB') // '23 Nov 2026, 12:00 (GMT)' */
export function momentIn(at: Date, timeZone: string, intl: string): string {
  const parts = dateTimeFormat(intl, { timeZone, timeZoneName: 'short', hour: 'numeric' }).formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  return `${formatMoment(at, intl, timeZone)} (${name})`;
}

/**
 * A moment on the clocks of several zones, once for each that shows another time.
 * @example momentsIn(new Date('2026-11-23T12:00Z'), ['Europe/London', 'UTC'], 'en-GB') // ['23 Nov 2026, 12:00 (GMT)']
 */
export function momentsIn(at: Date, zones: readonly string[], intl: string): readonly string[] {
  const shown = zones.map((zone) => formatMoment(at, intl, zone));
  return zones.filter((_, place) => shown.indexOf(shown[place] ?? '') === place).map((zone) => momentIn(at, zone, intl));
}

/** A moment on the clocks of most readers of a language. @example momentForReaders(new Date('2026-11-23T12:00Z'), { locale: 'zh-cn', intl: 'zh-CN' }) // '2026年11月23日 20:00 (GMT+8)' */
export function momentForReaders(at: Date, { locale, intl }: { readonly locale: Locale; readonly intl: string }): string {
  return momentIn(at, readerZones[locale] ?? 'UTC', intl);
}
