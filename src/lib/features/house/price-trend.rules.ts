/** The price trend of a house as a drawing: past weekly rents by unit, as steps, because a rent holds until it changes. Pure. */
import { dayNumber, dateOfDay, monthOf } from '#lib/dates/dates.ts';
import type { UnitId } from '#lib/ids/ids.ts';
import type { Money } from '#lib/money/money.ts';
import type { PricePoint } from './house.schema.ts';

export type TrendLine = {
  readonly unitId: UnitId;
  /** SVG path of the steps. */
  readonly path: string;
  readonly end: { readonly x: number; readonly y: number };
  readonly first: Money;
  readonly last: Money;
};

export type TrendChart = {
  readonly width: number;
  readonly height: number;
  /** Where the drawing begins, right of the rents. */
  readonly left: number;
  readonly lines: readonly TrendLine[];
  /** Rents at which a grid line is drawn. */
  readonly levels: readonly { readonly y: number; readonly rent: Money }[];
  readonly months: readonly { readonly x: number; readonly date: string }[];
};

/** One row of the table: a month (yyyymm) and the rent of each unit at its end, once one was recorded. */
export type TrendRow = { readonly month: number; readonly rents: ReadonlyMap<UnitId, Money> };

const margin = { left: 58, right: 8, top: 12, bottom: 26 };

/** A round step that parts `span` into about four. */
function levelStep(span: number): number {
  const raw = Math.max(span, 1) / 4;
  const power = 10 ** Math.floor(Math.log10(raw));
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= raw) ?? 10);
}

/** Month by month, newest first, from the first record to the last. A rent holds until another is recorded. */
export function trendRows(points: readonly PricePoint[]): readonly TrendRow[] {
  const sorted = points.toSorted((a, b) => a.on.localeCompare(b.on));
  const rows: TrendRow[] = [];
  let rents: ReadonlyMap<UnitId, Money> = new Map();
  for (const { on, unitId, weekly } of sorted) {
    const month = monthOf(on);
    for (let last = rows.at(-1)?.month; last !== undefined && last < month; last = rows.at(-1)?.month)
      rows.push({ month: last % 100 === 12 ? last + 89 : last + 1, rents });
    rents = new Map([...rents, [unitId, weekly]]);
    if (rows.length > 0) rows.pop();
    rows.push({ month, rents });
  }
  return rows.toReversed();
}

/**
 * Geometry of the chart. Undefined when there is nothing to compare: fewer than two days.
 * @param minorPerUnit minor units in one whole unit of the currency.
 */
export function trendChart(
  points: readonly PricePoint[],
  today: string,
  size: { width: number; height: number },
  minorPerUnit: number,
): TrendChart | undefined {
  const days = [...new Set(points.map(({ on }) => on))].toSorted();
  const [firstDay] = days;
  const [sample] = points;
  if (!firstDay || !sample || days.length < 2) return undefined;
  const { width, height } = size;
  const [from, to] = [dayNumber(firstDay), Math.max(dayNumber(today), dayNumber(days.at(-1) ?? today))];
  const amounts = points.map(({ weekly }) => Number(weekly.minor) / minorPerUnit);
  const [low, high] = [Math.min(...amounts), Math.max(...amounts)];
  const step = levelStep(high - low || high * 0.1);
  const [bottom, top] = [Math.floor((low - step * 0.4) / step) * step, Math.ceil((high + step * 0.2) / step) * step];
  const x = (date: string): number => round(margin.left + ((dayNumber(date) - from) / Math.max(1, to - from)) * (width - margin.left - margin.right));
  const y = (amount: number): number => round(height - margin.bottom - ((amount - bottom) / (top - bottom)) * (height - margin.top - margin.bottom));
  const lines = [...Map.groupBy(points, ({ unitId }) => unitId)].flatMap(([unitId, own]): TrendLine[] => {
    const sorted = own.toSorted((a, b) => a.on.localeCompare(b.on));
    const [first, last] = [sorted[0], sorted.at(-1)];
    if (!first || !last) return [];
    const heightOf = ({ weekly }: PricePoint): number => y(Number(weekly.minor) / minorPerUnit);
    const steps = sorted
      .slice(1)
      .map((point) => `H${x(point.on)}V${heightOf(point)}`)
      .join('');
    const endX = x(dateOfDay(to));
    return [
      { unitId, path: `M${x(first.on)} ${heightOf(first)}${steps}H${endX}`, end: { x: endX, y: heightOf(last) }, first: first.weekly, last: last.weekly },
    ];
  });
  const levels: { y: number; rent: Money }[] = [];
  for (let amount = bottom; amount <= top + step / 2; amount += step)
    levels.push({ y: y(amount), rent: { minor: BigInt(Math.round(amount * minorPerUnit)), currency: sample.weekly.currency } });
  return { width, height, left: margin.left, lines, levels, months: monthMarks(firstDay, dateOfDay(to)).map((date) => ({ date, x: x(date) })) };
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** First days of months between two dates, at most six, evenly apart. */
function monthMarks(from: string, to: string): readonly string[] {
  const months: string[] = [];
  let [year, month] = [Number(from.slice(0, 4)), Number(from.slice(5, 7)) + 1];
  for (;;) {
    if (month > 12) [year, month] = [year + 1, 1];
    const date = `${year}-${String(month).padStart(2, '0')}-01`;
    if (date > to) break;
    months.push(date);
    month += 1;
  }
  const every = Math.max(1, Math.ceil(months.length / 5));
  return months.filter((_, index) => index % every === 0);
}
