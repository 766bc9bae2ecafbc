/**
 * Changes of what counts of a provider: asked for by one member of staff, told to the address that counts, and of effect after three days, when
 * the new address has answered, or a second member of staff has agreed to what payers are shown. Until then what was before counts.
 */
import { z } from 'zod';
import type { DbTransaction } from '#lib/db/database.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import { collectors } from '#lib/features/quotes/quote.schema.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { StaffId, SupplierId } from '#lib/ids/ids.ts';
import { linkDigest, newLinkKey } from '#lib/link-keys.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { StoredChange, SupplierChangesRepository } from './supplier-changes.repository.ts';
import { changeCountsAt, isChangeDue, isChangePending } from './supplier-changes.rules.ts';
import type { ChangedTo, ChangeKind, ChangeNeed, NewAddress } from './supplier-changes.schema.ts';
import type { SupplierTermsRepository } from './supplier-terms.repository.ts';

/** What a provider is told: `asked-address` and `asked-terms` at the address that counts, `confirm` at the new one, with its key. */
export type ChangeMail = {
  readonly to: string;
  readonly locale: Locale;
  readonly provider: string;
  readonly countsAt: Date;
} & ({ readonly what: 'asked-address' | 'asked-terms' } | { readonly what: 'confirm'; readonly key: string });

type Parts = {
  readonly repository: SupplierChangesRepository;
  readonly terms: Pick<SupplierTermsRepository, 'add' | 'nameOf'>;
  readonly audit: Pick<Audit, 'append'>;
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt'>;
  readonly tell: (tx: DbTransaction, mail: ChangeMail) => Promise<void>;
  /** One change of a provider at a time. */
  readonly transact: <T>(supplierId: SupplierId, work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

const shape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('address'), email: z.string(), locale: z.enum(locales) }),
  z.object({ kind: z.literal('terms'), collects: z.enum(collectors), waitHours: z.number().optional(), lines: z.string() }),
]);

const digestOf = (key: string): string | undefined => linkDigest('supplier-address', key);

export type SupplierChangesService = ReturnType<typeof createSupplierChangesService>;

export function createSupplierChangesService({ repository, terms, audit, secrets, tell, transact }: Parts) {
  function changedTo({ sealed }: Pick<StoredChange, 'sealed'>): ChangedTo | undefined {
    const text = secrets.decrypt('orders', sealed);
    const read = text === undefined ? undefined : shape.safeParse(JSON.parse(text));
    if (!read?.success) return undefined;
    return read.data.kind === 'address' ? read.data : { ...read.data, waitHours: read.data.waitHours };
  }

  const noted = (
    tx: DbTransaction,
    actor: `staff:${number}` | `job:${string}` | 'nobody',
    { supplierId, kind }: { readonly supplierId: SupplierId; readonly kind: ChangeKind },
    deed: 'ask' | 'agree' | 'confirm' | 'withdraw' | 'count',
  ): Promise<unknown> => audit.append(tx, { actor, action: 'provider-change', subject: `supplier:${supplierId}`, data: { kind, deed } });

  /** Has a change take effect, in a transaction that has its provider's turn. */
  async function count(tx: DbTransaction, change: StoredChange, now: Date): Promise<void> {
    const to = changedTo(change);
    const { supplierId, setBy: by } = change;
    if (to?.kind === 'address') {
      await repository.setAddress(tx, supplierId, to, now);
      await repository.endLinks(tx, supplierId, now);
      await audit.append(tx, { actor: 'job:supplier-changes', action: 'provider-contact-changed', subject: `supplier:${supplierId}`, data: {} });
    } else if (to) {
      const { collects, waitHours, lines } = to;
      await terms.add(tx, { supplierId, collects, waitHours, sealed: lines === '' ? undefined : secrets.encrypt('orders', lines), by }, now);
      await audit.append(tx, {
        actor: 'job:supplier-changes',
        action: 'provider-terms-changed',
        subject: `supplier:${supplierId}`,
        data: { collects, hours: waitHours ?? 0, lines: lines !== '' },
      });
    }
    await repository.set(tx, change.id, to ? { counted_at: now } : { withdrawn_at: now });
  }

  /** Puts a change in the place of one that waits of the same kind, and tells the address that counts. */
  async function ask(tx: DbTransaction, supplierId: SupplierId, provider: string, to: ChangedTo, needs: ChangeNeed, by: StaffId, now: Date): Promise<void> {
    for (const one of await repository.ofSupplier(supplierId, tx)) {
      if (one.kind === to.kind) await repository.set(tx, one.id, { withdrawn_at: now, withdrawn_by: by });
    }
    const key = needs === 'click' ? newLinkKey() : undefined;
    const digest = key === undefined ? undefined : digestOf(key);
    await repository.add(tx, { supplierId, kind: to.kind, needs, sealed: secrets.encrypt('orders', JSON.stringify(to)), digest, by }, now);
    await noted(tx, `staff:${by}`, { supplierId, kind: to.kind }, 'ask');
    const countsAt = changeCountsAt({ setAt: now });
    const former = await repository.addressOf(supplierId, tx);
    if (former) await tell(tx, { what: to.kind === 'address' ? 'asked-address' : 'asked-terms', to: former.email, locale: former.locale, provider, countsAt });
    if (to.kind === 'address' && key !== undefined) await tell(tx, { what: 'confirm', to: to.email, locale: to.locale, provider, countsAt, key });
  }

  /** A change that waits, in its provider's turn. */
  const inTurn = <T, R extends string>(
    supplierId: SupplierId,
    id: number,
    now: Date,
    work: (tx: DbTransaction, change: StoredChange) => Promise<Outcome<T, R>>,
  ): Promise<Outcome<T, R | 'unknown'>> =>
    transact(supplierId, async (tx) => {
      const change = await repository.find(id, tx);
      if (change?.supplierId !== supplierId || !isChangePending(change, now)) return refused('unknown');
      return work(tx, change);
    });

  return {
    ask,
    addressOf: (supplierId: SupplierId): Promise<NewAddress | undefined> => repository.addressOf(supplierId),
    waiting: repository.waiting,

    /** What waits of a provider: since when, by whom, for what, and what it is changed to. */
    async pending(supplierId: SupplierId, now: Date) {
      const waiting = (await repository.ofSupplier(supplierId)).filter((one) => isChangePending(one, now));
      return Promise.all(
        waiting.map(async (one) => ({ ...one, to: changedTo(one), by: await repository.staffName(one.setBy), countsAt: changeCountsAt(one) })),
      );
    },

    /** Asks for another address of a provider. In which language they are written to changes at once. */
    async setAddress(supplierId: SupplierId, to: NewAddress, by: StaffId, now: Date): Promise<Outcome<'waits' | 'done', 'unknown'>> {
      const provider = await terms.nameOf(supplierId);
      if (provider === undefined) return refused('unknown');
      return transact(supplierId, async (tx) => {
        const counts = await repository.addressOf(supplierId, tx);
        if (counts?.email === to.email) {
          if (counts.locale !== to.locale) await repository.setAddress(tx, supplierId, to, now);
          return done('done');
        }
        await ask(tx, supplierId, provider, { kind: 'address', ...to }, 'click', by, now);
        return done('waits');
      });
    },

    /** A second member of staff agrees, never the one who asked. */
    agree: (supplierId: SupplierId, id: number, by: StaffId, now: Date): Promise<Outcome<null, 'unknown' | 'not-now' | 'same-person'>> =>
      inTurn(supplierId, id, now, async (tx, change) => {
        if (change.needs !== 'second' || change.metAt) return refused('not-now');
        if (change.setBy === by) return refused('same-person');
        await repository.set(tx, id, { met_at: now, met_by: by });
        await noted(tx, `staff:${by}`, change, 'agree');
        if (isChangeDue({ ...change, metAt: now }, now)) await count(tx, change, now);
        return done(null);
      }),

    /** Takes back a change that waits; anybody of the staff who sees to money may. */
    withdraw: (supplierId: SupplierId, id: number, by: StaffId, now: Date): Promise<Outcome<null, 'unknown'>> =>
      inTurn(supplierId, id, now, async (tx, change) => {
        await repository.set(tx, id, { withdrawn_at: now, withdrawn_by: by });
        await noted(tx, `staff:${by}`, change, 'withdraw');
        return done(null);
      }),

    /** What a key of a mail to a new address opens; undefined for one that is none, was withdrawn or has run out. */
    async opened(key: string, now: Date): Promise<{ readonly provider: string; readonly isConfirmed: boolean; readonly countsAt: Date } | undefined> {
      const digest = digestOf(key);
      const change = digest === undefined ? undefined : await repository.byDigest(digest);
      if (!change || !(change.countedAt || isChangePending(change, now))) return undefined;
      return { provider: (await terms.nameOf(change.supplierId)) ?? '', isConfirmed: change.metAt !== undefined, countsAt: changeCountsAt(change) };
    },

    /** Whoever reads the mails of a new address says so. Saying it again changes nothing. */
    async confirm(key: string, now: Date): Promise<Outcome<null, 'unknown'>> {
      const digest = digestOf(key);
      const change = digest === undefined ? undefined : await repository.byDigest(digest);
      if (!change) return refused('unknown');
      if (change.countedAt || (change.metAt && isChangePending(change, now))) return done(null);
      return inTurn(change.supplierId, change.id, now, async (tx, current) => {
        if (current.metAt) return done(null);
        await repository.set(tx, current.id, { met_at: now });
        await noted(tx, 'nobody', current, 'confirm');
        if (isChangeDue({ ...current, metAt: now }, now)) await count(tx, current, now);
        return done(null);
      });
    },

    /** Has everything take effect that has waited long enough, and drops what nobody did anything about. @returns how many counted. */
    async countDue(now: Date): Promise<number> {
      let counted = 0;
      for (const { id, supplierId } of await repository.old(now)) {
        await transact(supplierId, async (tx) => {
          const change = await repository.find(id, tx);
          if (!change) return;
          if (!isChangePending(change, now)) return repository.set(tx, id, { withdrawn_at: now });
          if (!isChangeDue(change, now)) return;
          await count(tx, change, now);
          await noted(tx, 'job:supplier-changes', change, 'count');
          counted += 1;
        });
      }
      return counted;
    },
  };
}
