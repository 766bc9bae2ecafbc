/** Names that staff confirm by hand: one of them looks at a document, a second agrees, and either takes it back. */
import type { DbTransaction } from '#lib/db/database.ts';
import type { Joining } from '#lib/features/accounts/joining.schema.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { StaffId, UserId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { NamesByHandRepository, StoredNameByHand } from './names-by-hand.repository.ts';
import { nameDeedsFor } from './names-by-hand.schema.ts';
import type { NameByHand } from './names-by-hand.schema.ts';

export type NamesByHandService = ReturnType<typeof createNamesByHand>;

/** What a member of staff says; `seen`: the one that their page showed. */
export type NameWord =
  | ({ readonly deed: 'ask' } & Pick<NameByHand, 'name' | 'document' | 'reason' | 'note'>)
  | { readonly deed: 'agree' | 'end'; readonly seen: number };

export type NamesByHandParts = {
  readonly repository: NamesByHandRepository;
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt'>;
  readonly isOn: boolean;
  readonly audit: Pick<Audit, 'append'>;
  /** A transaction after which phones are told what was said in it. */
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** Locks the account; undefined where there is none. */
  readonly personInTurn: (tx: DbTransaction, userId: UserId) => Promise<boolean>;
  /** Tells a person that their name was confirmed by hand, or is not any more. */
  readonly tell: (tx: DbTransaction, userId: UserId, what: 'name-certified' | 'name-ended') => Promise<void>;
};

export function createNamesByHand({ repository, secrets, isOn, audit, transact, personInTurn, tell }: NamesByHandParts) {
  function opened({ sealed, ...word }: StoredNameByHand): NameByHand & Pick<StoredNameByHand, 'endedAt'> {
    const text = secrets.decrypt('fields', sealed);
    const { name = '', note = '' } = text === undefined ? {} : (JSON.parse(text) as Partial<Pick<NameByHand, 'name' | 'note'>>);
    return { ...word, name, note };
  }

  async function openOne(userId: UserId, tx?: DbTransaction): Promise<NameByHand | undefined> {
    const found = (await repository.all(userId, tx)).find(({ endedAt }) => endedAt === undefined);
    return found && opened(found);
  }

  return {
    isOn,
    /** One that stands or waits. */
    of: (userId: UserId): Promise<NameByHand | undefined> => (isOn ? openOne(userId) : Promise.resolve(undefined)),
    /** All there were, for their person. */
    all: async (userId: UserId) => (await repository.all(userId)).map(opened),
    /** The name that counts. */
    async standing(userId: UserId): Promise<NameByHand | undefined> {
      const one = await openOne(userId);
      return one?.agreedAt === undefined ? undefined : one;
    },
    forget: (tx: DbTransaction, userId: UserId): Promise<void> => repository.forget(tx, userId),
    give: (tx: DbTransaction, both: Joining): Promise<void> => repository.give(tx, both),

    /** `same-person`: nobody agrees to what they asked for. */
    async say(userId: UserId, word: NameWord, staffId: StaffId, now: Date): Promise<Outcome<null, 'unknown' | 'not-now' | 'same-person'>> {
      if (!isOn) return refused('unknown');
      return transact<Outcome<null, 'unknown' | 'not-now' | 'same-person'>>(async (tx) => {
        if (!(await personInTurn(tx, userId))) return refused('unknown');
        const open = await openOne(userId, tx);
        if (word.deed !== 'ask' && open?.id !== word.seen) return refused('not-now');
        if (word.deed === 'agree' && open?.askedBy === staffId) return refused('same-person');
        if (!nameDeedsFor(open, staffId).includes(word.deed)) return refused('not-now');
        if (word.deed === 'ask') {
          const { name, note, document, reason } = word;
          await repository.add(tx, userId, {
            sealed: secrets.encrypt('fields', JSON.stringify({ name, note })),
            document,
            reason,
            askedBy: staffId,
            askedAt: now,
          });
        } else if (word.deed === 'agree') {
          await repository.agree(tx, word.seen, staffId, now);
          await tell(tx, userId, 'name-certified');
        } else {
          await repository.end(tx, word.seen, staffId, now);
          // Whom nobody had told of it hears nothing of its end.
          if (open?.agreedAt !== undefined) await tell(tx, userId, 'name-ended');
        }
        await audit.append(tx, { actor: `staff:${staffId}`, action: 'name-by-hand', subject: `person:${userId}`, data: { deed: word.deed } });
        return done(null);
      });
    },
  };
}
