import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createIndexNowRepository } from '#lib/features/indexnow/indexnow.repository.ts';
import { createIndexNow } from '#lib/features/indexnow/indexnow.service.ts';
import type { IndexNow, IndexNowOutcome } from '#lib/features/indexnow/indexnow.service.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { createSite } from '#lib/paths.ts';
import { seedVariedHouses } from '#tests/factories/houses.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';

type Message = { readonly host: string; readonly key: string; readonly keyLocation: string; readonly urlList: readonly string[] };

let test1: TestDatabase;
let standIn: Server;
let endpoint: string;
let received: Message[];
let answer: (message: Message) => number;
/** What the endpoint waits for before it answers. */
let hold: () => Promise<unknown> | undefined;

beforeAll(async () => {
  test1 = await testDatabase();
  const london = test1.geo.city('uk', 'london');
  if (!london) throw new Error('London is missing');
  await seedVariedHouses(test1.db, [london], 12);
  standIn = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => (body += piece));
    request.on('end', () => {
      const message = JSON.parse(body) as Message;
      const status = request.url?.endsWith('-elsewhere') ? 200 : answer(message);
      if (status < 300) received.push(message);
      const elsewhere = status === 307 ? { location: `${endpoint}-elsewhere` } : {};
      void Promise.resolve(hold()).then(() => response.writeHead(status, elsewhere).end());
    });
  });
  await new Promise<void>((resolve) => standIn.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(standIn.address() as AddressInfo).port}/indexnow`;
});
afterAll(async () => {
  standIn?.close();
  await test1?.close();
});

beforeEach(() => {
  received = [];
  answer = () => 200;
  hold = () => undefined;
});
afterEach(async () => {
  await test1.db
    .updateTable('houses')
    .set({ status: 'open', updated_at: new Date(start - 24 * hour) })
    .execute();
  await test1.db.deleteFrom('settings').where('key', 'like', 'indexnow%').execute();
});

const hour = 3_600_000;
const start = Date.parse('2027-01-10T08:00:00Z');

function indexNow(at: number, hosts: ReadonlyMap<Locale, string> = new Map()): IndexNow {
  return createIndexNow({
    repository: createIndexNowRepository(test1.db),
    geo: test1.geo,
    site: createSite('https://homes.example', hosts),
    key: 'abcdef0123456789',
    endpoint,
    now: () => new Date(at),
  });
}
async function change(ids: readonly number[], at: number, microseconds = 0): Promise<void> {
  await sql`update houses set updated_at = ${new Date(at).toISOString()}::timestamptz + ${`${microseconds} microseconds`}::interval where id = any(${[...ids]}::int[])`.execute(
    test1.db,
  );
}
const houseIds = (): number[] =>
  received
    .flatMap(({ urlList }) => urlList)
    .filter((address) => address.includes('/en/'))
    .map((address) => Number(address.split('-').at(-1)));

describe('IndexNow', () => {
  test('the first run only remembers where it starts', async () => {
    expect(await indexNow(start).run()).toEqual({ kind: 'started' });
    expect(received).toEqual([]);
  });

  test('changed and removed houses are told once, in every language, with host, key and where the key is', async () => {
    await indexNow(start).run();
    await change([4, 5], start + hour);
    await test1.db
      .updateTable('houses')
      .set({ status: 'removed', updated_at: new Date(start + hour) })
      .where('id', '=', 6)
      .execute();
    expect(await indexNow(start + 2 * hour).run()).toEqual({ kind: 'sent', urls: 15 });
    expect(houseIds()).toEqual([4, 5, 6]);
    expect(received[0]).toMatchObject({ host: 'homes.example', key: 'abcdef0123456789', keyLocation: 'https://homes.example/abcdef0123456789.txt' });
    expect(received[0]?.urlList).toContain('https://homes.example/uk/london/detail-apartments-4');
    expect(await indexNow(start + 3 * hour).run()).toEqual({ kind: 'sent', urls: 0 });
    expect(received).toHaveLength(1);
  });

  test('that leads elsewhere is not followed, and is told again', async () => {
    await indexNow(start).run();
    await change([4], start + hour);
    answer = () => 307;
    expect(await indexNow(start + 2 * hour).run()).toMatchObject({ kind: 'failed', urls: 0 });
    expect(received).toEqual([]);
    answer = () => 200;
    expect(await indexNow(start + 3 * hour).run()).toEqual({ kind: 'sent', urls: 5 });
  });

  test('changes a microsecond apart are neither told twice nor missed', async () => {
    await indexNow(start).run();
    await change([7], start + hour, 1);
    expect(await indexNow(start + 2 * hour).run()).toEqual({ kind: 'sent', urls: 5 });
    await change([8], start + hour, 2);
    expect(await indexNow(start + 3 * hour).run()).toEqual({ kind: 'sent', urls: 5 });
    expect(houseIds()).toEqual([7, 8]);
  });

  test('a change is told only when it has settled', async () => {
    await indexNow(start).run();
    await change([9], start + hour);
    expect(await indexNow(start + hour + 60_000).run()).toEqual({ kind: 'sent', urls: 0 });
    expect(await indexNow(start + 2 * hour).run()).toEqual({ kind: 'sent', urls: 5 });
  });

  test('what the endpoint refused is told at the next run', async () => {
    await indexNow(start).run();
    await change([4], start + hour);
    answer = () => 429;
    expect(await indexNow(start + 2 * hour).run()).toEqual({ kind: 'failed', urls: 0, status: 429 });
    answer = () => 202;
    expect(await indexNow(start + 3 * hour).run()).toEqual({ kind: 'sent', urls: 5 });
    expect(houseIds()).toEqual([4]);
  });

  test('a locale with a host of its own is told about in a message of its own', async () => {
    const hosts = new Map([['en-us', 'https://en.homes.example']] as const);
    await indexNow(start, hosts).run();
    await change([4], start + hour);
    answer = ({ host }) => (host === 'homes.example' ? 200 : 503);
    expect(await indexNow(start + 2 * hour, hosts).run()).toEqual({ kind: 'failed', urls: 4, status: 503 });
    answer = () => 200;
    expect(await indexNow(start + 3 * hour, hosts).run()).toEqual({ kind: 'sent', urls: 1 });
    expect(received.map(({ host, urlList }) => [host, urlList.length])).toEqual([
      ['homes.example', 4],
      ['en.homes.example', 1],
    ]);
    expect(received[1]?.urlList).toEqual(['https://en.homes.example/uk/london/detail-apartments-4']);
  });

  test('a run that finds another under way leaves it alone', async () => {
    await indexNow(start).run();
    await change([4], start + hour);
    let second: Promise<IndexNowOutcome> | undefined;
    answer = () => {
      second ??= indexNow(start + 2 * hour).run();
      return 200;
    };
    hold = () => second;
    expect(await indexNow(start + 2 * hour).run()).toEqual({ kind: 'sent', urls: 5 });
    expect(await second).toEqual({ kind: 'busy' });
    expect(received).toHaveLength(1);
  });
});
