/** Homes ticked in a form without script come one by one; what a page reads of them is bounded. */
import fc from '#tests/support/properties.ts';
import { expect, test } from 'vitest';
import { shortlistMost } from '#lib/features/lists/shortlist.rules.ts';
import { routeOf } from '#lib/routes.ts';
import { pageQuery } from '#server/pages/query.ts';

const idsOf = (given: URLSearchParams): string | null => pageQuery(given, routeOf('house_compare').query ?? []).query.get('ids');
const asked = (ids: readonly string[]): URLSearchParams => new URLSearchParams(ids.map((id) => ['ids', id]));

test('ticked one by one, they are the list that one value would be, and never more than a list holds', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 999_999_999 }), { minLength: 1, maxLength: 200 }), (ids) => {
      const kept = ids.slice(0, shortlistMost).map(String);
      expect(idsOf(asked(ids.map(String)))).toBe(kept.join(','));
      expect(idsOf(asked([kept.join(',')]))).toBe(kept.join(','));
    }),
  );
});

test('what is no id, too long, or more than a list in one value is not read', () => {
  for (const ids of [[''], ['1,', '2'], ['9'.repeat(5_000)], ['1', "2' or 1=1"], [Array.from({ length: 31 }, (_, at) => at + 1).join(',')], ['1', '٣']])
    expect(idsOf(asked(ids)), String(ids).slice(0, 40)).toBeNull();
});
