/** What people have agreed to: each with the version of its wording, since when, and until when. */
import type { DbTransaction } from '#lib/db/database.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { AccountsRepository, StoredConsent } from './accounts.repository.ts';
import { consentVersion } from './accounts.schema.ts';
import type { ConsentKind } from './accounts.schema.ts';
import { isAgreed } from './consents.rules.ts';
import type { FreeConsent } from './consents.rules.ts';

/** Ends what stands on a consent, in the transaction in which it is taken back. */
export type ConsentEnds = Readonly<Partial<Record<ConsentKind, (tx: DbTransaction, userId: UserId) => Promise<void>>>>;

type Parts = {
  readonly repository: Pick<AccountsRepository, 'consentsOf' | 'addConsents' | 'withdrawConsent' | 'personInTurn'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  readonly ends: () => ConsentEnds;
};

/** What somebody has agreed to, the newest first. */
export type GivenConsents = readonly StoredConsent[];

export type ConsentsService = ReturnType<typeof createConsentsService>;

export function createConsentsService({ repository, transact, ends }: Parts) {
  /** Puts a consent to the newest wording in the place of a former one. */
  async function give(tx: DbTransaction, userId: UserId, kind: ConsentKind, version: string, now: Date): Promise<void> {
    await repository.withdrawConsent(tx, userId, kind, now);
    await repository.addConsents(tx, userId, [kind], version, now);
  }

  return {
    of: (userId: UserId): Promise<GivenConsents> => repository.consentsOf(userId),
    /** When somebody took back that their data may go abroad; undefined while it may. */
    async abroadEndedAt(userId: UserId): Promise<Date | undefined> {
      const all = await repository.consentsOf(userId);
      return isAgreed(all, 'transfer') ? undefined : all.find(({ kind }) => kind === 'transfer')?.withdrawnAt;
    },
    give,

    /** Has what somebody agrees to be what they say now. What is not named stays as it is, and what was agreed to keeps its day. */
    async set(userId: UserId, wanted: Readonly<Partial<Record<FreeConsent, boolean>>>, now: Date): Promise<void> {
      await transact(async (tx) => {
        await repository.personInTurn(tx, userId);
        const all = await repository.consentsOf(userId, tx);
        for (const [kind, isWanted] of Object.entries(wanted) as [FreeConsent, boolean][]) {
          if (isAgreed(all, kind) === isWanted) continue;
          if (isWanted) await give(tx, userId, kind, consentVersion, now);
          else {
            await repository.withdrawConsent(tx, userId, kind, now);
            await ends()[kind]?.(tx, userId);
          }
        }
      });
    },
  };
}
