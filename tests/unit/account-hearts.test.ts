/** How the page tells the account of hearts: as often as is needed. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keptKey } from '#islands/browser/kept-keys.ts';

const stored = new Map<string, string>();
const asked: string[] = [];
let answers: (() => void)[] = [];

/** An answer of the account, when the test lets it come. */
function answer(items: readonly number[]): Promise<Response> {
  const data = {
    server_time: Math.floor(Date.now() / 1_000),
    cust_id: 5,
    items: items.map((house_id) => ({ house_id, at: house_id })),
    refused: [],
    compared: [],
  };
  return new Promise((give) => answers.push(() => give(Response.json({ code: 0, error_code: 0, message: '', data }))));
}

beforeEach(() => {
  stored.clear();
  asked.length = 0;
  answers = [];
  vi.resetModules();
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('location', { origin: 'http://localhost', href: 'http://localhost/', protocol: 'http:' });
  const settings = JSON.stringify({ locale: 'en-us', siteVariant: 'main', messages: {}, home: '/' });
  vi.stubGlobal('document', { cookie: '', getElementById: () => ({ textContent: settings }), querySelector: () => null });
  vi.stubGlobal('fetch', (_: unknown, { body }: RequestInit) => {
    asked.push(String(body));
    return answer([12]);
  });
});
afterEach(() => vi.unstubAllGlobals());

test('homes waited for on this device are told to the account without anybody having asked just then', async () => {
  stored.set(keptKey, JSON.stringify({ v: 1, favourites: [], notices: [{ id: 31, at: 12 }] }));
  const { syncHearts } = await import('../../src/scripts/account-hearts.ts');
  const told = syncHearts(false, () => undefined);
  await expect.poll(() => answers).toHaveLength(1);
  answers.shift()?.();
  await told;
  await expect.poll(() => asked).toHaveLength(2);
  expect(Object.fromEntries(new URLSearchParams(asked[1]))).toMatchObject({ house_ids: '31', wanted: '1', quiet: '1' });
});

test('a page on which nothing was due at first tells what is pressed and compared on it', async () => {
  const at = Math.floor(Date.now() / 1_000);
  const account = { id: 5, at, turn: 1, ahead: 0, last: 0 };
  const compared = [{ id: 12, at, name: 'Copper Point' }];
  stored.set(keptKey, JSON.stringify({ v: 1, favourites: [], compared, toldCompared: '12', account }));
  const { syncHearts } = await import('../../src/scripts/account-hearts.ts');
  const { toggleCompared, toggleFavourite } = await import('#islands/browser/kept.ts');
  await syncHearts(false, () => undefined);
  expect(asked).toEqual([]);
  for (const [press, part] of [
    [() => toggleFavourite(15), /changes=15/],
    // The account has said meanwhile that nothing is compared.
    [() => toggleCompared({ id: 12, name: 'Copper Point' }), /compare=set&compared=12(?:&|$)/],
  ] as const) {
    asked.length = 0;
    press();
    const told = syncHearts(false, () => undefined);
    await expect.poll(() => answers).toHaveLength(1);
    answers.shift()?.();
    await told;
    expect(asked[0]).toMatch(part);
  }
});

test('[R7.054] two that follow the account on one page ask once; what is pressed meanwhile is told afterwards', async () => {
  stored.set(keptKey, JSON.stringify({ v: 1, favourites: [{ id: 12, at: 12 }] }));
  const { syncHearts } = await import('../../src/scripts/account-hearts.ts');
  const { toggleFavourite } = await import('#islands/browser/kept.ts');
  const both = [syncHearts(false, () => undefined), syncHearts(false, () => undefined)];
  await expect.poll(() => answers).toHaveLength(1);
  answers.shift()?.();
  await Promise.all(both);
  expect(asked).toHaveLength(1);

  toggleFavourite(15);
  const told = syncHearts(false, () => undefined);
  await expect.poll(() => answers).toHaveLength(1);
  toggleFavourite(16);
  const more = syncHearts(false, () => undefined);
  answers.shift()?.();
  await expect.poll(() => answers).toHaveLength(1);
  answers.shift()?.();
  await Promise.all([told, more]);
  // By the field, not by the whole body: seconds of the clock hold any two digits.
  const changed = asked.slice(1).map((body) => new URLSearchParams(body).get('changes') ?? '');
  expect(changed.map((changes) => changes.split(',').map((change) => change.split(':')[0]))).toEqual([['15'], ['16']]);
});
