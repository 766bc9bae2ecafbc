/**
 * What follows when beds were kept or let go: pages and lists show what is left, the next in line is offered what came free, and staff hear
 * of what a provider has no more though we sold it. Apart from whoever books: bookings do not wait for it, nor for each other.
 */
import type { DbTransaction } from '#lib/db/database.ts';
import type { Catalogue } from '#lib/features/catalogue/catalogue.service.ts';
import type { HouseId, StockCaseId, TenancyId, WaitingId } from '#lib/ids/ids.ts';
import type { BedsRepository } from './beds.repository.ts';
import type { Overdrawn, StockCasesRepository } from './stock-cases.repository.ts';
import { offerEnds } from './stock.rules.ts';
import type { StockService } from './stock.service.ts';
import type { NextInLine, WaitingRepository } from './waiting.repository.ts';

/** Offers made, and houses counted again, in one go. */
const [mostOffers, mostHouses] = [50, 20];

type Parts = {
  readonly beds: Pick<BedsRepository, 'takeChanged' | 'nextChanged' | 'changed'>;
  readonly waiting: WaitingRepository;
  readonly cases: Pick<StockCasesRepository, 'overdrawn' | 'openCase'>;
  readonly stock: Pick<StockService, 'offer'>;
  readonly catalogue: Pick<Catalogue, 'restock'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** Tells who is next in line, as part of the transaction that keeps the bed. */
  readonly tellNext: (tx: DbTransaction, next: NextInLine, until: Date, now: Date) => Promise<void>;
  readonly tellStaff: (tx: DbTransaction, id: StockCaseId, overdrawn: Overdrawn) => Promise<void>;
};

export type ShownStockService = ReturnType<typeof createShownStock>;

export function createShownStock({ beds, waiting, cases, stock, catalogue, transact, tellNext, tellStaff }: Parts) {
  async function offerAll(tx: DbTransaction, houses: readonly HouseId[], now: Date): Promise<number> {
    const leases: TenancyId[] = [];
    const places: WaitingId[] = [];
    for (let offers = 0; ; ) {
      const next = await waiting.next(tx, houses, { leases, places });
      if (!next) return offers;
      if (offers === mostOffers) {
        await beds.changed(tx, houses);
        return offers;
      }
      const until = offerEnds(now);
      const kept = await stock.offer(tx, next.userId, next.tenancyId, until, now);
      if (kept.ok) {
        await waiting.offered(tx, next.id, kept.value.id, until);
        await tellNext(tx, next, until, now);
        offers++;
      } else if (kept.reason === 'has-one') places.push(next.id);
      else leases.push(next.tenancyId);
    }
  }

  /** Those that nobody else is writing together, then one after the other what an import has. Returns for how many houses. */
  async function followSome(now: Date): Promise<number> {
    return transact(async (tx) => {
      let houses = await beds.takeChanged(tx, mostHouses);
      if (houses.length === 0) {
        const next = await beds.nextChanged(tx);
        if (next === undefined) return 0;
        houses = [next];
      }
      await catalogue.restock(tx, houses, now);
      await waiting.endGone(tx, houses, now);
      if ((await offerAll(tx, houses, now)) > 0) await catalogue.restock(tx, houses, now);
      for (const one of await cases.overdrawn(tx, houses, now)) {
        const opened = await cases.openCase(tx, one, now);
        if (opened !== undefined) await tellStaff(tx, opened, one);
      }
      return houses.length;
    });
  }

  return {
    /** Does all that is to be done. Returns for how many houses. */
    async follow(now: Date): Promise<number> {
      for (let all = 0; ; ) {
        const houses = await followSome(now);
        if (houses === 0) return all;
        all += houses;
      }
    },
  };
}
