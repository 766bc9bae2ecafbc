/** The staff of the site that the settings name, for commands. */
import '#lib/private-files.ts';
import { readConfig } from '#lib/config.ts';
import { openDatabase } from '#lib/db/database.ts';
import { migrate } from '#lib/db/migrate.ts';
import { emailOf } from '#lib/features/accounts/contacts.rules.ts';
import { createAuditFeature, sealOf } from '#lib/features/audit/audit.feature.ts';
import { createStaffRegister } from '#lib/features/staff/staff.feature.ts';
import type { StaffMember } from '#lib/features/staff/staff.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import type { StaffRole } from '#lib/access.ts';
import { refused } from '#lib/outcome.ts';
import { createSite } from '#lib/paths.ts';
import { whereServed } from '#lib/serving.ts';
import { openSecrets, SecretsError } from '#lib/secrets.ts';

const actor = 'command:staff' as const;

/** One line of the list: number, role, name, since when, and by what they come in. */
export function describeMember(member: StaffMember & { readonly email: string; readonly passkeys: number }): string {
  const { id, role, name, email, createdAt, enrolledAt, endedAt, passkeys } = member;
  const day = (at: Date): string => at.toISOString().slice(0, 10);
  const state = endedAt ? `left ${day(endedAt)}` : enrolledAt ? `since ${day(enrolledAt)}` : `asked to come in ${day(createdAt)}`;
  const ways = enrolledAt && !endedAt ? `, password and code${passkeys > 0 ? ` or ${passkeys === 1 ? 'a passkey' : `${passkeys} passkeys`}` : ''}` : '';
  return `${String(id).padEnd(4)} ${role.padEnd(8)} ${name} <${email}>, ${state}${ways}`;
}

/** @throws {SecretsError} where several nodes have no secret in common: what is written here could not be read there. */
export async function openStaffRegister() {
  const config = readConfig(process.env);
  const secrets = openSecrets({ ...config, manyNodes: config.databaseUrl !== undefined });
  if (!secrets.isShared)
    throw new SecretsError('With a database that several nodes share, APP_SECRET has to be set: what is written here could not be read by them.');
  const site = createSite(config.siteUrl, config.localeHosts);
  const database = await openDatabase(config, 'beside');
  await migrate(database.db);
  const { service: audit } = createAuditFeature({ db: database.db, seal: sealOf(secrets) });
  const register = createStaffRegister({ db: database.db, secrets, audit });
  const idOf = (id: number): StaffId => asId<StaffId>(id);
  return {
    now: new Date(),
    /** Where a ticket is taken to: the name of the site, or where its server listens, whatever this command was told of ports. */
    site: `${(config.siteUrlGiven ? undefined : whereServed(config.dataDir)) ?? site.origin}${site.paths('en-us').to('staff_enrol')}`,
    staff: {
      list: () => register.list(),
      async add(email: string, name: string, role: StaffRole, now: Date) {
        const address = emailOf(email);
        return address === undefined ? refused('no-address') : register.add({ email: address, name, role }, actor, now);
      },
      renew: (id: number, now: Date) => register.renew(idOf(id), actor, now),
      setRole: (id: number, role: StaffRole) => register.setRole(idOf(id), role, actor),
      end: (id: number, now: Date) => register.end(idOf(id), actor, now),
    },
    close: () => database.close(),
  };
}
