/** Members of staff as browser tests need them: made by command or by the same services, signed in with password and one-time code. */
import { spawnSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { brand } from '#lib/brand.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import { createPasswordHashes } from '#lib/features/accounts/password-hashes.service.ts';
import { createAuditFeature, sealOf } from '#lib/features/audit/audit.feature.ts';
import { createStaffCookies } from '#lib/features/staff/staff.api.ts';
import { createStaffPasskeysRepository } from '#lib/features/staff/staff-passkeys.repository.ts';
import { createStaffRepository } from '#lib/features/staff/staff.repository.ts';
import { createStaffService } from '#lib/features/staff/staff.service.ts';
import { newPreSession, setPreSession } from '#lib/pre-session.ts';
import { clientHash } from '#lib/validation/passwords.ts';
import { onSiteDatabase, siteSecrets, takeCookies } from './site-database.ts';

export const staffName = 'Ann Lee';

/** What the command for staff prints. @param dataDir of a site of the test's own. */
export function staffCommand(args: readonly string[], siteUrl: string, dataDir = process.env['SITE_DATA_DIR']): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['scripts/staff.ts', ...args], {
    encoding: 'utf8',
    env: { ...process.env, DATA_DIR: dataDir, SITE_URL: siteUrl, DATABASE_URL: '' },
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** The query of the link by which a new member of staff comes in. @param dataDir of a site of the test's own. */
export function ticketFor(email: string, siteUrl: string, dataDir?: string): string {
  const printed = staffCommand(['add', '--email', email, '--name', staffName, '--role', 'admin'], siteUrl, dataDir);
  return new URL(/https?:\S+/.exec(printed)?.[0] ?? '').search;
}

/** All have the same password: it is hashed once for each worker. */
let passwordHash: Promise<string> | undefined;

/** Has somebody new of the staff come in, with the services that the command and the form ask; the browser of the page is theirs then. */
export async function comeIn(page: Page): Promise<void> {
  const secrets = siteSecrets();
  const hashes = createPasswordHashes(secrets);
  const userAgent = await page.evaluate(() => navigator.userAgent);
  const session = await onSiteDatabase(async (db) => {
    const staff = createStaffService({
      repository: createStaffRepository(db),
      passkeys: createStaffPasskeysRepository(db),
      hashes: { ...hashes, hash: (secret) => (passwordHash ??= hashes.hash(secret)) },
      secrets,
      audit: createAuditFeature({ db, seal: sealOf(secrets) }).service,
      transact: (work) => transact(db, work),
      wrongTries: { areEnough: async () => false, count: async () => undefined },
      issuer: brand.name,
    });
    const now = new Date();
    const email = `staff-${crypto.randomUUID().slice(0, 8)}@example.org`;
    const added = await staff.add({ email, name: staffName, role: 'admin' }, 'command:staff', now);
    if (!added.ok) throw new Error(`nobody was added: ${added.reason}`);
    const taken = await staff.takeLink(added.value.ticket, now);
    if (!taken.ok) throw new Error('the link was not taken');
    const ticket = taken.value;
    const secret = (await staff.enrolment(ticket, now))?.key?.secret ?? '';
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() });
    const enrolled = await staff.enrol(ticket, await clientHash('Harbour-2031'), code, { address: '127.0.0.1', userAgent, country: undefined, now });
    if (!enrolled.ok) throw new Error(`nobody came in: ${enrolled.reason}`);
    return enrolled.value;
  });
  await takeCookies(page.context(), [setPreSession(newPreSession(), false), ...createStaffCookies(false).of(session)]);
}
