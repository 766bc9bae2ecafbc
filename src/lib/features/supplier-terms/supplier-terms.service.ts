/** Who collects for a provider and how long their orders wait: version by version, each asked for by staff and of effect once it has waited. */
import type { DbTransaction } from '#lib/db/database.ts';
import { collectors } from '#lib/features/quotes/quote.schema.ts';
import type { StaffId, SupplierId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { SupplierChangesService } from './supplier-changes.service.ts';
import type { SupplierTermsRepository } from './supplier-terms.repository.ts';
import { readWaitHours } from './supplier-terms.rules.ts';
import { usualTerms } from './supplier-terms.schema.ts';
import type { SupplierTerms } from './supplier-terms.schema.ts';

type Parts = {
  readonly repository: SupplierTermsRepository;
  readonly secrets: Pick<Secrets, 'decrypt'>;
  readonly ask: SupplierChangesService['ask'];
  readonly transact: <T>(supplierId: SupplierId, work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

export type SupplierTermsService = ReturnType<typeof createSupplierTermsService>;

export function createSupplierTermsService({ repository, secrets, ask, transact }: Parts) {
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

    /** Asks for other terms: they count after three days, and where payers are shown something else, once a second person has agreed. */
    async set(
      supplierId: SupplierId,
      given: { readonly collects: string; readonly lines: string; readonly waitHours: string },
      by: StaffId,
      now: Date,
    ): Promise<Outcome<'waits' | 'done', 'unknown' | 'no-lines' | 'wrong-hours'>> {
      const collects = collectors.find((one) => one === given.collects);
      const provider = await repository.nameOf(supplierId);
      if (!collects || provider === undefined) return refused('unknown');
      const lines = given.lines.trim();
      if (collects === 'supplier' && lines === '') return refused('no-lines');
      const hours = readWaitHours(given.waitHours);
      if (hours === undefined) return refused('wrong-hours');
      const waitHours = hours === 'usual' ? undefined : hours;
      const before = await repository.of(supplierId);
      const isShown = opened(before?.sealed) !== lines || (before ?? usualTerms).collects !== collects;
      if (!isShown && (before ?? usualTerms).waitHours === waitHours) return done('done');
      // What payers are shown takes two people.
      await transact(supplierId, (tx) => ask(tx, supplierId, provider, { kind: 'terms', collects, waitHours, lines }, isShown ? 'second' : 'time', by, now));
      return done('waits');
    },
  };
}
