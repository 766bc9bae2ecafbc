/** What the desk has done week by week, drawn and as CSV. Pure, browser-safe. */
import { csvMark, csvRow } from '#lib/csv.ts';
import { enquirySources } from '#lib/features/enquiries/enquiries.schema.ts';
import type { EnquirySource, EnquiryWeek } from '#lib/features/enquiries/enquiries.schema.ts';

/** A row of numbers, one for each week; undefined where there is none to tell. */
export type Series = { readonly name: string; readonly values: readonly (number | undefined)[] };

/** Sources that somebody asked from in these weeks, the most used first. */
export function sourcesOf(weeks: readonly EnquiryWeek[]): readonly EnquirySource[] {
  const countOf = (source: EnquirySource): number => weeks.reduce((sum, { bySource }) => sum + (bySource[source] ?? 0), 0);
  return enquirySources.filter((source) => countOf(source) > 0).toSorted((a, b) => countOf(b) - countOf(a));
}

/**
 * The top of an axis: a round number that is not less.
 * @example [0, 3, 7, 11, 240].map(axisTop) // [1, 5, 10, 20, 500]
 */
export function axisTop(most: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return [1, 2, 5, 10].map((one) => one * unit).find((one) => one >= most) ?? most;
}

type Column = { readonly x: number; readonly y: number; readonly width: number; readonly height: number; readonly series: number; readonly week: number };
const size = { width: 640, height: 200, left: 44, bottom: 24, top: 10 } as const;

/** Columns of series upon each other in a drawing of `size`, whose axis ends at `top`. */
export function columnsOf(series: readonly Series[]): { readonly columns: readonly Column[]; readonly top: number; readonly size: typeof size } {
  const weeks = Math.max(0, ...series.map(({ values }) => values.length));
  const sums = Array.from({ length: weeks }, (_, week) => series.reduce((sum, { values }) => sum + (values[week] ?? 0), 0));
  const top = axisTop(Math.max(0, ...sums));
  const { width, height, left, bottom, top: above } = size;
  const [step, room] = [(width - left) / Math.max(1, weeks), height - bottom - above];
  const columns = sums.flatMap((_, week) => {
    let under = 0;
    return series.flatMap(({ values }, at) => {
      const value = values[week] ?? 0;
      if (value <= 0) return [];
      under += value;
      return [{ x: left + step * (week + 0.15), y: height - bottom - (under / top) * room, width: step * 0.7, height: (value / top) * room, series: at, week }];
    });
  });
  return { columns, top, size };
}

/** Lines of CSV: a week each, with minutes and counts. */
export function weeksCsv(weeks: readonly EnquiryWeek[]): string {
  const head = ['week_from', 'asked', 'answered', 'median_minutes', 'unanswered', ...enquirySources.map((source) => `from_${source.replaceAll('-', '_')}`)];
  const rows = weeks.map(({ from, asked, answered, medianMinutes, unanswered, bySource }) => [
    from,
    asked,
    answered,
    medianMinutes === undefined ? '' : Math.round(medianMinutes),
    unanswered,
    ...enquirySources.map((source) => bySource[source] ?? 0),
  ]);
  return csvMark + [head, ...rows].map((cells) => csvRow(cells.map(String))).join('');
}
