/** What other features may do to the catalogue: write whole houses, know suppliers, close what a full feed leaves out. */
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import type { HouseId, SupplierId } from '#lib/ids/ids.ts';
import {
  closeHousesMissingFrom,
  compareHouses,
  countHousesMissingFrom,
  ensureSupplier,
  findSupplier,
  putReview,
  refreshExpiredListings,
  refreshPhotographs,
  restock,
  setCheck,
  setHidden,
  writeHouses,
} from './catalogue.repository.ts';
import { findTwins, replaceTwins } from './catalogue-twins.repository.ts';
import type { Twin } from './twins.rules.ts';
import type { Verification } from './listings.schema.ts';
import type { HouseDraft, SaidOfHouse, SupplierDraft, WriteOutcome } from './catalogue.schema.ts';

export type Catalogue = {
  /** The supplier of this name, made on first sight. */
  ensureSupplier(supplier: SupplierDraft): Promise<SupplierId>;
  findSupplier(name: string): Promise<SupplierId | undefined>;
  /** Writes each house whole or not at all; unchanged ones are left alone. */
  writeHouses(batch: readonly HouseDraft[], now: Date): Promise<WriteOutcome>;
  /** What `writeHouses` would do. */
  compareHouses(batch: readonly HouseDraft[], now: Date): Promise<WriteOutcome>;
  /** Closes the supplier's open houses whose ref is not among `refs`; returns how many. */
  closeHousesMissingFrom(supplierId: SupplierId, refs: readonly string[], now: Date): Promise<number>;
  countHousesMissingFrom(supplierId: SupplierId, refs: readonly string[]): Promise<number>;
  /** Homes of the supplier that others seem to offer too. `keep`: pages of both tell of the other from now on, and of no other pair of the supplier. */
  twins(supplierId: SupplierId, what: 'keep' | 'look'): Promise<readonly Twin[]>;
  /** Takes leases that have ended out of the lists; returns how many houses were rebuilt. */
  expireLeases(now: Date): Promise<number>;
  /** Takes a house from all pages until it is shown again, whatever its provider sends. Returns whether that changed anything. */
  setHidden(tx: DbTransaction, houseId: HouseId, isHidden: boolean, now: Date): Promise<boolean>;
  /** Says of a house that something was checked, in the place of what was said of it by the same before. */
  setCheck(tx: DbTransaction, houseId: HouseId, found: Verification, now: Date): Promise<void>;
  /** Counts again what can be had of a house, after beds were kept or let go; lists and pages follow. Returns whether that changed anything. */
  restock(tx: DbTransaction, houseIds: readonly HouseId[], now: Date): Promise<void>;
  /** Shows what somebody says of their stay among the reviews of a house, or no longer; lists and pages follow. */
  putReview(tx: DbTransaction, houseId: HouseId, ref: string, said: SaidOfHouse | undefined, now: Date): Promise<void>;
  /** Shows in lists what became of photographs of these paths, and announces the homes that name them. */
  photographsChanged(tx: DbTransaction, paths: readonly string[], now: Date): Promise<void>;
};

/** What many hundred thousand homes take, or another import that is at it: an import that has written everything must not fail for it. Milliseconds. */
const twinsPatience = 120_000;

/** One at a time: of two imports that end together, the later one sees what the earlier one wrote. */
function keepTwins(db: Db, supplierId: SupplierId): Promise<readonly Twin[]> {
  return transact(
    db,
    async (tx) => {
      const twins = await findTwins(tx, supplierId);
      await replaceTwins(tx, supplierId, twins);
      return twins;
    },
    { lockOf: 'house-twins', limit: twinsPatience, lockLimit: twinsPatience },
  );
}

export function createCatalogue(db: Db): Catalogue {
  return {
    ensureSupplier: (supplier) => ensureSupplier(db, supplier),
    findSupplier: (name) => findSupplier(db, name),
    writeHouses: (batch, now) => writeHouses(db, batch, now),
    compareHouses: (batch, now) => compareHouses(db, batch, now),
    closeHousesMissingFrom: (supplierId, refs, now) => closeHousesMissingFrom(db, supplierId, refs, now),
    countHousesMissingFrom: (supplierId, refs) => countHousesMissingFrom(db, supplierId, refs),
    twins: (supplierId, what) => (what === 'keep' ? keepTwins(db, supplierId) : findTwins(db, supplierId)),
    expireLeases: (now) => refreshExpiredListings(db, now),
    setHidden: (tx, houseId, isHidden, now) => setHidden(tx, houseId, isHidden, now),
    setCheck: (tx, houseId, found, now) => setCheck(tx, houseId, found, now),
    restock: (tx, houseIds, now) => restock(tx, houseIds, now),
    putReview: (tx, houseId, ref, said, now) => putReview(tx, houseId, ref, said, now),
    photographsChanged: (tx, paths, now) => refreshPhotographs(tx, paths, now),
  };
}
