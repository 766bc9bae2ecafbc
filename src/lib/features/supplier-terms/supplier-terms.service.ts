/** Who collects for a provider and how long their orders wait: set by staff, version by version, each in the audit log. */
import type { DbTransaction } from '#lib/db/database.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import { collectors } from '#lib/features/quotes/quote.schema.ts';
import type { StaffId, SupplierId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { SupplierTermsRepository } from './supplier-terms.repository.ts';
import { readWaitHours } from './supplier-terms.rules.ts';
import { usualTerms } from './supplier-terms.schema.ts';
import type { SupplierTerms } from './supplier-terms.schema.ts';

type Parts = {
  readonly repository: SupplierTermsRepository;
  readonly audit: Pick<Audit, 'append'>;
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

export type SupplierTermsService = ReturnType<typeof createSupplierTermsService>;

export function createSupplierTermsService({ repository, audit, secrets, transact }: Parts) {
  const opened = (sealed: string | undefined): string => (sealed === undefined ? '' : (secrets.decrypt('orders', sealed) ?? ''));

  return {
    /** What holds for orders of a provider that begin now. */
    of: async (supplierId: SupplierId): Promise<SupplierTerms> => (await repository.of(supplierId)) ?? usualTerms,

    /** Where a provider is paid, by the version of their terms that an order was quoted with; empty where it has none. */
    linesOf: async (id: number | undefined): Promise<string> => (id === undefined ? '' : opened(await repository.sealedOf(id))),

    /** For staff: what holds now, with the lines. */
    async forStaff(supplierId: SupplierId) {
      const [name, terms] = await Promise.all([repository.nameOf(supplierId), repository.of(supplierId)]);
      return name === undefined ? undefined : { name, terms: terms ?? usualTerms, lines: opened(terms?.sealed), setAt: terms?.setAt };
    },

    suppliers: repository.suppliers,

    async set(
      supplierId: SupplierId,
      given: { readonly collects: string; readonly lines: string; readonly waitHours: string },
      by: StaffId,
      now: Date,
    ): Promise<Outcome<null, 'unknown' | 'no-lines' | 'wrong-hours'>> {
      const collects = collectors.find((one) => one === given.collects);
      if (!collects || (await repository.nameOf(supplierId)) === undefined) return refused('unknown');
      const lines = given.lines.trim();
      if (collects === 'supplier' && lines === '') return refused('no-lines');
      const hours = readWaitHours(given.waitHours);
      if (hours === undefined) return refused('wrong-hours');
      const waitHours = hours === 'usual' ? undefined : hours;
      await transact(async (tx) => {
        const before = await repository.of(supplierId, tx);
        const isNew = opened(before?.sealed) !== lines;
        if (before && !isNew && before.collects === collects && before.waitHours === waitHours) return;
        const sealed = lines === '' ? undefined : secrets.encrypt('orders', lines);
        await repository.add(tx, { supplierId, collects, waitHours, sealed, by }, now);
        await audit.append(tx, {
          actor: `staff:${by}`,
          action: 'provider-terms-changed',
          subject: `supplier:${supplierId}`,
          data: { collects, hours: waitHours ?? 0, lines: isNew },
        });
      });
      return done(null);
    },
  };
}
