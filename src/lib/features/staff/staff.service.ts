/**
 * Staff: who they are, and how they come in. They are made by command; a ticket lets each in once, to set a password and to show
 * that their device makes the right one-time codes. From then on password and code are asked for together, or a passkey.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { StaffRole } from '#lib/access.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import { deviceName } from '#lib/features/accounts/devices.rules.ts';
import type { PasswordHashes } from '#lib/features/accounts/password-hashes.service.ts';
import type { Actor } from '#lib/features/audit/audit.rules.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Secrets } from '#lib/secrets.ts';
import { newTotpSecret, totpAddress, totpStep } from '#lib/totp.ts';
import type { StaffPasskeysRepository } from './staff-passkeys.repository.ts';
import type { StaffCredentials, StaffRepository } from './staff.repository.ts';
import { firstVisitMinutes, idleMinutes, sessionHours, ticketHours } from './staff.schema.ts';
import type { StaffMember } from './staff.schema.ts';

/** From where, and when. */
export type { AuditNames } from './audit-names.repository.ts';

export type StaffVisit = { readonly address: string; readonly userAgent: string; readonly country: string | undefined; readonly now: Date };

/** A session that has just begun. The token is told once. */
export type BegunStaffSession = { readonly id: number; readonly token: string; readonly staffId: StaffId };

/** What a new member needs to set their device up. */
export type Enrolment = {
  readonly name: string;
  readonly role: StaffRole;
  readonly email: string;
  /** What an authenticator app reads, and the same to be typed in; undefined once it was shown. */
  readonly key: { readonly address: string; readonly secret: string } | undefined;
};

/** Wrong tries at the entrance of staff: by address of the network and what was tried together, so that a stranger keeps nobody out. */
export type WrongTries = {
  /** @param tried a mail address, a passkey, a member. */
  areEnough(tried: string, address: string): Promise<boolean>;
  count(tried: string, address: string): Promise<void>;
};

/** By what somebody of the staff comes in, or shows once more that it is them. */
export type StaffMeans = 'password-and-code' | 'code' | 'passkey';

export type StaffService = ReturnType<typeof createStaffService>;

type Parts = {
  readonly repository: StaffRepository;
  readonly passkeys: Pick<StaffPasskeysRepository, 'counts' | 'removeAll'>;
  /** None where nobody signs in: commands. */
  readonly hashes: PasswordHashes | undefined;
  readonly secrets: Pick<Secrets, 'digests' | 'encrypt' | 'decrypt'>;
  readonly audit: Pick<Audit, 'append'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** Tries that were wrong, counted by all nodes together for a day (UTC). */
  readonly wrongTries: WrongTries;
  /** What authenticator apps call the site. */
  readonly issuer: string;
};

const [minute, hour] = [60_000, 3_600_000];
/** What is tried at by somebody who is no member. */
export const entrance = 'entrance:1';
const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

export function createStaffService({ repository, passkeys, hashes, secrets, audit, transact, wrongTries, issuer }: Parts) {
  const digestsOf = (email: string) => secrets.digests('contacts', `staff ${email}`);

  async function newTicket(tx: DbTransaction, id: StaffId, now: Date): Promise<string> {
    const ticket = randomBytes(32).toString('base64url');
    await repository.putTicket(tx, id, digestOf(ticket), new Date(now.getTime() + ticketHours * hour));
    return ticket;
  }

  async function begin(tx: DbTransaction, staffId: StaffId, means: StaffMeans, { userAgent, country, now }: StaffVisit): Promise<BegunStaffSession> {
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(now.getTime() + sessionHours * hour);
    const id = await repository.addSession(tx, { digest: digestOf(token), staffId, device: deviceName(userAgent), country, now, expiresAt });
    await audit.append(tx, { actor: `staff:${staffId}`, action: 'signed-in', subject: `staff:${staffId}`, data: { means } });
    return { id, token, staffId };
  }

  const stepOf = ({ sealedTotp }: StaffCredentials, code: string, now: Date): bigint | undefined => {
    const secret = secrets.decrypt('totp', sealedTotp);
    return secret === undefined ? undefined : totpStep(secret, code, now);
  };

  async function proved(tx: DbTransaction, staffId: StaffId, session: number, means: StaffMeans, now: Date): Promise<boolean> {
    if (!(await repository.prove(tx, staffId, session, now))) return false;
    await audit.append(tx, { actor: `staff:${staffId}`, action: 'proved-again', subject: `staff:${staffId}`, data: { means } });
    return true;
  }

  /** Before the sessions: a sign-in by one of them that is under way is then either undone or ended. */
  async function takePasskeys(tx: DbTransaction, id: StaffId, actor: Actor): Promise<void> {
    if ((await passkeys.removeAll(tx, id)) > 0)
      await audit.append(tx, { actor, action: 'means-changed', subject: `staff:${id}`, data: { means: 'passkey', change: 'taken' } });
  }

  function hashing(): PasswordHashes {
    if (!hashes) throw new TypeError('nobody signs in here');
    return hashes;
  }

  /** Somebody there is, who has not left; in a transaction with what is done about them. */
  async function changing<T>(id: StaffId, change: (tx: DbTransaction) => Promise<T>): Promise<Outcome<T, 'unknown'>> {
    const member = await repository.find(id);
    return member && !member.endedAt ? done(await transact(change)) : refused('unknown');
  }

  return {
    /** @returns the ticket they come in with the first time. */
    async add(
      { email, name, role }: { readonly email: string; readonly name: string; readonly role: StaffRole },
      actor: Actor,
      now: Date,
    ): Promise<Outcome<{ readonly id: StaffId; readonly ticket: string }, 'taken'>> {
      return transact(async (tx) => {
        await repository.addInTurn(tx);
        if (await repository.ownerOf(tx, digestsOf(email))) return refused('taken');
        const id = await repository.add(tx, {
          name,
          role,
          emailDigest: digestsOf(email)[0],
          sealedEmail: secrets.encrypt('contacts', email),
          sealedTotp: secrets.encrypt('totp', newTotpSecret()),
          now,
        });
        const ticket = await newTicket(tx, id, now);
        await audit.append(tx, { actor, action: 'staff-added', subject: `staff:${id}`, data: { role } });
        return done({ id, ticket });
      });
    },

    /** All there are, with the addresses they sign in with and how many passkeys they have, for the operator. */
    async list(): Promise<readonly (StaffMember & { readonly email: string; readonly passkeys: number })[]> {
      const [all, counts] = await Promise.all([repository.list(), passkeys.counts()]);
      return all.map(({ member, sealedEmail }) => ({
        ...member,
        email: secrets.decrypt('contacts', sealedEmail) ?? '',
        passkeys: counts.get(member.id) ?? 0,
      }));
    },
    /** Begins a session for somebody who has proved who they are. */
    admit: begin,
    /** Notes that whoever has the session showed once more that it is them. Returns whether there is the session still. */
    proved,
    /** A member who is in, with their address. */
    async memberWithEmail(id: StaffId): Promise<(StaffMember & { readonly email: string }) | undefined> {
      const found = await repository.credentialsOf(id);
      return found && { ...found.member, email: secrets.decrypt('contacts', found.sealedEmail) ?? '' };
    },
    find: (id: StaffId): Promise<StaffMember | undefined> => repository.find(id),
    /** By whose clocks they read the desk. @param zone a name that `zoneCalled` knows */
    setZone: (id: StaffId, zone: string): Promise<void> => repository.setZone(id, zone),
    sessionEnd: (id: number): Promise<Date | undefined> => repository.sessionEnd(id),

    setRole: (id: StaffId, role: StaffRole, actor: Actor): Promise<Outcome<void, 'unknown'>> =>
      changing(id, async (tx) => {
        await repository.setRole(tx, id, role);
        await audit.append(tx, { actor, action: 'staff-changed', subject: `staff:${id}`, data: { role } });
      }),

    /** A new device or password, or somebody who comes back: they come in as the first time, and every session of theirs ends. */
    async renew(id: StaffId, actor: Actor, now: Date): Promise<Outcome<string, 'unknown'>> {
      if (!(await repository.find(id))) return refused('unknown');
      const ticket = await transact(async (tx) => {
        await repository.renew(tx, id, secrets.encrypt('totp', newTotpSecret()));
        await takePasskeys(tx, id, actor);
        await repository.endSessions(tx, id);
        const made = await newTicket(tx, id, now);
        await audit.append(tx, { actor, action: 'means-changed', subject: `staff:${id}`, data: { means: 'password-and-code', change: 'taken' } });
        return made;
      });
      return done(ticket);
    },

    /** They are staff no longer; every session of theirs ends. What they did stays in the audit log. */
    end: (id: StaffId, actor: Actor, now: Date): Promise<Outcome<void, 'unknown'>> =>
      changing(id, async (tx) => {
        await repository.setEnded(tx, id, now);
        await takePasskeys(tx, id, actor);
        await repository.endSessions(tx, id);
        await audit.append(tx, { actor, action: 'staff-ended', subject: `staff:${id}`, data: {} });
      }),

    /** Whom a link lets in; undefined when it is none, was taken, or is too old. It says nothing that whoever looks at it could use later. */
    async invited(ticket: string, now: Date): Promise<{ readonly name: string; readonly role: StaffRole } | undefined> {
      const found = await repository.byTicket(undefined, digestOf(ticket), false, now);
      return found && { name: found.member.name, role: found.member.role };
    },

    /**
     * Takes a link, once. The device gets a secret that nobody has seen before.
     * @returns the ticket with which this browser alone goes on, within `firstVisitMinutes`.
     */
    async takeLink(ticket: string, now: Date): Promise<Outcome<string, 'gone'>> {
      const digest = digestOf(ticket);
      const next = randomBytes(32).toString('base64url');
      return transact(async (tx) => {
        const found = await repository.byTicket(tx, digest, false, now);
        const expiresAt = new Date(now.getTime() + firstVisitMinutes * 60_000);
        if (!found || !(await repository.exchangeTicket(tx, digest, digestOf(next), now, expiresAt))) return refused('gone');
        await repository.setTotp(tx, found.member.id, secrets.encrypt('totp', newTotpSecret()));
        return done(next);
      });
    },

    /** What is known of whoever took a link, which makes no password. */
    async knownOf(ticket: string, now: Date): Promise<readonly string[]> {
      const found = await repository.byTicket(undefined, digestOf(ticket), true, now);
      return found ? [found.member.name, secrets.decrypt('contacts', found.sealedEmail) ?? ''] : [];
    },

    /** What the browser that took a link needs; undefined for any other. The key of the device is told the first time alone. */
    async enrolment(ticket: string, now: Date): Promise<Enrolment | undefined> {
      const digest = digestOf(ticket);
      const found = await repository.byTicket(undefined, digest, true, now);
      const secret = found && secrets.decrypt('totp', found.sealedTotp);
      const email = found && secrets.decrypt('contacts', found.sealedEmail);
      if (!found || secret === undefined || email === undefined) return undefined;
      const key = (await repository.showOnce(digest, now)) ? { secret, address: totpAddress(secret, email, issuer) } : undefined;
      return { name: found.member.name, role: found.member.role, email, key };
    },

    /** @param password what a browser makes of it. */
    async enrol(ticket: string, password: string, code: string, visit: StaffVisit): Promise<Outcome<BegunStaffSession, 'gone' | 'wrong-code'>> {
      const digest = digestOf(ticket);
      const found = await repository.byTicket(undefined, digest, true, visit.now);
      if (!found) return refused('gone');
      const step = stepOf(found, code, visit.now);
      if (step === undefined) return refused('wrong-code');
      const hash = await hashing().hash(password);
      return transact(async (tx) => {
        if (!(await repository.takeTicket(tx, digest))) return refused('gone');
        const { id } = found.member;
        await repository.enrol(tx, id, hash, visit.now);
        // A sign-in that was on its way while they were renewed must not come to life now.
        await repository.endSessions(tx, id);
        await repository.takeStep(tx, id, step, { ...found, passwordHash: hash });
        await audit.append(tx, { actor: `staff:${id}`, action: 'means-changed', subject: `staff:${id}`, data: { means: 'password-and-code', change: 'set' } });
        return done(await begin(tx, id, 'password-and-code', visit));
      });
    },

    /**
     * Password and code together. Neither the answer nor what is done for it tells which was wrong, or whether there is such a
     * member. After some wrong tries from one address of the network it is refused before anything is compared.
     */
    async signIn(email: string, password: string, code: string, visit: StaffVisit): Promise<Outcome<BegunStaffSession, 'wrong' | 'too-many'>> {
      if (await wrongTries.areEnough(email, visit.address)) return refused('too-many');
      const found = await repository.byEmail(digestsOf(email));
      const isRight = await hashing().verify(password, found?.passwordHash);
      const step = found && stepOf(found, code, visit.now);
      const entered = await transact(async (tx) => {
        if (isRight && found?.passwordHash !== undefined && step !== undefined && (await repository.takeStep(tx, found.member.id, step, found)))
          return done(await begin(tx, found.member.id, 'password-and-code', visit));
        const subject = found ? (`staff:${found.member.id}` as const) : entrance;
        const data = { means: 'password-and-code', why: found ? 'wrong' : 'unknown', tries: 1 } as const;
        await audit.append(tx, { actor: 'nobody', action: 'sign-in-refused', subject, data });
        return refused('wrong');
      });
      if (!entered.ok) await wrongTries.count(email, visit.address);
      return entered;
    },

    /** A code of the device, from who is signed in and is to show once more that it is them. */
    async prove(staffId: StaffId, session: number, code: string, visit: StaffVisit): Promise<Outcome<null, 'wrong' | 'too-many'>> {
      const tried = `member ${staffId}`;
      if (await wrongTries.areEnough(tried, visit.address)) return refused('too-many');
      const found = await repository.credentialsOf(staffId);
      const step = found && stepOf(found, code, visit.now);
      const outcome = await transact(async (tx) => {
        if (found && step !== undefined && (await repository.takeStep(tx, staffId, step, found)) && (await proved(tx, staffId, session, 'code', visit.now)))
          return done(null);
        const data = { means: 'code', why: 'wrong', tries: 1 } as const;
        await audit.append(tx, { actor: `staff:${staffId}`, action: 'sign-in-refused', subject: `staff:${staffId}`, data });
        return refused('wrong');
      });
      if (!outcome.ok) await wrongTries.count(tried, visit.address);
      return outcome;
    },

    async signOut(staffId: StaffId, session: number): Promise<void> {
      await transact(async (tx) => {
        await repository.endSession(tx, session);
        await audit.append(tx, { actor: `staff:${staffId}`, action: 'session-ended', subject: `staff:${staffId}`, data: { why: 'logout' } });
      });
    },

    /** Who has this token; undefined for nobody, and for a session that has ended, also because nobody used it for some minutes. */
    async read(token: string, now: Date) {
      const session = await repository.sessionBy(digestOf(token), now, new Date(now.getTime() - idleMinutes * minute));
      // Not at each request: what is read often would else be written as often.
      if (session && now.getTime() - session.seenAt.getTime() >= minute) await repository.seen(session.id, now);
      return session;
    },

    forgetEnded: (now: Date): Promise<void> => repository.forget(now),
  };
}
