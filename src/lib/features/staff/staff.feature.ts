import type { BoundCall } from '#lib/api/bind.ts';
import type { StaffReader } from '#lib/api/gates/session.ts';
import { createSharedLimits } from '#lib/api/shared-limits.ts';
import type { CounterStore } from '#lib/api/counters.schema.ts';
import { brand } from '#lib/brand.ts';
import type { Db } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { AccountsService } from '#lib/features/accounts/accounts.service.ts';
import type { ConsentsService } from '#lib/features/accounts/consents.service.ts';
import type { PasswordHashes } from '#lib/features/accounts/password-hashes.service.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { Mailer } from '#lib/mail/mailer.ts';
import type { Site } from '#lib/paths.ts';
import { parsePhone } from '#lib/phone/phone.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { ChallengesService } from '#lib/features/accounts/challenges.service.ts';
import { staffPasskeyMail } from './mail/staff-passkey.mail.ts';
import { createAuditNames } from './audit-names.repository.ts';
import { createPeopleService } from './people.service.ts';
import { createStaffCookies, staffCalls } from './staff.api.ts';
import { staffJobs } from './staff.jobs.ts';
import { createStaffLoader } from './staff.loader.ts';
import type { StaffLoader } from './staff.loader.ts';
import { staffPasskeyCalls } from './staff-passkeys.api.ts';
import { createStaffPasskeysRepository } from './staff-passkeys.repository.ts';
import { createStaffPasskeysService } from './staff-passkeys.service.ts';
import { createStaffRepository } from './staff.repository.ts';
import { createStaffService } from './staff.service.ts';
import type { StaffService, WrongTries } from './staff.service.ts';

export type Staff = {
  readonly service: StaffService;
  readonly loader: StaffLoader;
  readonly calls: readonly BoundCall[];
  readonly jobs: readonly KnownJob[];
  /** Who of the staff is signed in, by the token of a request. */
  readonly sessions: StaffReader;
};

type Parts = {
  readonly db: Db;
  readonly site: Site;
  readonly secrets: Secrets;
  readonly audit: Audit;
  readonly counters: CounterStore;
  /** Multiplies every limit; 0 lifts all. */
  readonly rateLimitFactor: number;
  readonly accounts: AccountsService;
  readonly consents: Pick<ConsentsService, 'of'>;
  readonly hashes: PasswordHashes;
  readonly challenges: Pick<ChallengesService, 'of'>;
  readonly mailer: Mailer;
};

/** Wrong tries of a day from one address of the network for one mail address (or passkey, or member), and from anywhere. The latter is what guessing is bound by. */
const mostWrong = { here: 10, anywhere: 500 } as const;

function createWrongTries(counters: CounterStore, digest: (text: string) => string, factor: number): WrongTries {
  const keysOf = (tried: string, address: string) =>
    [
      { key: `staff wrong ${digest(`${tried} ${address}`)}`, most: Math.ceil(mostWrong.here * factor) },
      { key: `staff wrong ${digest(tried)}`, most: Math.ceil(mostWrong.anywhere * factor) },
    ] as const;
  return {
    async areEnough(tried, address) {
      if (factor === 0) return false;
      // A sum that one more would fit into is not full.
      const free = await Promise.all(keysOf(tried, address).map(({ key, most }) => counters.addWithin(key, 0, most - 1)));
      return free.includes(false);
    },
    async count(tried, address) {
      if (factor > 0) await Promise.all(keysOf(tried, address).map(({ key, most }) => counters.addWithin(key, 1, most)));
    },
  };
}

/** Who staff are, for commands, which sign nobody in. */
export function createStaffRegister({ db, secrets, audit }: Pick<Parts, 'db' | 'secrets' | 'audit'>): StaffService {
  return createStaffService({
    repository: createStaffRepository(db),
    passkeys: createStaffPasskeysRepository(db),
    hashes: undefined,
    secrets,
    audit,
    transact: (work) => transact(db, work),
    wrongTries: { areEnough: async () => false, count: async () => undefined },
    issuer: brand.name,
  });
}

/** Everything about staff: their entrance, and what they see of people and do for them. */
export function createStaff({ db, site, secrets, audit, counters, rateLimitFactor, accounts, consents, hashes, challenges, mailer }: Parts): Staff {
  const limits = createSharedLimits({ store: counters, digest: (text) => secrets.sign('limits', text), factor: rateLimitFactor });
  const repository = createStaffPasskeysRepository(db);
  const wrongTries = createWrongTries(counters, (text) => secrets.sign('limits', text), rateLimitFactor);
  const service = createStaffService({
    repository: createStaffRepository(db),
    passkeys: repository,
    hashes,
    secrets,
    audit,
    transact: (work) => transact(db, work),
    wrongTries,
    issuer: brand.name,
  });
  const passkeys = createStaffPasskeysService({
    siteOrigin: site.origin,
    localeOrigins: locales.map((locale) => new URL(site.absolute(locale, '/')).origin),
    staff: service,
    repository,
    challenges,
    secrets,
    audit,
    transact: (work) => transact(db, work),
    wrongTries,
    tell: (tx, address, locale, what) => mailer.send(tx, staffPasskeyMail, { address }, locale, { what }),
  });
  const cookies = createStaffCookies(site.origin.startsWith('https:'));
  const people = createPeopleService({
    accounts,
    consents,
    audit,
    transact: (userId, work) => transact(db, work, { lockOf: `person:${userId}` }),
    auditing: (work) => transact(db, work),
    spend: (limit, spender) => limits.spend(limit, spender),
    phoneOf(text) {
      // With its plus a number names its country itself; the one given here only says in which form it is read.
      const parsed = text.startsWith('+') ? parsePhone('GB', text) : undefined;
      return parsed?.ok ? parsed.value.e164 : undefined;
    },
  });
  return {
    service,
    loader: createStaffLoader({ staff: service, passkeys, people, audit, names: createAuditNames(db) }),
    calls: [...staffCalls({ staff: service, people, cookies }), ...staffPasskeyCalls({ passkeys, site, cookies })],
    jobs: staffJobs(service),
    sessions: {
      async read(token, now) {
        const session = await service.read(token, now);
        return session && { id: String(session.id), staffId: session.staffId, standing: session.role, provedAt: session.provedAt, zone: session.zone };
      },
    },
  };
}
