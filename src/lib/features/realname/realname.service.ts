/** Names as identity cards have them: compared, kept encrypted, told by as little as is needed to know them again. */
import type { DbTransaction } from '#lib/db/database.ts';
import type { Joiner } from '#lib/features/accounts/joining.service.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Registry } from '#lib/ports/registry/registry.ts';
import type { Secrets } from '#lib/secrets.ts';
import { isChineseId, tidyChineseId } from '#lib/validation/chinese-id.ts';
import type { NamesByHandService } from './names-by-hand.service.ts';
import { isAskedForName, realnameGate } from './realname.process.rules.ts';
import type { AskedForName, RealnameState } from './realname.process.rules.ts';
import type { RealnameRepository, StoredRealname } from './realname.repository.ts';
import { isCardName, shownName, tidyCardName } from './realname.rules.ts';
import { realnameConsentVersion } from './realname.schema.ts';
import type { ShownRealname } from './realname.schema.ts';

export type RealnameService = ReturnType<typeof createRealnameService>;

export type RealnameParts = {
  readonly repository: RealnameRepository;
  readonly registry: Registry;
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt' | 'digests'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** Whether names are checked on this site. */
  readonly isOn: boolean;
  /** Numbers of somebody's account, with dial code. */
  readonly phonesOf: (userId: UserId) => Promise<readonly string[]>;
  /** Writes down what somebody agreed to by giving their name. */
  readonly agreed: (tx: DbTransaction, userId: UserId, version: string, now: Date) => Promise<void>;
  /** Whether one more question may be asked of the register today, for this person and for the whole site. */
  readonly maySpend: (userId: UserId) => Promise<boolean>;
  /** Names that staff confirm by hand. */
  readonly byHand: Pick<NamesByHandService, 'standing' | 'forget' | 'give'>;
};

type Card = { readonly name: string; readonly number: string };
/** Names that are asked about again in one go. */
const mostWaiting = 50;
/** Cards without an answer after which a register is taken to be away. */
const mostSilent = 3;

export function createRealnameService({ repository, registry, secrets, transact, isOn, phonesOf, agreed, maySpend, byHand }: RealnameParts) {
  const cardOf = ({ sealed }: StoredRealname): Card | undefined => {
    const text = secrets.decrypt('fields', sealed);
    return text === undefined ? undefined : (JSON.parse(text) as Card);
  };
  const shown = ({ name, number }: Card, { checkedAt, isOfficial }: Pick<StoredRealname, 'checkedAt' | 'isOfficial'>): ShownRealname => ({
    name: shownName(name),
    ending: number.slice(-4),
    // Where a register is asked, what the number said by itself is not enough any more.
    isCertified: checkedAt !== undefined && (isOfficial || !registry.isOfficial),
    isOfficial,
    isByHand: false,
  });

  async function find(userId: UserId): Promise<ShownRealname | undefined> {
    const stored = await repository.find(userId);
    const card = stored && cardOf(stored);
    const known = card && shown(card, stored);
    if (known?.isCertified) return known;
    const word = await byHand.standing(userId);
    return word ? { name: shownName(word.name), ending: '', isCertified: true, isOfficial: false, isByHand: true } : known;
  }

  async function stateOf(userId: UserId): Promise<RealnameState> {
    const known = await find(userId);
    return { isOn, isCertified: known?.isCertified === true, isAuthorised: known?.isCertified === false };
  }

  /** What stands before something that somebody wants to do (R4.046–R4.050). */
  async function standsBefore({ userId: id, locale, mark }: AskedForName): Promise<ReturnType<typeof realnameGate>> {
    // Where the check is off, or lets it pass, nobody is looked up.
    if (realnameGate({ isOn, isCertified: false, isAuthorised: false }, mark) === 'run') return 'run';
    const userId = asId<UserId>(id);
    if (!isAskedForName({ locale, phones: await phonesOf(userId) })) return 'run';
    return realnameGate(await stateOf(userId), mark);
  }

  const joiner: Joiner = {
    /** Two names that a register has found right are two people. */
    async mayJoin(tx, { from, into }) {
      const [one, other] = [await repository.find(from, tx), await repository.find(into, tx)];
      if (!one?.isOfficial || !other?.isOfficial) return true;
      return cardOf(one)?.number === cardOf(other)?.number;
    },
    /** The name of the account that stays, unless the other one's alone was found right by a register. */
    async join(tx, both) {
      const [one, other] = [await repository.find(both.from, tx), await repository.find(both.into, tx)];
      if (one && (!other || (one.isOfficial && !other.isOfficial))) await repository.give(tx, both);
      await byHand.give(tx, both);
    },
  };

  return {
    joiner,
    isOn,
    /** Whether a register of people is asked. */
    isOfficial: registry.isOfficial,
    find,

    /** The card as it was given, for its person. */
    async wholeOf(userId: UserId): Promise<(Card & { readonly givenAt: Date; readonly isCertified: boolean }) | undefined> {
      const stored = await repository.find(userId);
      const card = stored && cardOf(stored);
      return card && { ...card, givenAt: stored.givenAt, isCertified: stored.checkedAt !== undefined };
    },

    stateOf,
    standsBefore,

    /**
     * Compares a name and a number. Where nobody can be asked they are kept and asked about later. `settled`: the account has a name
     * that a register found right, which nobody changes by a form; `taken`: another account has the number.
     */
    async check(
      userId: UserId,
      given: { readonly name: string; readonly number: string },
      now: Date,
    ): Promise<Outcome<ShownRealname, 'off' | 'bad-name' | 'bad-number' | 'mismatch' | 'settled' | 'taken' | 'too-many'>> {
      if (!isOn) return refused('off');
      const card: Card = { name: tidyCardName(given.name), number: tidyChineseId(given.number) };
      if (!isCardName(card.name)) return refused('bad-name');
      if (!isChineseId(card.number, now.toISOString().slice(0, 10))) return refused('bad-number');
      if ((await repository.find(userId))?.isOfficial) return refused('settled');
      if (!(await maySpend(userId))) return refused('too-many');
      const answer = await registry.compare(card.name, card.number);
      if (answer === 'mismatch') return refused('mismatch');
      const stored: StoredRealname = {
        userId,
        sealed: secrets.encrypt('fields', JSON.stringify(card)),
        consentVersion: realnameConsentVersion,
        givenAt: now,
        checkedAt: answer === 'match' ? now : undefined,
        isOfficial: answer === 'match' && registry.isOfficial,
      };
      const digests = secrets.digests('fields', `card ${card.number}`);
      return transact(async (tx) => {
        // One number serves one person.
        if (await repository.isOthers(tx, userId, digests)) return refused('taken');
        if (!(await repository.put(tx, stored, digests))) return refused('settled');
        await agreed(tx, userId, stored.consentVersion, now);
        return done(shown(card, stored));
      });
    },

    /** Forgets a name whose person does not want it kept any more, whoever found it right. */
    async forget(tx: DbTransaction, userId: UserId): Promise<void> {
      await repository.forget(tx, userId);
      await byHand.forget(tx, userId);
    },

    /** Asks again about names that could not be compared, and about those that no register was asked about. Those that turn out wrong are forgotten, so that their person can give them anew. */
    async askAgain(now: Date): Promise<number> {
      if (!registry.isOfficial) return 0;
      let settled = 0;
      let silent = 0;
      for (const stored of await repository.waiting(mostWaiting)) {
        const card = cardOf(stored);
        const answer = card ? await registry.compare(card.name, card.number) : 'mismatch';
        // Who does not answer a few times will not answer for the next one either; one card alone says nothing.
        if (answer === 'unavailable') {
          if (++silent === mostSilent) break;
          continue;
        }
        if (answer === 'match') await repository.certify(stored.userId, stored.givenAt, now);
        else await repository.drop(stored.userId, stored.givenAt);
        settled += 1;
      }
      return settled;
    },
  };
}
