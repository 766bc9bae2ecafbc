/** What people ask is never lost: 10,000 questions while the server is killed and the mail server is away. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '#lib/db/database.ts';
import { startSite } from '#tests/support/site.ts';
import { ask } from './asked.ts';

const [questions, kills, askers] = [10_000, 8, 8];

test(`of ${questions} questions none is lost in ${kills} kills and while mails cannot be sent, and each has its confirmation`, {
  timeout: 1_800_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loftling-asked-'));
  const acknowledged = new Map<number, string>();
  let number = 0;
  try {
    for (let round = 0; round <= kills; round++) {
      // Nobody answers at that port: the mail server is away.
      const site = await startSite({ RATE_LIMIT_FACTOR: '0', LOG_LEVEL: 'silent', SMTP_URL: 'smtp://127.0.0.1:9' }, folder);
      const target = Math.round((questions * (round + 1)) / (kills + 1));
      const over = new AbortController();
      const asking = Array.from({ length: askers }, async () => {
        while (!over.signal.aborted && acknowledged.size < target) {
          number += 1;
          const mine = number;
          // Killed before it answered.
          const answer = await ask(site.baseUrl, mine).catch(() => undefined);
          if (answer && answer.reference === undefined) throw new Error(`question ${mine} was answered with ${answer.code}`);
          if (answer?.reference !== undefined) acknowledged.set(mine, answer.reference);
        }
      });
      const done = Promise.all(asking);
      if (round === kills) {
        await done;
        await site.stop();
      } else {
        while (acknowledged.size < target - askers) await new Promise((resolve) => void setTimeout(resolve, 5));
        await site.stop('SIGKILL');
        over.abort();
        await done;
      }
    }
    expect(acknowledged.size).toBeGreaterThanOrEqual(questions);

    const database = await openDatabase({ dataDir: folder, databaseUrl: undefined, databasePool: 1 }, 'alone');
    const { rows } = await sql<{ reference: string }>`select reference from enquiries`.execute(database.db);
    const kept = new Set(rows.map(({ reference }) => reference));
    expect([...acknowledged.values()].filter((reference) => !kept.has(reference))).toEqual([]);
    // Each is stored with the job of its confirmation, or not at all.
    const { rows: mails } = await sql<{ count: number }>`select count(*)::int as count from pgboss.job where name like '%mail%'`.execute(database.db);
    expect(mails).toEqual([{ count: rows.length }]);
    await database.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
