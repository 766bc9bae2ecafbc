/**
 * What follows when beds were kept or let go: pages and lists show what is left, the next in line is offered what came free, and staff hear
 * of what a provider has no more though we sold it. House by house, apart from whoever books: bookings do not wait for it, nor for each other.
 */
import type { DbTransaction } from '#lib/db/database.ts';
import type { Catalogue } from '#lib/features/catalogue/catalogue.service.ts';
import type { HouseId, StockCaseId, TenancyId, WaitingId } from '#lib/ids/ids.ts';
import type { BedsRepository } from './beds.repository.ts';
import type { Overdrawn, StockCasesRepository } from './stock-cases.repository.ts';
import { offerEnds } from './stock.rules.ts';
import type { StockService } from './stock.service.ts';
import type { NextInLine, WaitingRepository } from './waiting.repository.ts';

/** Offers made of one house in one go. */
const mostOffers = 50;

type Parts = {
  readonly beds: Pick<BedsRepository, 'nextChanged' | 'changed'>;
  readonly waiting: WaitingRepository;
  readonly cases: Pick<StockCasesRepository, 'overdrawn' | 'openCase'>;
  readonly stock: Pick<StockService, 'offer'>;
  readonly catalogue: Pick<Catalogue, 'restock'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** Tells who is next in line, as part of the transaction that keeps the bed. Returns false where they cannot be told. */
  readonly tellNext: (tx: DbTransaction, next: NextInLine, until: Date) => Promise<void>;
  readonly tellStaff: (tx: DbTransaction, id: StockCaseId, overdrawn: Overdrawn) => Promise<void>;
};

export type ShownStockService = ReturnType<typeof createShownStock>;

export function createShownStock({ beds, waiting, cases, stock, catalogue, transact, tellNext, tellStaff }: Parts) {
  async function offerAll(tx: DbTransaction, houseId: HouseId, now: Date): Promise<number> {
    const leases: TenancyId[] = [];
    const places: WaitingId[] = [];
    for (let offers = 0; ; ) {
      const next = await waiting.next(tx, houseId, { leases, places });
      if (!next) return offers;
      if (offers === mostOffers) {
        await beds.changed(tx, [houseId]);
        return offers;
      }
      const until = offerEnds(now);
      const kept = await stock.offer(tx, next.userId, next.tenancyId, until, now);
      if (kept.ok) {
        await waiting.offered(tx, next.id, kept.value.id, until);
        await tellNext(tx, next, until);
        offers++;
      } else if (kept.reason === 'has-one') places.push(next.id);
      else leases.push(next.tenancyId);
    }
  }

  /** Returns false when there is nothing more to do. */
  async function followOne(now: Date): Promise<boolean> {
    return transact(async (tx) => {
      const houseId = await beds.nextChanged(tx);
      if (houseId === undefined) return false;
      await catalogue.restock(tx, houseId, now);
      await waiting.endGone(tx, houseId, now);
      if ((await offerAll(tx, houseId, now)) > 0) await catalogue.restock(tx, houseId, now);
      for (const one of await cases.overdrawn(tx, houseId, now)) {
        const opened = await cases.openCase(tx, one, now);
        if (opened !== undefined) await tellStaff(tx, opened, one);
      }
      return true;
    });
  }

  return {
    /** Does all that is to be done. Returns for how many houses. */
    async follow(now: Date): Promise<number> {
      for (let houses = 0; ; houses++) if (!(await followOne(now))) return houses;
    },
  };
}
