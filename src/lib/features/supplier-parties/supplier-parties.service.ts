/** Who a provider is in law: set by staff, version by version, each in the audit log. */
import type { DbTransaction } from '#lib/db/database.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import { defaultLocale } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { StaffId, SupplierId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { SupplierPartiesRepository } from './supplier-parties.repository.ts';
import { samplePartyOf } from './supplier-parties.rules.ts';
import { partyKeys, supplierPartySchema } from './supplier-parties.schema.ts';
import type { SupplierParty } from './supplier-parties.schema.ts';

type Parts = {
  readonly repository: SupplierPartiesRepository;
  readonly audit: Pick<Audit, 'append'>;
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt'>;
  /** The mailbox that counts for a provider, and the language in which they are written to; undefined where staff have none. */
  readonly addressOf: (supplierId: SupplierId) => Promise<{ readonly email: string; readonly locale: Locale } | undefined>;
  /** Tells a provider at a mailbox which of their details changed. */
  readonly tell: (
    tx: DbTransaction,
    to: { readonly email: string; readonly locale: Locale },
    what: { readonly provider: string; readonly changed: readonly (keyof SupplierParty)[] },
  ) => Promise<void>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

export type SupplierPartiesService = ReturnType<typeof createSupplierPartiesService>;

export function createSupplierPartiesService({ repository, audit, secrets, addressOf, tell, transact }: Parts) {
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

    /** Counts at once for contracts that are made from then on. Who was reached as this provider before is told, wherever they are reached now. */
    async set(supplierId: SupplierId, party: SupplierParty, by: StaffId, now: Date): Promise<Outcome<null, 'unknown'>> {
      const counts = await addressOf(supplierId);
      return transact(async (tx) => {
        const stored = await repository.of(supplierId, tx);
        if (!stored) return refused('unknown');
        const before = opened(stored.sealed);
        const changed = partyKeys.filter((key) => before?.[key] !== party[key]);
        if (changed.length === 0) return done(null);
        await repository.add(tx, { supplierId, sealed: secrets.encrypt('orders', JSON.stringify(party)), by }, now);
        const former = [before?.email, counts?.email].filter((one) => one !== undefined);
        for (const email of new Set(former)) await tell(tx, { email, locale: counts?.locale ?? defaultLocale }, { provider: stored.name, changed });
        await audit.append(tx, { actor: `staff:${by}`, action: 'provider-party-changed', subject: `supplier:${supplierId}`, data: { fields: changed.length } });
        return done(null);
      });
    },
  };
}
