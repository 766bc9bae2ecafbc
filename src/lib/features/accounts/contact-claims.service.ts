/**
 * A contact that another account has, and that somebody else has proved: numbers are given out again. Nothing of the account that has
 * it is shown or moved; it loses the contact alone, after its owner was told elsewhere and had three days to object. Where its owner
 * cannot be told, or has objected before, or both accounts are bound by orders, staff decide.
 */
import { dayMs } from '#lib/dates/dates.ts';
import { createHash, randomBytes } from 'node:crypto';
import type { DbTransaction } from '#lib/db/database.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { StaffId, UserId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { AccountsRepository } from './accounts.repository.ts';
import { contactChangeHours } from './accounts.schema.ts';
import type { Contact, User } from './accounts.schema.ts';
import type { AccountsService } from './accounts.service.ts';
import type { PersonNotices } from './person-notices.service.ts';
import type { Visit } from './signing-in.service.ts';
import type { CodesService } from './codes.service.ts';
import { claimStateOf } from './contact-claims.rules.ts';
import { keptClaimDays } from './contact-claims.schema.ts';
import type { ClaimDecision, ClaimReason, ClaimState } from './contact-claims.schema.ts';
import type { ContactClaimsRepository, StoredClaim } from './contact-claims.repository.ts';
import type { ChangeLetter, PreparedLetter } from './contact-changes.service.ts';
import { masked } from './contacts.rules.ts';
import type { Joiner } from './joining.service.ts';
import type { SessionsService } from './sessions.service.ts';

/** `isHolder`: it is asked of the reader; else the reader asks for it. */
export type ShownClaim = {
  readonly kind: Contact['kind'];
  readonly shown: string;
  readonly state: ClaimState;
  readonly isHolder: boolean;
  readonly due: Date | undefined;
};

/** One side of a case, as far as staff need it to decide; who looks further does so on the person's page, which is written down. */
export type CaseSide = { readonly user: User; readonly contacts: readonly Contact['kind'][]; readonly hasPassword: boolean; readonly isBound: boolean };
export type ClaimCase = {
  readonly id: number;
  readonly kind: Contact['kind'];
  readonly shown: string;
  readonly askedAt: Date;
  readonly holder: CaseSide;
  readonly claimant: CaseSide;
};

type Parts = {
  readonly repository: ContactClaimsRepository;
  readonly accounts: Pick<AccountsService, 'sealedOf' | 'contactsOf'>;
  readonly notices: Pick<PersonNotices, 'tellOwner'>;
  readonly stored: AccountsRepository;
  readonly sessions: Pick<SessionsService, 'endOthers'>;
  readonly codes: Pick<CodesService, 'useTicket'>;
  readonly audit: Pick<Audit, 'append'>;
  readonly decrypt: (sealed: string) => string | undefined;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** Features that may bind people by orders or money. */
  readonly binders: () => readonly Pick<Joiner, 'binds'>[];
  /** Writes to a contact of the account; undefined where nothing can be sent to it today. Outside of any transaction. */
  readonly prepareLetter: (contact: Contact, locale: Locale, letter: ChangeLetter) => Promise<PreparedLetter | undefined>;
  /** Told what operators should know. */
  readonly onTrouble: (line: string) => void;
};

export type ContactClaimsService = ReturnType<typeof createContactClaimsService>;

const digestOf = (token: string): string => createHash('sha256').update(`claim ${token}`).digest('base64url');
const isPlain = (user: User): boolean => user.identity === 0 && user.partnerStatus === 0 && !user.isLocked && user.eraseAfter === undefined;
const whichOf = (kind: Contact['kind']) => (kind === 'email' ? 'mail' : 'phone');

export function createContactClaimsService(parts: Parts) {
  const { repository, accounts, notices, stored, sessions, codes, audit, transact, onTrouble } = parts;

  const contactOf = ({ kind, sealed }: Pick<StoredClaim, 'kind' | 'sealed'>): Contact | undefined => {
    const address = parts.decrypt(sealed);
    return address === undefined ? undefined : { kind, address };
  };
  async function isBound(tx: DbTransaction, userId: UserId): Promise<boolean> {
    for (const { binds } of parts.binders()) if (await binds?.(tx, userId)) return true;
    return false;
  }
  const areBound = async (tx: DbTransaction, both: readonly UserId[]): Promise<boolean> => {
    for (const id of both) if (!(await isBound(tx, id))) return false;
    return true;
  };
  /** One order for everybody: the other way round may be under way. */
  async function inTurn(tx: DbTransaction, ids: readonly UserId[]): Promise<void> {
    for (const id of ids.toSorted((a, b) => a - b)) await stored.personInTurn(tx, id);
  }

  /** Takes the contact from the one account and adds it to the other, where that has none of its kind. Its claim is taken out already. */
  async function give(tx: DbTransaction, claim: StoredClaim, contact: Contact, now: Date): Promise<void> {
    const sealed = accounts.sealedOf(contact);
    if (await repository.takeContact(tx, claim.holderId, sealed)) {
      // Who came in by it is out; what the account has else stays.
      await sessions.endOthers(tx, claim.holderId, undefined);
      await notices.tellOwner(tx, claim.holderId, 'contact-changed');
    }
    const [own, other] = [await stored.contactsOf(claim.claimantId, tx), await stored.byContact(tx, sealed)];
    if (other || own.some(({ kind }) => kind === contact.kind)) return;
    await notices.tellOwner(tx, claim.claimantId, 'contact-changed');
    await stored.putContact(tx, claim.claimantId, sealed, now);
  }

  async function giveDue(claim: StoredClaim, now: Date): Promise<boolean> {
    const contact = contactOf(claim);
    return transact(async (tx) => {
      if (contact) await stored.inTurn(tx, accounts.sealedOf(contact));
      await inTurn(tx, [claim.holderId, claim.claimantId]);
      const claimant = await stored.find(claim.claimantId, tx);
      const others = (await stored.contactsOf(claim.holderId, tx)).filter(({ kind }) => kind !== claim.kind);
      const by = { actor: 'job:accounts-change-contacts', subject: `person:${claim.holderId}` } as const;
      // What was right three days ago must be right now.
      if (!contact || !claimant || claimant.isLocked || others.length === 0 || (await areBound(tx, [claim.holderId, claim.claimantId]))) {
        if (await repository.settle(tx, claim, 'case'))
          await audit.append(tx, { ...by, action: 'contact-claimed', data: { other: claim.claimantId, state: 'case' } });
        return false;
      }
      // It may have been stopped, or decided, in this moment.
      if (!(await repository.take(tx, claim))) return false;
      await give(tx, claim, contact, now);
      await audit.append(tx, { ...by, action: 'contact-given', data: { other: claim.claimantId, which: whichOf(claim.kind) } });
      return true;
    });
  }

  async function sideOf(tx: DbTransaction, userId: UserId): Promise<CaseSide | undefined> {
    const user = await stored.find(userId, tx);
    if (!user) return undefined;
    const contacts = (await stored.contactsOf(userId, tx)).map(({ kind }) => kind);
    return { user, contacts, hasPassword: (await stored.passwordOf(userId, tx)) !== undefined, isBound: await isBound(tx, userId) };
  }

  const shownOf = (claim: StoredClaim, userId: UserId): ShownClaim | undefined => {
    const contact = contactOf(claim);
    return contact && { kind: claim.kind, shown: masked(contact), state: claim.state, isHolder: claim.holderId === userId, due: claim.dueAt };
  };

  return {
    /**
     * @param userId who claims it, signed in within the last minutes.
     * @param ticket what the code to the contact was exchanged for; used up by it.
     */
    async claim(
      userId: UserId,
      contact: Contact,
      ticket: string,
      visit: Visit,
    ): Promise<Outcome<'waiting' | 'case', 'code-gone' | 'not-joinable' | 'in-question'>> {
      const { now } = visit;
      const sealed = accounts.sealedOf(contact);
      const holder = await stored.findBy(sealed);
      if (!holder || holder.id === userId) return refused('code-gone');
      const token = randomBytes(9).toString('base64url');
      const due = new Date(now.getTime() + contactChangeHours * 3_600_000);
      const known = await transact((tx) => repository.on(tx, holder.id, sealed));
      const letters: PreparedLetter[] = [];
      let areSent = false;
      try {
        // Only a first claim is written about: whoever objected before is not written to again and again.
        if (!known && isPlain(holder))
          for (const one of (await accounts.contactsOf(holder.id)).filter(({ kind }) => kind !== contact.kind)) {
            const letter = await parts.prepareLetter(one, holder.locale, { token, shown: masked(contact), due, now });
            if (letter) letters.push(letter);
          }
        const outcome = await transact(async (tx): Promise<Outcome<'waiting' | 'case', 'code-gone' | 'not-joinable' | 'in-question'>> => {
          await stored.inTurn(tx, sealed);
          await inTurn(tx, [holder.id, userId]);
          const [gives, takes, former] = [await stored.byContact(tx, sealed), await stored.find(userId, tx), await repository.on(tx, holder.id, sealed)];
          if (!gives || gives.id !== holder.id || !takes) return refused('code-gone');
          if (!isPlain(takes)) return refused('not-joinable');
          if (former && former.state !== 'kept') return refused('in-question');
          if (!(await codes.useTicket(tx, { event: 'active', contact, owner: visit.owner }, ticket, now))) return refused('code-gone');
          const state = claimStateOf({
            isPlain: isPlain(gives),
            isTold: letters.length > 0,
            bothBound: await areBound(tx, [holder.id, userId]),
            wasKept: former !== undefined,
          });
          const isWaiting = state === 'waiting';
          await repository.put(
            tx,
            { holderId: holder.id, claimantId: userId, state, dueAt: isWaiting ? due : undefined },
            sealed,
            isWaiting ? digestOf(token) : undefined,
            now,
          );
          if (isWaiting) {
            for (const letter of letters) await letter.send(tx);
            // Whoever came in by it may be the one who has it now.
            await sessions.endOthers(tx, holder.id, undefined);
          }
          await audit.append(tx, { actor: `person:${userId}`, action: 'contact-claimed', subject: `person:${holder.id}`, data: { other: userId, state } });
          return done(state);
        });
        areSent = outcome.ok && outcome.value === 'waiting';
        return outcome;
      } finally {
        if (!areSent) for (const letter of letters) await letter.takeBack();
      }
    },

    /** What an account is asked for, and what it has asked for. */
    async of(userId: UserId): Promise<readonly ShownClaim[]> {
      return (await repository.of(userId)).map((claim) => shownOf(claim, userId)).filter((one) => one !== undefined);
    },

    /** The claim that a link stops; undefined when it is over. */
    async byToken(token: string, now: Date): Promise<{ readonly shown: string; readonly due: Date } | undefined> {
      const claim = await repository.byToken(digestOf(token), now);
      const contact = claim && contactOf(claim);
      return contact && claim?.dueAt && { shown: masked(contact), due: claim.dueAt };
    },

    /** Keeps a contact by the link of the letter. */
    async stop(token: string, now: Date): Promise<Outcome<null, 'unknown'>> {
      return transact(async (tx) => {
        const holderId = await repository.stop(tx, digestOf(token), now);
        if (holderId === undefined) return refused('unknown');
        await audit.append(tx, { actor: 'nobody', action: 'contact-kept', subject: `person:${holderId}`, data: {} });
        return done(null);
      });
    },

    /** Keeps all that others wait for, for its owner, who is signed in. */
    async keep(userId: UserId, now: Date): Promise<Outcome<null, 'unknown'>> {
      return transact(async (tx) => {
        if ((await repository.keepAll(tx, userId, now)) === 0) return refused('unknown');
        await audit.append(tx, { actor: `person:${userId}`, action: 'contact-kept', subject: `person:${userId}`, data: {} });
        return done(null);
      });
    },

    /** Gives the contacts whose time has come. One that cannot be given waits, and no other for it. Returns how many. */
    async giveDue(now: Date): Promise<number> {
      let given = 0;
      for (const claim of await repository.due(now)) {
        try {
          if (await giveDue(claim, now)) given++;
        } catch (error) {
          onTrouble(`the contact of claim ${claim.id} could not be given: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
      return given;
    },

    cases: async (): Promise<readonly { readonly id: number; readonly shown: string; readonly askedAt: Date }[]> =>
      (await repository.cases()).map((claim) => ({ id: claim.id, shown: shownOf(claim, claim.holderId)?.shown ?? '', askedAt: claim.askedAt })),

    /** What staff see of a case; undefined where there is none. */
    async caseOf(id: number): Promise<ClaimCase | undefined> {
      return transact(async (tx) => {
        const claim = await repository.find(id, tx);
        if (claim?.state !== 'case') return undefined;
        const [holder, claimant] = [await sideOf(tx, claim.holderId), await sideOf(tx, claim.claimantId)];
        return holder && claimant && { id, kind: claim.kind, shown: shownOf(claim, holder.user.id)?.shown ?? '', askedAt: claim.askedAt, holder, claimant };
      });
    },

    /** `not-now`: somebody else has decided it. */
    async decide(id: number, decision: ClaimDecision, reason: ClaimReason, staffId: StaffId, now: Date): Promise<Outcome<null, 'unknown' | 'not-now'>> {
      const claim = await repository.find(id);
      if (!claim) return refused('unknown');
      const contact = contactOf(claim);
      return transact(async (tx) => {
        if (contact) await stored.inTurn(tx, accounts.sealedOf(contact));
        await inTurn(tx, [claim.holderId, claim.claimantId]);
        if (claim.state !== 'case') return refused('not-now');
        if (!(decision === 'give' ? await repository.take(tx, claim) : await repository.settle(tx, claim, 'kept'))) return refused('not-now');
        if (decision === 'give' && contact) await give(tx, claim, contact, now);
        const data = { other: claim.claimantId, decision, reason };
        await audit.append(tx, { actor: `staff:${staffId}`, action: 'claim-decided', subject: `person:${claim.holderId}`, data });
        return done(null);
      });
    },

    forgetOld: (now: Date): Promise<void> => repository.forgetKept(new Date(now.getTime() - keptClaimDays * dayMs)),
  };
}
