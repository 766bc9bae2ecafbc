/** Everything about accounts, put together. */
import type { BoundCall } from '#lib/api/bind.ts';
import { csrfOf } from '#lib/api/gates/csrf.ts';
import type { SessionReader } from '#lib/api/gates/session.ts';
import { counted, createSharedLimits } from '#lib/api/shared-limits.ts';
import type { CounterStore } from '#lib/api/counters.schema.ts';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { Identities } from '#lib/ports/identity/open-identities.ts';
import type { Mailer } from '#lib/mail/mailer.ts';
import type { Site } from '#lib/paths.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { Texter } from '#lib/sms/texter.ts';
import { accountJobs } from './accounts.jobs.ts';
import { createAccountsLoader } from './accounts.loader.ts';
import type { AccountsLoader } from './accounts.loader.ts';
import { createAccountsRepository } from './accounts.repository.ts';
import { createAccountsService } from './accounts.service.ts';
import type { AccountsParts, AccountsService } from './accounts.service.ts';
import { createAccountLetters } from './account-letters.service.ts';
import { createBindingService } from './binding.service.ts';
import { accountCheckCalls } from './account-checks.api.ts';
import { createConsentsService } from './consents.service.ts';
import type { ConsentEnds, ConsentsService } from './consents.service.ts';
import { createAttemptsService } from './attempts.service.ts';
import { createCodeSteps, createSessionCookies } from './code-steps.api.ts';
import { createChallengesRepository } from './challenges.repository.ts';
import type { ChallengesService } from './challenges.service.ts';
import { createChallengesService } from './challenges.service.ts';
import { createCodesRepository } from './codes.repository.ts';
import { createCodesService } from './codes.service.ts';
import { contactChangeCalls } from './contact-changes.api.ts';
import { createContactChangesRepository } from './contact-changes.repository.ts';
import { createContactChangesService } from './contact-changes.service.ts';
import type { ContactChangesService } from './contact-changes.service.ts';
import { contactClaimCalls } from './contact-claims.api.ts';
import { createContactClaimsRepository } from './contact-claims.repository.ts';
import type { IsInQuestion } from './contact-claims.repository.ts';
import { createContactClaimsService } from './contact-claims.service.ts';
import type { ContactClaimsService } from './contact-claims.service.ts';
import { externalAccessCalls } from './external-access.api.ts';
import { createExternalAccess } from './external-access.service.ts';
import type { ExternalAccess } from './external-access.service.ts';
import { enteringCalls } from './entering.api.ts';
import { createKeptForms } from './kept-forms.service.ts';
import type { KeptForms } from './kept-forms.service.ts';
import { knownBrowserCalls } from './known-browsers.api.ts';
import { createKnownBrowsers } from './known-browsers.service.ts';
import { createKnownPlaces } from './known-places.service.ts';
import { createHandOver } from './hand-over.service.ts';
import type { HandOverService } from './hand-over.service.ts';
import { joiningCalls } from './joining.api.ts';
import { createJoiningRepository } from './joining.repository.ts';
import { createJoiningService } from './joining.service.ts';
import type { Joiner } from './joining.service.ts';
import { oneTapCalls } from './one-tap.api.ts';
import { createOneTap } from './one-tap.service.ts';
import { ownAccountCalls } from './own-account.api.ts';
import { passkeyCalls } from './passkeys.api.ts';
import { createPasskeysRepository } from './passkeys.repository.ts';
import { createPasskeysService } from './passkeys.service.ts';
import { createErasingService } from './erasing.service.ts';
import type { ErasingService } from './erasing.service.ts';
import { createPasswordHashes } from './password-hashes.service.ts';
import type { PasswordHashes } from './password-hashes.service.ts';
import { createPasswordsService } from './passwords.service.ts';
import { accountSource } from './personal-data.service.ts';
import type { PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import { createPersonNotices } from './person-notices.service.ts';
import { createPersonsService } from './persons.service.ts';
import { createPhoneNotices } from './phone-notices.service.ts';
import { scanCalls } from './scans.api.ts';
import { createScansRepository } from './scans.repository.ts';
import { createScansService } from './scans.service.ts';
import { createSessionsRepository } from './sessions.repository.ts';
import { thirdPartyCalls } from './third-parties.api.ts';
import { createThirdPartiesRepository } from './third-parties.repository.ts';
import { createThirdPartiesService } from './third-parties.service.ts';
import { createSigningInService } from './signing-in.service.ts';
import type { SignedIn } from './signing-in.service.ts';
import { createSessionsService } from './sessions.service.ts';

export type Accounts = {
  readonly service: AccountsService;
  /** What staff do to accounts: written down and told to their person, whose phone hears of it after the transaction. */
  readonly byStaff: {
    readonly audit: Pick<Audit, 'append'>;
    readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
    readonly personInTurn: (tx: DbTransaction, userId: UserId) => Promise<boolean>;
    readonly tell: (tx: DbTransaction, userId: UserId, what: 'name-certified' | 'name-ended') => Promise<void>;
  };
  /** A visit goes on under another name with what it has used up of its limits. */
  readonly renamed: (from: string, to: string) => Promise<void>;
  readonly consents: ConsentsService;
  readonly hashes: PasswordHashes;
  readonly changes: Pick<ContactChangesService, 'makeDue'>;
  readonly claims: Pick<ContactClaimsService, 'giveDue'>;
  readonly erasing: Pick<ErasingService, 'eraseDue'>;
  readonly loader: AccountsLoader;
  readonly calls: readonly BoundCall[];
  readonly jobs: readonly KnownJob[];
  /** What is kept of a person here, for themselves. */
  readonly personal: PersonalSource;
  /** Forms that were sent after their session had ended. */
  readonly keptForms: KeptForms;
  /** Sessions between hosts of ours, with the cookies that the one consists of that begins there. */
  readonly handOver: HandOverService & { cookiesOf(session: SignedIn): readonly string[] };
  /** Apps of others, and who came by them. */
  readonly external: ExternalAccess;
  /** Who is signed in, by the token of a request. */
  readonly sessions: SessionReader;
  /** What browsers have begun and finish later, once. */
  readonly challenges: Pick<ChallengesService, 'of'>;
  /** Origins that forms of signing in lead to. */
  readonly leadsTo: readonly string[];
};

type Parts = {
  readonly db: Db;
  readonly site: Site;
  readonly secrets: Secrets;
  readonly audit: Pick<Audit, 'append'>;
  readonly mailer: Mailer;
  readonly uploads: AccountsParts['uploads'];
  readonly texter: Texter;
  readonly counters: CounterStore;
  /** Multiplies every limit; 0 lifts all. */
  readonly rateLimitFactor: number;
  /** Whether mails leave this machine. */
  readonly mailsLeave: boolean;
  /** Whether pages fill in the codes they ask for, where the message with it stays on this machine. */
  readonly showsCodes: boolean;
  /** Third parties that vouch for people. */
  readonly identities: Identities;
  /** Secrets of apps of others, by id. */
  readonly externalApps: ReadonlyMap<string, string>;
  /** Whether this server stands outside mainland China. */
  readonly isOverseas: boolean;
  /** Told what operators should know. */
  readonly onTrouble: (line: string) => void;
  /** Features that keep something of people, for two accounts that become one. */
  readonly joiners: () => readonly Joiner[];
  /** What ends when somebody takes back what it stands on. */
  readonly consentEnds: () => ConsentEnds;
  /** The name of somebody's card, where they have given one. */
  readonly realnameOf: (userId: UserId) => Promise<string | undefined>;
};

/** Everything about accounts: signing in, sessions, and what a person says of themselves. */
export function createAccounts({
  db,
  site,
  secrets,
  audit,
  mailer,
  uploads,
  texter,
  counters,
  rateLimitFactor,
  mailsLeave,
  showsCodes,
  joiners,
  consentEnds,
  realnameOf,
  ...more
}: Parts): Accounts {
  const codesRepository = createCodesRepository(db);
  const codes = createCodesService({ repository: codesRepository, secrets, shows: showsCodes });
  const sessions = createSessionsService({ repository: createSessionsRepository(db) });
  const attempts = createAttemptsService({ repository: codesRepository, secrets });
  const limits = createSharedLimits({ store: counters, digest: (text) => secrets.sign('limits', text), factor: rateLimitFactor });

  const phones = createPhoneNotices({ texter, transact: (work) => transact(db, work), onTrouble: more.onTrouble });
  const letters = createAccountLetters({ mailer, texter, site, phones });
  const hashes = createPasswordHashes(secrets);
  const repository = createAccountsRepository(db);
  const claimsRepository = createContactClaimsRepository(db);
  const isInQuestion: IsInQuestion = async (tx, holderId, contact) => (await claimsRepository.on(tx, holderId, contact))?.state === 'waiting';
  const service = createAccountsService({ repository, sessions, secrets, uploads, transact: phones.transact });
  const notices = createPersonNotices({ accounts: service, audit, tell: letters.tell });
  const changes = createContactChangesService({
    repository: createContactChangesRepository(db),
    accounts: repository,
    sessions,
    secrets,
    audit,
    onTrouble: more.onTrouble,
    transact: phones.transact,
    prepareLetter: letters.prepareChange,
    tell: (tx, contact, locale) => letters.tell(tx, contact, locale, 'contact-changed'),
  });
  /** What all that open or change an account share. */
  const shared = { accounts: service, repository, notices, codes, sessions, hashes, audit, isInQuestion, transact: phones.transact, spend: limits.spend };
  const passwords = createPasswordsService(shared);
  const known = createKnownBrowsers({ accounts: service, passwords, sessions, secrets });
  const places = createKnownPlaces({
    counters: { add: (counts) => counted(() => counters.add(counts)), has: (key) => counted(() => counters.has(key)) },
    digest: (text) => secrets.sign('limits', text),
    known,
    ownerOf: async (contact) => (await repository.passwordBy(service.sealedOf(contact)))?.userId,
    factor: rateLimitFactor,
  });
  const signingIn = createSigningInService({ ...shared, prepareCode: letters.prepareCode, places });
  const binding = createBindingService({ ...shared, changes });
  const erasing = createErasingService(shared);
  const consents = createConsentsService({ repository, transact: phones.transact, ends: consentEnds });
  const joining = createJoiningService({ ...shared, joining: createJoiningRepository(), joiners });
  const claims = createContactClaimsService({
    ...shared,
    repository: claimsRepository,
    stored: repository,
    decrypt: (text) => secrets.decrypt('contacts', text),
    binders: joiners,
    prepareLetter: letters.prepareClaim,
    onTrouble: more.onTrouble,
  });
  const persons = createPersonsService({ counters, digest: (text) => secrets.sign('limits', text), factor: rateLimitFactor });
  const challenges = createChallengesService({ repository: createChallengesRepository(db), secrets });
  const external = createExternalAccess({ apps: more.externalApps, challenges });
  const scans = createScansService({ repository: createScansRepository(db), secrets });
  const thirds = createThirdPartiesService({
    ...more,
    accounts: service,
    notices,
    signingIn,
    repository: createThirdPartiesRepository(db),
    challenges,
    scans,
    secrets,
    transact: phones.transact,
  });
  const oneTap = createOneTap({ identities: more.identities, isOverseas: more.isOverseas, challenges, thirds });
  const passkeys = createPasskeysService({
    siteOrigin: site.origin,
    localeOrigins: locales.map((locale) => new URL(site.absolute(locale, '/')).origin),
    accounts: service,
    notices,
    signingIn,
    repository: createPasskeysRepository(db),
    ways: createThirdPartiesRepository(db),
    challenges,
    secrets,
    transact: phones.transact,
  });
  const secure = site.origin.startsWith('https:');
  const cookies = createSessionCookies({ csrf: csrfOf({ secrets }), known, secure, site });
  const steps = createCodeSteps({ signingIn, attempts, persons, cookies, codes, spend: limits.spend });
  return {
    service,
    byStaff: {
      audit,
      transact: phones.transact,
      personInTurn: async (tx, userId) => {
        await repository.personInTurn(tx, userId);
        return (await service.find(userId, tx)) !== undefined;
      },
      tell: notices.tellOwner,
    },
    renamed: (from, to) => limits.renamed(`pre:${from}`, `pre:${to}`),
    consents,
    hashes,
    changes,
    claims,
    erasing,
    loader: createAccountsLoader({
      accounts: service,
      passwords,
      consents,
      codes,
      attempts,
      sessions,
      thirds,
      scans,
      changes,
      claims,
      joining,
      passkeys,
      known,
      oneTap,
      staysHere: ({ kind, address }) => (kind === 'email' ? !mailsLeave : !texter.sendsTo(address)),
    }),
    calls: [
      ...enteringCalls({ signingIn, passwords, binding, sessions, attempts, cookies, steps, persons }),
      ...knownBrowserCalls({ signingIn, known, cookies, steps, persons }),
      ...accountCheckCalls({ accounts: service }),
      ...ownAccountCalls({ accounts: service, passwords, binding, erasing, consents, realnameOf, attempts, sessions, cookies, steps }),
      ...thirdPartyCalls({ thirds, cookies, site, secure }),
      ...oneTapCalls({ oneTap, cookies, site, secure }),
      ...contactChangeCalls({ changes, claims }),
      ...contactClaimCalls({ claims, signingIn, attempts, cookies }),
      ...joiningCalls({ joining, attempts, cookies }),
      ...scanCalls({ scans, thirds, cookies, site, secure }),
      ...externalAccessCalls({ external }),
      ...passkeyCalls({ passkeys, cookies, site }),
    ],
    jobs: accountJobs({ erasing, changes, claims, codes, sessions, challenges, scans }),
    personal: accountSource(service, { passwords, consents, thirdParties: thirds, passkeys, changes, claims }),
    handOver: { ...createHandOver({ signingIn, sessions, challenges, transact: phones.transact }), cookiesOf: cookies.cookiesOf },
    external,
    keptForms: createKeptForms({ challenges }),
    challenges,
    leadsTo: thirds.leadsTo,
    sessions: {
      async read(token, now) {
        const session = await sessions.read(token, now);
        if (!session) return undefined;
        const { id, userId, standing, provedAt } = session;
        return { id: String(id), userId, standing, provedAt };
      },
    },
  };
}
