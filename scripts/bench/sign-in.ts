/** How many people sign in by password a second, beside what hashing alone could do, and how long kept pages take meanwhile. */
import { argon2, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { csrfOf } from '#lib/api/gates/csrf.ts';
import { wireHeaders } from '#lib/api/signing.ts';
import { ownCookies } from '#lib/own-cookies.ts';
import { consentVersion } from '#lib/features/accounts/accounts.schema.ts';
import { passwordLoginContract } from '#lib/features/accounts/entering.contract.ts';
import { argonCost } from '#lib/features/accounts/password-hashes.service.ts';
import { createKeyRing } from '#lib/secrets.ts';
import { openAccountsDesk } from '#tests/support/accounts-desk.ts';
import { databaseForServer } from '#tests/support/database.ts';
import { startPostgres } from '#tests/support/postgres-server.ts';
import { startSite } from '#tests/support/site.ts';
import type { BenchPart } from './part.ts';
import { percentile, table } from './part.ts';

const people = 40;
const clients = 8;
const seconds = 8;
const pagesEach = 50;
const password = 'Harbour-2031';
const emailOf = (number: number): string => `bench${number}@example.org`;

const hashOnce = (): Promise<void> =>
  new Promise((resolve, reject) => {
    argon2('argon2id', { message: 'a'.repeat(64), nonce: randomBytes(16), tagLength: 32, ...argonCost }, (error) => (error ? reject(error) : resolve()));
  });

/** How often something is done a second, several at a time. */
async function rateOf(atOnce: number, work: () => Promise<void>): Promise<number> {
  const since = performance.now();
  let count = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() - since < seconds * 1_000) {
        await work();
        count++;
      }
    }),
  );
  return count / ((performance.now() - since) / 1_000);
}

/** Milliseconds that pages took which were asked for at even intervals, however long those before take. */
async function evenly(addresses: readonly string[]): Promise<readonly number[]> {
  const took: number[] = [];
  const asked: Promise<void>[] = [];
  const since = performance.now();
  for (let count = 0; count < pagesEach * seconds; count++) {
    const wait = since + (count * 1_000) / pagesEach - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const begun = performance.now();
    asked.push(
      fetch(addresses[count % addresses.length] ?? '', { headers: { 'accept-encoding': 'br' } }).then(async (answer) => {
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}`);
        took.push(performance.now() - begun);
      }),
    );
  }
  await Promise.all(asked);
  return took;
}

export const signIn: BenchPart = {
  name: 'sign-in',
  title: 'Signing in by password',
  method: `Postgres with fsync and synchronous_commit on; the site in production mode; ${clients} clients on the same machine sign ${people} people in over HTTP, each time in a new browser, for ${seconds} s. The bare rate: argon2id at the same cost (${argonCost.memory} KiB, ${argonCost.passes} passes), two at a time and nothing else, before and after. Kept pages: ${pagesEach} a second at even intervals, asked for while people sign in.`,
  async run(say) {
    const postgres = await startPostgres({ fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' });
    const folder = mkdtempSync(join(tmpdir(), 'loftling-sign-in-'));
    try {
      const secret = randomBytes(32);
      const desk = await openAccountsDesk({ open: () => databaseForServer({ dataDir: folder, databaseUrl: postgres.url }), secret, now: new Date() });
      try {
        for (let number = 0; number < people; number++) await desk.registered(emailOf(number), password);
      } finally {
        await desk.close();
      }
      const bare = [await rateOf(2, hashOnce)];
      const environment = {
        DATABASE_URL: postgres.url,
        APP_SECRET: secret.toString('base64'),
        RATE_LIMIT_FACTOR: '0',
        LOG_LEVEL: 'warn',
        SAMPLE_CATALOGUE: 'on',
      };
      const site = await startSite(environment, folder);
      const rows: (string | number)[][] = [];
      try {
        const csrf = csrfOf({ secrets: createKeyRing([secret]) });
        let next = 0;
        const enter = async (): Promise<void> => {
          const visit = randomBytes(16).toString('base64url');
          const values = { canal: '2', email: emailOf(next++ % people), password, consent_terms: consentVersion, login_type: '1', redirect: '' };
          const answer = await fetch(`${site.baseUrl}${passwordLoginContract.path}`, {
            method: 'POST',
            headers: {
              'accept-language': 'en-us',
              cookie: `${ownCookies.visit}=${visit}`,
              origin: site.baseUrl,
              'sec-fetch-site': 'same-origin',
              [wireHeaders.antiForgery]: csrf.tokenFor(`pre:${visit}`),
            },
            body: new URLSearchParams(values),
          });
          const text = await answer.text();
          if (answer.status !== 200 || !text.includes('"error_code":0')) throw new Error(`nobody was signed in: ${answer.status} ${text.slice(0, 200)}`);
        };
        const addresses = ['/', '/en', '/en/uk/london'].map((path) => `${site.baseUrl}${path}`);
        for (const address of addresses) await (await fetch(address)).arrayBuffer();
        for (let warm = 0; warm < people; warm++) await enter();
        const quiet = percentile(await evenly(addresses), 0.99);
        const alone = await rateOf(clients, enter);
        const [beside, took] = await Promise.all([rateOf(clients, enter), evenly(addresses)]);
        bare.push(await rateOf(2, hashOnce));
        const hashes = bare.reduce((sum, one) => sum + one, 0) / bare.length;
        const share = (rate: number): string => `${((rate / hashes) * 100).toFixed(0)} %`;
        const figures = [percentile(took, 0.5), percentile(took, 0.99)].map((one) => one.toFixed(1));
        rows.push(['hashing alone', hashes.toFixed(1), '100 %', '', '']);
        rows.push(['signing in', alone.toFixed(1), share(alone), '', '']);
        rows.push(['signing in, with kept pages', beside.toFixed(1), share(beside), ...figures]);
        rows.push(['kept pages, nobody signs in', '', '', '', quiet.toFixed(1)]);
        for (const row of rows) say(row.join(' | '));
      } finally {
        await site.stop();
      }
      return table(['', 'a second', 'of hashing alone', 'pages p50 ms', 'pages p99 ms'], rows);
    } finally {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
