/** What a start says where bookings can be paid without money. */
import { expect, test } from 'vitest';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';

async function saidAt(settings: Readonly<Record<string, string>>): Promise<boolean> {
  const desk = await openAccountsDesk({ settings });
  await desk.close();
  return desk.notes.some((line) => line.includes('PAYMENT_SANDBOX=off'));
}

test('a public site says at each start that payments move no money there', async () => {
  expect(await saidAt({ SITE_URL: 'https://homes.example.org' })).toBe(true);
  expect(await saidAt({ SITE_URL: 'http://localhost:4321' })).toBe(false);
  expect(await saidAt({ SITE_URL: 'https://homes.example.org', PAYMENT_SANDBOX: 'off' })).toBe(false);
});
