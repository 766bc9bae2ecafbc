/** Beds and money while servers are killed: nothing that was acknowledged is lost, nothing is sold or booked twice. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '#lib/db/database.ts';
import type { Database } from '#lib/db/database.ts';
import { contradictions, prepareApplicants, send } from '#tests/support/applicants.ts';
import type { Prepared, Waiting } from '#tests/support/applicants.ts';
import { startPostgres } from '#tests/support/postgres-server.ts';
import { startSite } from '#tests/support/site.ts';

const [kills, cuts, senders] = [20, 20, 4];
// More people want a bed than there are, so that some are told that none is left.
const people = { applications: 200, payments: 40, homes: 8, bedsEach: 25 };

/** What became of a request. */
async function answerTo(baseUrl: string, { path, request }: Waiting): Promise<string> {
  const answer = await fetch(`${baseUrl}${path}`, { method: 'POST', ...request() });
  const { error_code } = z.looseObject({ error_code: z.int() }).parse(await answer.json());
  // Who comes while the bed goes and who comes after it are told the same.
  return error_code === 0 ? 'taken' : error_code === 10_202 && answer.status === 409 ? 'sold out' : `${answer.status} ${error_code}`;
}

type Sending = { readonly acknowledged: Set<string>; readonly over: AbortController; readonly done: Promise<unknown> };

/** Sends what waits, again where nobody answered, as people and providers do. */
function keepSending(baseUrl: string, queue: Waiting[], acknowledged: Set<string>): Sending {
  const over = new AbortController();
  const sender = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const one = queue.shift();
      if (!one) return;
      // Where nobody answers it is not known whether it was taken: it is sent once more by and by.
      const became = await send(baseUrl, one).catch(() => 'later' as const);
      if (became === 'done') acknowledged.add(one.code);
      if (became === 'later') queue.push(one);
      await wait(5);
    }
  };
  return { acknowledged, over, done: Promise.all(Array.from({ length: senders }, sender)) };
}

/** What became of those that were acknowledged, and whatever contradicts itself. */
async function account({ db }: Database, { applications, payments }: Prepared, acknowledged: ReadonlySet<string>) {
  const rows = await db.selectFrom('orders').select(['code', 'state']).execute();
  const states = new Map(rows.map(({ code, state }) => [code, state]));
  const others = (sent: readonly Waiting[], state: string) =>
    sent.filter(({ code }) => acknowledged.has(code) && states.get(code) !== state).map(({ code }) => `${code} ${states.get(code)}`);
  const postings = await db
    .selectFrom('ledger_transactions')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('effect', 'like', 'payment:%:succeeded')
    .executeTakeFirstOrThrow();
  return {
    applications: applications.filter(({ code }) => acknowledged.has(code)).length > 0,
    payments: payments.filter(({ code }) => acknowledged.has(code)).length,
    lost: [...others(applications, 'submitted'), ...others(payments, 'paid')],
    postings: Number(postings.count),
    contradictions: Object.entries(await contradictions(db)).filter(([, count]) => count > 0),
  };
}
const whole = { applications: true, payments: people.payments, lost: [], postings: people.payments, contradictions: [] };

describe('[quality 6] beds and money', () => {
  test(`survive ${kills} kills of the server`, { timeout: 1_200_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'loftling-booked-'));
    const secret = randomBytes(32);
    try {
      const prepared = await prepareApplicants({ dataDir: folder, secret, ...people });
      const environment = { APP_SECRET: secret.toString('base64'), RATE_LIMIT_FACTOR: '0', LOG_LEVEL: 'silent' };
      const queue = [...prepared.applications, ...prepared.payments].sort((a, b) => a.code.localeCompare(b.code));
      const acknowledged = new Set<string>();
      for (let round = 0; round <= kills; round++) {
        const site = await startSite(environment, folder);
        const { over, done } = keepSending(site.baseUrl, queue, acknowledged);
        if (round === kills) {
          await done;
          await site.stop();
        } else {
          await wait(60 + 17 * round);
          await site.stop('SIGKILL');
          over.abort();
          await done;
        }
      }
      const database = await openDatabase({ dataDir: folder, databaseUrl: undefined, databasePool: 1 }, 'alone');
      const found = await account(database, prepared, acknowledged).finally(() => database.close());
      expect(found).toEqual(whole);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test(`survive ${cuts} power cuts of Postgres under a server that goes on`, { timeout: 1_200_000 }, async () => {
    const postgres = await startPostgres({ fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' });
    const folder = mkdtempSync(join(tmpdir(), 'loftling-booked-'));
    const secret = randomBytes(32);
    try {
      const prepared = await prepareApplicants({ dataDir: folder, databaseUrl: postgres.url, secret, ...people });
      const environment = { DATABASE_URL: postgres.url, APP_SECRET: secret.toString('base64'), RATE_LIMIT_FACTOR: '0', LOG_LEVEL: 'silent' };
      const site = await startSite(environment, folder);
      const queue = [...prepared.applications, ...prepared.payments].sort((a, b) => a.code.localeCompare(b.code));
      const acknowledged = new Set<string>();
      const all = queue.length;
      for (let cut = 0; cut < cuts; cut++) {
        const { over, done } = keepSending(site.baseUrl, queue, acknowledged);
        // However fast the machine is, there is something under way at each.
        while (all - queue.length < (all * (cut + 1)) / (cuts + 1)) await wait(1);
        await postgres.restart();
        over.abort();
        await done;
      }
      expect(queue.length).toBeGreaterThan(0);
      await keepSending(site.baseUrl, queue, acknowledged).done;
      await site.stop();
      const database = await openDatabase({ dataDir: folder, databaseUrl: postgres.url, databasePool: 1 }, 'beside');
      const found = await account(database, prepared, acknowledged).finally(() => database.close());
      expect(found).toEqual(whole);
    } finally {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test.each([
    { buyers: 200, beds: 1 },
    { buyers: 100, beds: 10 },
  ])(
    '[quality 1] $buyers people who send at once over HTTP get $beds beds, and all others are told that it is sold out',
    {
      timeout: 600_000,
    },
    async ({ buyers, beds }) => {
      const postgres = await startPostgres();
      const folder = mkdtempSync(join(tmpdir(), 'loftling-booked-'));
      const secret = randomBytes(32);
      try {
        const at = { dataDir: folder, databaseUrl: postgres.url };
        const { applications } = await prepareApplicants({ ...at, secret, applications: buyers, payments: 0, homes: 1, bedsEach: beds });
        const environment = { DATABASE_URL: postgres.url, APP_SECRET: secret.toString('base64'), RATE_LIMIT_FACTOR: '0', LOG_LEVEL: 'silent' };
        const site = await startSite(environment, folder);
        const answers = await Promise.all(applications.map((one) => answerTo(site.baseUrl, one))).finally(() => site.stop());
        const counted = new Map<string, number>();
        for (const answer of answers) counted.set(answer, (counted.get(answer) ?? 0) + 1);
        const database = await openDatabase({ ...at, databasePool: 1 }, 'beside');
        const found = await contradictions(database.db).finally(() => database.close());
        expect(Object.fromEntries(counted)).toEqual({ taken: beds, 'sold out': buyers - beds });
        expect(Object.values(found).filter((count) => count > 0)).toEqual([]);
      } finally {
        await postgres.stop();
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});
