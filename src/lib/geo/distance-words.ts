/** Distances and travel times in the reader's words. */
import { spaced } from '#lib/i18n/formats.ts';
import { memoBy } from '#lib/memo.ts';

const formatters = new Map<string, Intl.NumberFormat>();

function unitFormat(intl: string, unit: 'meter' | 'kilometer' | 'hour' | 'minute' | 'centimeter', digits: number): Intl.NumberFormat {
  const key = `${intl}|${unit}|${digits}`;
  let format = formatters.get(key);
  if (!format) {
    format = new Intl.NumberFormat(intl, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: digits });
    formatters.set(key, format);
  }
  return format;
}

/** @example formatDistance(1234, 'en-GB') // '1.2 km' */
export const formatDistance = /* @__PURE__ */ memoBy((metres: number, intl: string): string => {
  const text =
    metres < 950
      ? unitFormat(intl, 'meter', 0).format(metres < 100 ? Math.round(metres) : Math.round(metres / 10) * 10)
      : unitFormat(intl, 'kilometer', metres < 10_000 ? 1 : 0).format(metres / 1000);
  return spaced(text);
});

/**
 * A journey, from an hour on in hours and minutes.
 * @example formatMinutes(12, 'en-GB') // '12 mins'
 * @example formatMinutes(74, 'en-GB') // '1 hr 14 mins'
 */
export const formatMinutes = /* @__PURE__ */ memoBy((minutes: number, intl: string): string => {
  const whole = Math.round(minutes);
  const said = (unit: 'hour' | 'minute', count: number): string[] => (count === 0 ? [] : [spaced(unitFormat(intl, unit, 0).format(count))]);
  return whole < 60
    ? spaced(unitFormat(intl, 'minute', 0).format(minutes))
    : [...said('hour', Math.floor(whole / 60)), ...said('minute', whole % 60)].join(' ');
});

/** @example formatCentimetres(190, 'en-GB') // '190 cm' */
export function formatCentimetres(centimetres: number, intl: string): string {
  return spaced(unitFormat(intl, 'centimeter', 0).format(centimetres));
}
