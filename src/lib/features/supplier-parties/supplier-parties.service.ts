/** Who a provider is in law: set by staff, version by version, each in the audit log. */
import type { DbTransaction } from '#lib/db/database.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { StaffId, SupplierId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { SupplierPartiesRepository } from './supplier-parties.repository.ts';
import { samplePartyOf } from './supplier-parties.rules.ts';
import { supplierPartySchema } from './supplier-parties.schema.ts';
import type { SupplierParty } from './supplier-parties.schema.ts';

type Parts = {
  readonly repository: SupplierPartiesRepository;
  readonly audit: Pick<Audit, 'append'>;
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

export type SupplierPartiesService = ReturnType<typeof createSupplierPartiesService>;

export function createSupplierPartiesService({ repository, audit, secrets, transact }: Parts) {
  function opened(sealed: string | undefined): SupplierParty | undefined {
    const text = sealed === undefined ? undefined : secrets.decrypt('orders', sealed);
    const read = text === undefined ? undefined : supplierPartySchema.safeParse(JSON.parse(text));
    return read?.success ? read.data : undefined;
  }

  async function of(supplierId: SupplierId): Promise<SupplierParty | undefined> {
    const stored = await repository.of(supplierId);
    return opened(stored?.sealed) ?? (stored?.isSample ? samplePartyOf(stored) : undefined);
  }

  return {
    /** Who a provider is in law; undefined where nobody has said, and then nothing is offered in their name. Sample providers have an invented one. */
    of,

    /** For staff: what is known, and since when. */
    async forStaff(supplierId: SupplierId) {
      const stored = await repository.of(supplierId);
      return stored && { name: stored.name, party: opened(stored.sealed), isSample: stored.isSample, setAt: stored.setAt };
    },

    async set(supplierId: SupplierId, party: SupplierParty, by: StaffId, now: Date): Promise<Outcome<null, 'unknown'>> {
      return transact(async (tx) => {
        const stored = await repository.of(supplierId, tx);
        if (!stored) return refused('unknown');
        const before = opened(stored.sealed);
        const changed = Object.keys(party).filter((key) => before?.[key as keyof SupplierParty] !== party[key as keyof SupplierParty]);
        if (changed.length === 0) return done(null);
        await repository.add(tx, { supplierId, sealed: secrets.encrypt('orders', JSON.stringify(party)), by }, now);
        await audit.append(tx, { actor: `staff:${by}`, action: 'provider-party-changed', subject: `supplier:${supplierId}`, data: { fields: changed.length } });
        return done(null);
      });
    },
  };
}
