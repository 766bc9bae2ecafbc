/** Makes the checks of `npm run check:live`, and tells of each as soon as it is made. */
import '#lib/private-files.ts';
import { Resolver } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { readConfig } from '#lib/config.ts';
import type { Config } from '#lib/config.ts';
import { openDatabase } from '#lib/db/database.ts';
import { explainDatabaseError } from '#lib/db/explain.ts';
import { migrate } from '#lib/db/migrate.ts';
import { openJobStore } from '#lib/jobs/job-store.ts';
import { oneLine } from '../terminal.ts';
import { failed } from './finding.ts';
import type { Finding } from './finding.ts';
import type { LiveName } from './names.ts';
import { backupFindings } from './of-backup.ts';
import { dnsFindings, mailFindings } from './of-mail.ts';
import { paymentFindings, payoutFindings, scannerFindings, serviceFindings, smsFindings, storageFindings } from './of-services.ts';
import { certificateFindings, partyFindings, siteFindings } from './of-site.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };

export type AskedLive = {
  readonly names: readonly LiveName[];
  readonly to?: string | undefined;
  readonly phone?: string | undefined;
  readonly selector?: string | undefined;
};

async function backupOf(config: Config, now: Date): Promise<Finding[]> {
  try {
    const database = await openDatabase(config, 'beside');
    try {
      await migrate(database.db);
      await (await openJobStore(database, pino({ level: 'error' }, pino.destination(2)))).close();
      return await backupFindings({ config, database, version, now });
    } finally {
      await database.close();
    }
  } catch (error) {
    return [failed(explainDatabaseError(error) ?? (error instanceof Error ? error.message : String(error)))];
  }
}

/** Each check by its name. */
function checksOf(config: Config, { to, phone, selector }: AskedLive): Readonly<Record<LiveName, () => Finding[] | Promise<Finding[]>>> {
  const now = new Date();
  return {
    party: () => partyFindings(config),
    site: () => siteFindings(config),
    certificate: () => certificateFindings(config),
    mail: () => mailFindings(config, to, now),
    dns: () => dnsFindings(config, selector, new Resolver({ timeout: 5_000, tries: 2 })),
    sms: () => smsFindings(config, phone),
    payments: () => paymentFindings(config, now),
    payouts: () => payoutFindings(config),
    storage: () => storageFindings(config),
    scanner: () => scannerFindings(config),
    services: () => serviceFindings(config),
    backup: () => backupOf(config, now),
  };
}

/** Gives the exit status: 0 nothing failed, 1 something did. */
export async function checkLive(asked: AskedLive): Promise<number> {
  const checks = checksOf(readConfig(process.env), asked);
  const counts = { ok: 0, failed: 0, 'not set': 0 };
  for (const name of asked.names)
    for (const { outcome, says } of await checks[name]()) {
      counts[outcome] += 1;
      console.log(`${name.padEnd(12)} ${outcome.padEnd(8)} ${oneLine(says, 600)}`);
    }
  console.log(`\n${counts.ok} ok, ${counts.failed} failed, ${counts['not set']} not set.`);
  return counts.failed > 0 ? 1 : 0;
}
