/** What a start says where bookings can be paid without money. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';

let base: TestDatabase;
beforeAll(async () => {
  base = await testDatabase();
});
afterAll(() => base.close());

/** A start on the database that the one before has left. */
async function saidAt(settings: Readonly<Record<string, string>>): Promise<boolean> {
  const desk = await openAccountsDesk({ settings, open: async () => ({ ...base, close: async () => undefined }) });
  await desk.close();
  return desk.notes.some((line) => line.includes('PAYMENT_SANDBOX=off'));
}

test('a public site says at each start that payments move no money there', async () => {
  expect(await saidAt({ SITE_URL: 'https://homes.example.org' })).toBe(true);
  expect(await saidAt({ SITE_URL: 'http://localhost:4321' })).toBe(false);
  expect(await saidAt({ SITE_URL: 'https://homes.example.org', PAYMENT_SANDBOX: 'off' })).toBe(false);
});
