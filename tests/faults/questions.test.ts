/** What people ask is never lost: 10,000 questions while the server is killed and the mail server is away. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '#lib/db/database.ts';
import { startSite } from '#tests/support/site.ts';

const [questions, kills, askers] = [10_000, 8, 8];
const envelope = z.object({ error_code: z.number(), data: z.object({ reference: z.string(), repeated: z.boolean() }).nullable() });

/** @returns the reference of the question. @throws when the server ends before it answers. */
async function ask(baseUrl: string, number: number): Promise<string> {
  const answer = await fetch(`${baseUrl}/_api/listing/askQuestion`, {
    method: 'POST',
    headers: { origin: baseUrl },
    body: new URLSearchParams({
      firstname: 'Mai',
      lastname: 'Nguyen',
      email: `asks-${number}@example.org`,
      country_code: '44',
      mobile: '7700900123',
      content: 'Is it quiet?',
      location: 'Leeds',
    }),
  });
  const { error_code: code, data } = envelope.parse(await answer.json());
  if (!data) throw new Error(`question ${number} was answered with ${code}`);
  return data.reference;
}

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
          const reference = await ask(site.baseUrl, mine).catch((error: unknown) => {
            if (error instanceof Error && error.message.startsWith('question')) throw error;
            return undefined;
          });
          if (reference !== undefined) acknowledged.set(mine, reference);
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
