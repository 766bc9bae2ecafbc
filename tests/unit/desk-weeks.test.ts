/** Figures of the desk week by week: drawn within their frame, and the same numbers as CSV. */
import fc from '#tests/support/properties.ts';
import { expect, test } from 'vitest';
import { axisTop, columnsOf, sourcesOf, weeksCsv } from '#lib/features/desk/weeks.rules.ts';
import { officeDay, weekStarts } from '#lib/features/enquiries/enquiries.rules.ts';
import { enquirySources } from '#lib/features/enquiries/enquiries.schema.ts';

test('weeks begin on Monday at the office, follow each other, and the last holds the instant', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }), fc.integer({ min: 1, max: 60 }), (now, count) => {
      const starts = weekStarts(now, count);
      expect(starts).toHaveLength(count);
      for (const start of starts) expect(new Date(`${officeDay(start)}T00:00:00Z`).getUTCDay()).toBe(1);
      for (const [at, start] of starts.entries()) expect(start.getTime()).toBe((starts[0]?.getTime() ?? 0) + at * 604_800_000);
      const age = now.getTime() - (starts.at(-1)?.getTime() ?? 0);
      expect(age >= 0 && age < 604_800_000).toBe(true);
    }),
  );
});

test('columns stay within their frame, one upon the other, and are as high as what they say', () => {
  const value = fc.option(fc.double({ min: 0, max: 1e6, noNaN: true }), { nil: undefined });
  const series = fc.array(fc.array(value, { minLength: 13, maxLength: 13 }), { maxLength: 6 });
  fc.assert(
    fc.property(series, (all) => {
      const { columns, top, size } = columnsOf(all.map((values, at) => ({ name: String(at), values })));
      const room = size.height - size.bottom - size.top;
      for (const { x, y, width, height, series: at, week } of columns) {
        expect(x >= size.left && x + width <= size.width).toBe(true);
        expect(y >= size.top - 1e-6 && y + height <= size.height - size.bottom + 1e-6).toBe(true);
        expect(height).toBeCloseTo(((all[at]?.[week] ?? 0) / top) * room, 3);
      }
      expect(columns).toHaveLength(all.flat().filter((one) => one !== undefined && one > 0).length);
    }),
  );
  expect([0, 1, 99, 101].map(axisTop)).toEqual([1, 1, 100, 200]);
});

test('as CSV each week is a line with all its sources; a week without enough answers says no time', () => {
  const week = { from: '2026-11-16', asked: 3, answered: 1, medianMinutes: undefined, unanswered: 2, bySource: { list: 2, 'ask-me': 1 } } as const;
  const lines = weeksCsv([week, { ...week, from: '2026-11-23', medianMinutes: 12.6 }]).split('\r\n');
  const cells = lines.map((line) => line.split(','));
  expect(lines[0]?.startsWith('\uFEFFweek_from,asked,answered,median_minutes,unanswered,from_page,')).toBe(true);
  expect(cells.slice(0, 3).map((one) => one.length)).toEqual(Array(3).fill(5 + enquirySources.length));
  expect([cells[1]?.[3], cells[2]?.[3], cells[1]?.[5 + enquirySources.indexOf('list')]]).toEqual(['', '13', '2']);
  expect(sourcesOf([week])).toEqual(['list', 'ask-me']);
});
