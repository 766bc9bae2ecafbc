/** Decisions about groups: whose days go together, and which places are left. */
import fc from '#tests/support/properties.ts';
import { expect, test } from 'vitest';
import { addDays, nightsBetween } from '#lib/dates/dates.ts';
import { daysWithin, isMixed, placesLeft, wasEnded } from '#lib/features/groups/groups.rules.ts';
import { asId } from '#lib/ids/ids.ts';
import type { TenancyId } from '#lib/ids/ids.ts';
import { locales } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';

test('[R3.55] a place has the days that its lease shares with the group, where that is half of them or more', () => {
  const days = fc.tuple(fc.nat(700), fc.integer({ min: 1, max: 400 })).map(([from, nights]) => {
    const first = addDays('2027-01-01', from);
    return { from: first, to: addDays(first, nights) };
  });
  fc.assert(
    fc.property(days, days, (lease, group) => {
      const own = daysWithin({ moveIn: lease.from, moveOut: lease.to }, group);
      const shared = Math.max(0, nightsBetween(lease.from > group.from ? lease.from : group.from, lease.to < group.to ? lease.to : group.to));
      expect(own !== undefined).toBe(shared > 0 && shared * 2 >= nightsBetween(group.from, group.to));
      if (!own) return;
      expect(nightsBetween(own.from, own.to)).toBe(shared);
      expect([own.from >= lease.from, own.from >= group.from, own.to <= lease.to, own.to <= group.to]).toEqual([true, true, true, true]);
    }),
  );
  expect(daysWithin({ moveIn: '2027-09-01', moveOut: '2028-08-23' }, { from: '', to: 'soon' })).toBeUndefined();
});

test('[R3.55] places that are left are counted over all leases; a link to others than the maker’s is told apart while they are left', () => {
  const [own, other] = [asId<TenancyId>(1), asId<TenancyId>(2)];
  const places = [
    { tenancyId: own, left: 2 },
    { tenancyId: other, left: 1 },
  ];
  const taken = places.map((place) => (place.tenancyId === other ? { ...place, left: 0 } : place));
  const of = { tenancyId: own };
  expect([placesLeft(places), isMixed(of, places), placesLeft(taken), isMixed(of, taken), placesLeft([])]).toEqual([3, true, 2, false, 0]);
});

test('a group that its maker ended says another thing than one whose time is over', () => {
  const until = new Date('2027-03-01T10:00:00Z');
  expect(wasEnded({ until, endedAt: undefined })).toBe(false);
  expect(wasEnded({ until, endedAt: new Date('2027-02-27T08:00:00Z') })).toBe(true);
  expect(wasEnded({ until, endedAt: new Date('2027-03-01T10:05:00Z') })).toBe(false);
  for (const locale of locales) expect(translator(locale)('groups.ended')).not.toBe(translator(locale)('groups.over'));
});
