/** Shares of what may be tried at somebody's address, whatever strangers do. */
import { expect, test } from 'vitest';
import { createKnownPlaces } from '#lib/features/accounts/known-places.service.ts';
import { pauseBefore, triesAt } from '#lib/features/accounts/password-tries.rules.ts';
import { asId } from '#lib/ids/ids.ts';
import fc from '#tests/support/properties.ts';

const contact = { kind: 'email', address: 'owner@example.org' } as const;
const now = new Date('2026-11-29T10:00:00Z');

function places() {
  const points = new Map<string, number>();
  const pauses: number[] = [];
  const made = createKnownPlaces({
    counters: {
      add: async (keys) =>
        keys.map(({ key, seconds }) => {
          points.set(key, (points.get(key) ?? 0) + 1);
          return { key, points: points.get(key) ?? 0, endsIn: seconds };
        }),
      has: async (key) => (points.get(key) ?? 0) > 0,
    },
    digest: (text) => `#${text}`,
    known: { ownerOf: async (cookie) => (cookie === 'own' ? asId(7) : cookie === 'other' ? asId(8) : undefined) },
    ownerOf: async () => 7,
    factor: 1,
    pause: async (milliseconds) => void pauses.push(milliseconds),
  });
  return { ...made, pauses, points };
}

test('where somebody came in before nothing is ever refused, however strangers and they mix their tries', async () => {
  const from = fc.constantFrom('home', 'browser', 'stranger');
  await fc.assert(
    fc.asyncProperty(fc.array(from, { minLength: 1, maxLength: 120 }), async (tries) => {
      const { mayTry, noteArrival, pauses } = places();
      await noteArrival(contact, { client: '203.0.113.7', browser: undefined });
      let strangers = 0;
      for (const [at, who] of tries.entries()) {
        const place = {
          client: who === 'home' ? '203.0.113.7' : `198.51.100.${at}`,
          browser: who === 'browser' ? 'own' : who === 'stranger' ? 'other' : undefined,
        };
        const may = await mayTry(contact, place, now);
        if (who === 'stranger') expect(may).toBe((strangers += 1) <= triesAt.strangers);
        else expect(may).toBe(true);
      }
      expect(Math.max(0, ...pauses)).toBeLessThanOrEqual(triesAt.longest);
    }),
  );
});

test('each wrong try waits no less than the one before, up to a bound', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5_000 }), fc.boolean(), fc.constantFrom(0.5, 1, 10), (points, isKnown, factor) => {
      const [before, next] = [pauseBefore(points, isKnown, factor), pauseBefore(points + 1, isKnown, factor)];
      if (isKnown) expect(next).toBeDefined();
      if (before === undefined) expect(next).toBeUndefined();
      else if (next !== undefined) expect(next).toBeGreaterThanOrEqual(before);
      expect(pauseBefore(Math.max(1, Math.round(triesAt.free * factor)), isKnown, factor)).toBe(0);
    }),
  );
});

test('what came in there is kept under a digest for its contact alone', async () => {
  const { noteArrival, shareOf, points } = places();
  const place = { client: '203.0.113.7', browser: undefined };
  expect(await shareOf(contact, place, now)).toBeUndefined();
  await noteArrival(contact, place);
  expect(await shareOf(contact, place, now)).toBe('address 203.0.113.7');
  expect(await shareOf({ kind: 'email', address: 'somebody@example.org' }, place, now)).toBeUndefined();
  expect([...points.keys()].every((key) => key.startsWith('came in #'))).toBe(true);
});
