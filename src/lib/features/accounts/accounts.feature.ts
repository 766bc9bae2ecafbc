import type { BoundCall } from '#lib/api/bind.ts';
import { csrfOf } from '#lib/api/gates/csrf.ts';
import type { SessionReader } from '#lib/api/gates/session.ts';
import { createSharedLimits } from '#lib/api/shared-limits.ts';
import type { CounterStore } from '#lib/api/counters.schema.ts';
import { formatMoment } from '#lib/dates/dates.ts';
import type { Db } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { Identities } from '#lib/ports/identity/open-identities.ts';
import type { Mailer } from '#lib/mail/mailer.ts';
import type { Site } from '#lib/paths.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { Texter } from '#lib/sms/texter.ts';
import { codeSms } from '#lib/sms/code.sms.ts';
import { accountJobs } from './accounts.jobs.ts';
import { createAccountsLoader } from './accounts.loader.ts';
import type { AccountsLoader } from './accounts.loader.ts';
import { createAccountsRepository } from './accounts.repository.ts';
import { codeLife, eraseDays } from './accounts.schema.ts';
import type { Contact } from './accounts.schema.ts';
import { createAccountsService } from './accounts.service.ts';
import type { AccountsParts, AccountsService, CodeLetter, IsInQuestion, SignedIn } from './accounts.service.ts';
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
import type { ChangeLetter, ContactChangesService, PreparedLetter } from './contact-changes.service.ts';
import { contactChangeSms } from './contact-change.sms.ts';
import { contactClaimCalls } from './contact-claims.api.ts';
import { createContactClaimsRepository } from './contact-claims.repository.ts';
import { createContactClaimsService } from './contact-claims.service.ts';
import type { ContactClaimsService } from './contact-claims.service.ts';
import { contactClaimSms } from './contact-claim.sms.ts';
import { contactClaimMail } from './mail/contact-claim.mail.ts';
import { contactChangeMail } from './mail/contact-change.mail.ts';
import { externalAccessCalls } from './external-access.api.ts';
import { createExternalAccess } from './external-access.service.ts';
import type { ExternalAccess } from './external-access.service.ts';
import { enteringCalls } from './entering.api.ts';
import { accountNoticeMail } from './mail/account-notice.mail.ts';
import { loginCodeMail } from './mail/login-code.mail.ts';
import { createKeptForms } from './kept-forms.service.ts';
import type { KeptForms } from './kept-forms.service.ts';
import { knownBrowserCalls } from './known-browsers.api.ts';
import { createKnownBrowsers } from './known-browsers.service.ts';
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
import { createPasswordHashes } from './password-hashes.service.ts';
import type { PasswordHashes } from './password-hashes.service.ts';
import { accountSource } from './personal-data.service.ts';
import type { PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import { createPersonsService } from './persons.service.ts';
import { createPhoneNotices } from './phone-notices.service.ts';
import { scanCalls } from './scans.api.ts';
import { createScansRepository } from './scans.repository.ts';
import { createScansService } from './scans.service.ts';
import { createSessionsRepository } from './sessions.repository.ts';
import { thirdPartyCalls } from './third-parties.api.ts';
import { createThirdPartiesRepository } from './third-parties.repository.ts';
import { createThirdPartiesService } from './third-parties.service.ts';
import { createSessionsService } from './sessions.service.ts';

export type Accounts = {
  readonly service: AccountsService;
  readonly consents: ConsentsService;
  readonly hashes: PasswordHashes;
  readonly changes: Pick<ContactChangesService, 'makeDue'>;
  readonly claims: Pick<ContactClaimsService, 'giveDue'>;
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

  async function prepareCode({ kind, address }: Contact, locale: Locale, { event, code, now: at }: CodeLetter): Promise<PreparedLetter | undefined> {
    const minutes = Math.floor(codeLife.seconds / 60);
    if (kind === 'email') {
      const place = await mailer.take(loginCodeMail, address);
      if (!place) return undefined;
      const input = { code, event, minutes };
      return { send: (tx) => mailer.send(tx, loginCodeMail, { address }, locale, input, { isTaken: true }), takeBack: place.takeBack };
    }
    const prepared = await texter.prepare(codeSms, address, locale, { code, minutes }, new Date(at.getTime() + codeLife.seconds * 1_000));
    if (!prepared.ok) return undefined;
    return { send: (tx) => texter.send(tx, prepared.value, at), takeBack: () => texter.takeBack(prepared.value) };
  }

  const phones = createPhoneNotices({ texter, transact: (work) => transact(db, work), onTrouble: more.onTrouble });
  const tell: AccountsParts['tell'] = async (tx, { kind, address }, locale, what) => {
    if (kind === 'email') await mailer.send(tx, accountNoticeMail, { address }, locale, { what, days: eraseDays });
    else phones.tell(tx, address, locale, what);
  };

  const hashes = createPasswordHashes(secrets);
  const repository = createAccountsRepository(db);
  const letterOf =
    (asMail: typeof contactChangeMail | typeof contactClaimMail, asSms: typeof contactChangeSms | typeof contactClaimSms) =>
    async ({ kind, address }: Contact, locale: Locale, { token, shown, due, now }: ChangeLetter): Promise<PreparedLetter | undefined> => {
      if (kind === 'email') {
        const when = `${formatMoment(due, localeFacts[locale].intl, 'UTC')} UTC`;
        return { send: (tx) => mailer.send(tx, asMail, { address }, locale, { shown, when, token }), takeBack: async () => undefined };
      }
      const link = site.absolute(locale, site.paths(locale).to('stop_change', { token }));
      const prepared = await texter.prepare(asSms, address, locale, { link }, due);
      if (!prepared.ok) return undefined;
      return { send: (tx) => texter.send(tx, prepared.value, now), takeBack: () => texter.takeBack(prepared.value) };
    };
  const claimsRepository = createContactClaimsRepository(db);
  const isInQuestion: IsInQuestion = async (tx, holderId, contact) => (await claimsRepository.on(tx, holderId, contact))?.state === 'waiting';
  const changes = createContactChangesService({
    repository: createContactChangesRepository(db),
    accounts: repository,
    sessions,
    secrets,
    audit,
    onTrouble: more.onTrouble,
    transact: phones.transact,
    prepareLetter: letterOf(contactChangeMail, contactChangeSms),
    tell: (tx, contact, locale) => tell(tx, contact, locale, 'contact-changed'),
  });
  const service = createAccountsService({
    changes,
    repository,
    codes,
    sessions,
    hashes,
    secrets,
    audit,
    uploads,
    isInQuestion,
    transact: phones.transact,
    prepareCode,
    tell,
    spend: (limit, spender) => limits.spend(limit, spender),
  });
  const consents = createConsentsService({ repository, transact: phones.transact, ends: consentEnds });
  const joining = createJoiningService({
    accounts: service,
    repository,
    joining: createJoiningRepository(),
    joiners,
    codes,
    hashes,
    audit,
    isInQuestion,
    transact: phones.transact,
    spend: (limit, spender) => limits.spend(limit, spender),
  });
  const claims = createContactClaimsService({
    repository: claimsRepository,
    accounts: service,
    stored: repository,
    sessions,
    codes,
    audit,
    decrypt: (text) => secrets.decrypt('contacts', text),
    transact: phones.transact,
    binders: joiners,
    prepareLetter: letterOf(contactClaimMail, contactClaimSms),
    onTrouble: more.onTrouble,
  });
  const persons = createPersonsService({ counters, digest: (text) => secrets.sign('limits', text), factor: rateLimitFactor });
  const steps = createCodeSteps({ accounts: service, attempts, persons });
  const challenges = createChallengesService({ repository: createChallengesRepository(db), secrets });
  const external = createExternalAccess({ apps: more.externalApps, challenges });
  const scans = createScansService({ repository: createScansRepository(db), secrets });
  const thirds = createThirdPartiesService({
    ...more,
    accounts: service,
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
    repository: createPasskeysRepository(db),
    ways: createThirdPartiesRepository(db),
    challenges,
    secrets,
    transact: phones.transact,
  });
  const secure = site.origin.startsWith('https:');
  const known = createKnownBrowsers({ accounts: service, sessions, secrets });
  const cookies = createSessionCookies({ csrf: csrfOf({ secrets }), known, secure });
  return {
    service,
    consents,
    hashes,
    changes,
    claims,
    loader: createAccountsLoader({
      accounts: service,
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
      ...enteringCalls({ accounts: service, sessions, attempts, cookies, steps, persons }),
      ...knownBrowserCalls({ accounts: service, known, cookies, steps, persons }),
      ...accountCheckCalls({ accounts: service }),
      ...ownAccountCalls({ accounts: service, consents, realnameOf, attempts, sessions, cookies, steps }),
      ...thirdPartyCalls({ thirds, cookies, steps, site, secure }),
      ...oneTapCalls({ oneTap, cookies, site, secure }),
      ...contactChangeCalls({ changes, claims }),
      ...contactClaimCalls({ claims, accounts: service, attempts, cookies, steps }),
      ...joiningCalls({ joining, attempts, steps }),
      ...scanCalls({ scans, thirds, cookies, site, secure }),
      ...externalAccessCalls({ external }),
      ...passkeyCalls({ passkeys, cookies, steps, site }),
    ],
    jobs: accountJobs({ accounts: service, changes, claims, codes, sessions, challenges, scans }),
    personal: accountSource(service, { consents, thirdParties: thirds, passkeys, changes, claims }),
    handOver: { ...createHandOver({ accounts: service, sessions, challenges, transact: phones.transact }), cookiesOf: cookies.cookiesOf },
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
