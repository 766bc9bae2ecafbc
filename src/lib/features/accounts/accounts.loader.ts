/** What the pages of signing in and of an account show. */
import { refusalOf } from '#lib/access.ts';
import { asId, parseId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { Reader } from '#lib/reader.ts';
import type { Visitor } from '#lib/visitor.ts';
import type { Contact, Device, User } from './accounts.schema.ts';
import type { AccountsService } from './accounts.service.ts';
import type { PasswordsService } from './passwords.service.ts';
import { isAgreed } from './consents.rules.ts';
import type { ConsentsService, GivenConsents } from './consents.service.ts';
import type { AttemptsService } from './attempts.service.ts';
import type { CodesService } from './codes.service.ts';
import type { ContactChangesService, ShownChange } from './contact-changes.service.ts';
import type { ClaimCase, ContactClaimsService, ShownClaim } from './contact-claims.service.ts';
import type { JoiningService } from './joining.service.ts';
import { masked } from './contacts.rules.ts';
import type { AskedScan, ScansService, ShownScan } from './scans.service.ts';
import type { OneTapService } from './one-tap.service.ts';
import type { PasskeysService } from './passkeys.service.ts';
import type { SessionsService } from './sessions.service.ts';
import type { KnownBrowsersService, KnownPerson } from './known-browsers.service.ts';
import { isInWechat, nicknameOf, wayIn } from './third-parties.rules.ts';
import type { ThirdParty } from './third-parties.schema.ts';
import type { ThirdPartiesService } from './third-parties.service.ts';

/** What a visit has begun, as far as its pages tell. */
export type ShownAttempt = {
  readonly to: string;
  readonly event: 'login' | 'forget' | 'active';
  readonly hasTicket: boolean /** Nothing leaves this machine: the operator alone sees the message. */;
  readonly staysHere: boolean;
  /** What the page fills in, on a machine that shows its messages (R5.41). */
  readonly code: string | undefined;
  /** Seconds until another code may be sent; 0 when it may. */
  readonly againIn: number;
};

export type ShownAccount = {
  readonly user: User;
  /** What they are called: their name, or else enough of a contact. */
  readonly called: string;
  readonly contacts: readonly { readonly kind: Contact['kind']; readonly shown: string }[];
  readonly hasPassword: boolean;
  readonly marketing: boolean;
  /** Contacts that are about to take the place of others. */
  readonly changes: readonly ShownChange[];
  /** Contacts that it is asked for, or asks for. */
  readonly claims: readonly ShownClaim[];
};

export type ShownNewcomer = { readonly provider: ThirdParty; readonly name: string; readonly email: string | undefined };

/** `label`: enough of an address or name to know it again; may be empty. */
export type ShownConnection = { readonly provider: ThirdParty; readonly label: string; readonly usedAt: Date };

/** Who signed in with this browser last, and how; `called` is enough of a contact, or their name, and may be empty. */
export type ShownKnown = { readonly called: string; readonly by: KnownPerson['by']; readonly provider: ThirdParty | undefined };

/** `device`: where it was made; may be empty. */
export type ShownPasskey = {
  readonly id: string;
  readonly device: string;
  readonly isSynced: boolean;
  readonly madeAt: Date;
  readonly usedAt: Date | undefined;
};

export type AccountsLoader = ReturnType<typeof createAccountsLoader>;

type Parts = {
  readonly accounts: Pick<AccountsService, 'find' | 'contactsOf'>;
  readonly passwords: Pick<PasswordsService, 'hasPassword'>;
  readonly consents: Pick<ConsentsService, 'of'>;
  readonly codes: Pick<CodesService, 'shownFor' | 'waitFor'>;
  readonly attempts: AttemptsService;
  readonly sessions: SessionsService;
  readonly thirds: ThirdPartiesService;
  readonly scans: ScansService;
  readonly changes: ContactChangesService;
  readonly claims: Pick<ContactClaimsService, 'of' | 'byToken' | 'cases' | 'caseOf'>;
  readonly joining: Pick<JoiningService, 'needsPassword'>;
  readonly passkeys: PasskeysService;
  readonly known: Pick<KnownBrowsersService, 'find'>;
  readonly oneTap: Pick<OneTapService, 'isOn' | 'asksGoogle'>;
  readonly staysHere: (contact: Contact) => boolean;
};

const idOf = ({ userId }: { readonly userId: number }): UserId => asId<UserId>(userId);

export function createAccountsLoader({
  accounts,
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
  staysHere,
}: Parts) {
  return {
    /** Whether a page may show the prompt that signs in with one tap; the same for every reader. */
    hasOneTap: oneTap.isOn,
    asksGoogle: oneTap.asksGoogle,

    /** What the visit has begun; undefined when nothing, or so long ago that it is forgotten. */
    async attempt({ now }: Pick<Reader, 'now'>, visitor: Visitor | undefined): Promise<ShownAttempt | undefined> {
      const attempt = visitor && (await attempts.find(visitor.owner, now));
      if (!attempt) return undefined;
      const { contact, event, isProved = false } = attempt;
      const isHere = staysHere(contact);
      return {
        to: masked(contact),
        event: event === 'verify_code' ? 'login' : event,
        hasTicket: isProved,
        staysHere: isHere,
        // Who develops on this machine: a visit behind a proxy is somebody else's.
        code: isHere && visitor.isHere ? codes.shownFor({ event, contact, owner: visitor.owner }) : undefined,
        againIn: await codes.waitFor({ event, contact, owner: visitor.owner }, now),
      };
    },

    /** Who signed in with this browser last, where its reader lets it keep that; undefined for nobody, and while somebody is signed in. */
    async known({ now, locale, site }: Pick<Reader, 'now' | 'locale' | 'site'>, visitor: Visitor | undefined): Promise<ShownKnown | undefined> {
      if (!visitor || visitor.session) return undefined;
      const person = await known.find(visitor.known, now);
      if (!person) return undefined;
      const provider = person.by === 'third-party' ? person.provider : undefined;
      if (person.by === 'passkey' && !passkeys.canBe(new URL(site.absolute(locale, '/')).origin)) return undefined;
      // A way that is not offered here today is none.
      if (provider && !thirds.offered({ locale, country: visitor.country, userAgent: visitor.userAgent }).includes(provider)) return undefined;
      return { called: person.called, by: person.by, provider };
    },

    /** What another account's contact that was just proved lets the reader join; undefined when there is no such thing. */
    async joinable({ now }: Pick<Reader, 'now'>, visitor: Visitor | undefined): Promise<{ readonly to: string; readonly needsPassword: boolean } | undefined> {
      const attempt = visitor && (await attempts.find(visitor.owner, now));
      if (attempt?.event !== 'active' || !attempt.isProved) return undefined;
      return { to: masked(attempt.contact), needsPassword: await joining.needsPassword(attempt.contact) };
    },

    /** The change of a contact that a link stops; undefined when it is over. */
    contactChange: ({ now }: Pick<Reader, 'now'>, token: string): Promise<ShownChange | undefined> => changes.byToken(token, now),

    /** The claim of a contact that a link ends; undefined when it is over. */
    contactClaim: ({ now }: Pick<Reader, 'now'>, token: string) => claims.byToken(token, now),

    /** Contacts of which staff decide whose they are; undefined where it is none of this member's business. */
    async staffClaims(visitor: Visitor | undefined): Promise<Awaited<ReturnType<ContactClaimsService['cases']>> | undefined> {
      return visitor?.staff && refusalOf('staff-people', visitor.staff.standing) === undefined ? claims.cases() : undefined;
    },
    async staffClaim(visitor: Visitor | undefined, claim: string | undefined): Promise<ClaimCase | undefined> {
      const id = parseId(claim);
      return id !== undefined && visitor?.staff && refusalOf('staff-people', visitor.staff.standing) === undefined ? claims.caseOf(id) : undefined;
    },

    async account(visitor: Visitor | undefined): Promise<ShownAccount | undefined> {
      const session = visitor?.session;
      const user = session && (await accounts.find(idOf(session)));
      if (!user) return undefined;
      const [contacts, hasPassword, agreed, coming, claimed] = await Promise.all([
        accounts.contactsOf(user.id),
        passwords.hasPassword(user.id),
        consents.of(user.id),
        changes.of(user.id),
        claims.of(user.id),
      ]);
      const shown = contacts.map((contact) => ({ kind: contact.kind, shown: masked(contact) }));
      return {
        user,
        called: user.nickname || (shown[0]?.shown ?? ''),
        contacts: shown,
        hasPassword,
        changes: coming,
        claims: claimed,
        marketing: isAgreed(agreed, 'marketing'),
      };
    },

    async consents(visitor: Visitor | undefined): Promise<GivenConsents | undefined> {
      return visitor?.session && consents.of(idOf(visitor.session));
    },

    /** The third parties that a reader may sign in with here, the first one first. */
    thirdParties({ locale }: Pick<Reader, 'locale'>, visitor: Visitor | undefined): readonly ThirdParty[] {
      return visitor ? thirds.offered({ locale, country: visitor.country, userAgent: visitor.userAgent }) : [];
    },

    /** The third parties that a reader may connect with their account here. */
    connectable({ locale }: Pick<Reader, 'locale'>, visitor: Visitor | undefined): readonly ThirdParty[] {
      return visitor ? thirds.connectable({ locale, country: visitor.country, userAgent: visitor.userAgent }) : [];
    },

    /** The stand-in of a third party, where this machine tries it; undefined elsewhere. */
    trialOf: thirds.trialOf,

    /** Whether the reader signs in with WeChat by a code on this page that a phone scans. */
    showsScans: (visitor: Visitor | undefined): boolean => visitor !== undefined && thirds.showsScans(visitor),

    /** The code that this browser shows, and what it holds; undefined when it asked for none, or so long ago that it is over. */
    async scan({ now, locale, site, paths }: Reader, visitor: Visitor | undefined): Promise<(ShownScan & { readonly address: string }) | undefined> {
      const shown = visitor?.way === undefined ? undefined : await scans.shown(wayIn(visitor.way).key, now);
      return shown && { ...shown, address: site.absolute(locale, paths.to('login_scan', { ticket: shown.ticket })) };
    },

    /** Who asks with a code that was scanned, for the one who is to confirm it inside WeChat. */
    async askedScan(
      { now }: Pick<Reader, 'now'>,
      visitor: Visitor | undefined,
      ticket: string,
    ): Promise<(AskedScan & { readonly mayConfirm: boolean }) | undefined> {
      const asked = visitor && (await scans.asked(ticket, now));
      return asked && { ...asked, mayConfirm: isInWechat(visitor.userAgent) || thirds.trialOf('wechat') !== undefined };
    },

    /** Somebody new for whom a third party has vouched in this browser, as far as a page tells of them. */
    async newcomer({ now }: Pick<Reader, 'now'>, visitor: Visitor | undefined): Promise<ShownNewcomer | undefined> {
      const newcomer = visitor?.way === undefined ? undefined : await thirds.newcomer(wayIn(visitor.way).key, now);
      if (!newcomer) return undefined;
      const { provider, name, email } = newcomer;
      return { provider, name: nicknameOf(name), email: email === undefined ? undefined : masked({ kind: 'email', address: email }) };
    },

    /** What an account is connected with. */
    async connections(visitor: Visitor | undefined): Promise<readonly ShownConnection[]> {
      return visitor?.session ? thirds.of(idOf(visitor.session)) : [];
    },

    /** Whether browsers have passkeys where the reader is. */
    hasPasskeys: ({ site, locale }: Pick<Reader, 'site' | 'locale'>): boolean => passkeys.canBe(new URL(site.absolute(locale, '/')).origin),

    async passkeys(visitor: Visitor | undefined): Promise<readonly ShownPasskey[]> {
      const stored = visitor?.session ? await passkeys.of(idOf(visitor.session)) : [];
      return stored.map(({ id, device, isSynced, madeAt, usedAt }) => ({ id, device, isSynced, madeAt, usedAt }));
    },

    async devices(visitor: Visitor | undefined, { now }: Pick<Reader, 'now'>): Promise<readonly Device[]> {
      const session = visitor?.session;
      return session ? sessions.devices(idOf(session), Number(session.id), now) : [];
    },
  };
}
