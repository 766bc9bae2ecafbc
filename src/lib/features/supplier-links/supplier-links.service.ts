/**
 * Links by which a provider without an account sees one thing of one order. They go to the address that staff have of the provider, and
 * to nobody else: who asks for one is never shown it, so that nobody signs or answers in the provider's name.
 */
import { dayMs } from '#lib/dates/dates.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { Actor } from '#lib/features/audit/audit.rules.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { Order } from '#lib/features/orders/orders.schema.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { isLinkOpen, linkDigest, newLinkKey } from '#lib/link-keys.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import { mostSupplierLinks, supplierLinkDays } from './supplier-links.schema.ts';
import type { LinkedThing, LinkMaker, LinkPurpose, SupplierLink } from './supplier-links.schema.ts';
import type { SupplierLinksRepository } from './supplier-links.repository.ts';

/** Who has a link sent or ended; without an actor nobody did, and it follows from something that stands in the audit log itself. */
export type LinkDoer = { readonly by: LinkMaker; readonly actor?: Actor };

/** What is sent to a provider. `isReminder`: they had one before, and nothing was heard. */
export type LinkMail = {
  readonly to: string;
  readonly locale: Locale;
  readonly key: string;
  readonly until: Date;
  readonly thing: LinkedThing;
  readonly isReminder: boolean;
};

type Parts = {
  readonly repository: SupplierLinksRepository;
  readonly audit: Pick<Audit, 'append'>;
  readonly send: (tx: DbTransaction, order: Order, mail: LinkMail) => Promise<void>;
};

export type SupplierLinksService = ReturnType<typeof createSupplierLinksService>;

export function createSupplierLinksService({ repository, audit, send }: Parts) {
  const digestOf = (purpose: LinkPurpose, key: string): string | undefined => linkDigest(`supplier-${purpose}`, key);

  async function noted(tx: DbTransaction, { actor }: LinkDoer, deed: 'send' | 'end', { purpose, orderId }: LinkedThing): Promise<void> {
    if (actor) await audit.append(tx, { actor, action: 'supplier-link-changed', subject: `order:${orderId}`, data: { deed, purpose } });
  }

  return {
    isOpen: isLinkOpen,
    ofThing: (thing: LinkedThing, tx?: DbTransaction): Promise<readonly SupplierLink[]> => repository.ofThing(thing, tx),
    /** Where the provider of an order's home is written to, and in which language; undefined where staff have not said. */
    contactOf: (order: Pick<Order, 'houseId'>, tx?: DbTransaction): Promise<{ readonly email: string; readonly locale: Locale } | undefined> =>
      repository.contactOf(order.houseId, tx),

    /** Sends a link to the provider of the order's home; the former one of the same thing opens no more. */
    async make(
      tx: DbTransaction,
      order: Order,
      about: Pick<LinkedThing, 'purpose' | 'reviewId'>,
      doer: LinkDoer,
      now: Date,
    ): Promise<Outcome<null, 'no-address' | 'too-many'>> {
      const thing: LinkedThing = { ...about, orderId: order.id };
      const contact = await repository.contactOf(order.houseId, tx);
      if (!contact) return refused('no-address');
      if ((await repository.ofThing(thing, tx)).length >= mostSupplierLinks) return refused('too-many');
      await repository.end(tx, thing, now);
      const key = newLinkKey();
      const { locale } = contact;
      const until = new Date(now.getTime() + supplierLinkDays[thing.purpose] * dayMs);
      await repository.add(tx, { ...thing, digest: digestOf(thing.purpose, key) ?? '', locale, madeBy: doer.by, madeAt: now, expiresAt: until });
      await noted(tx, doer, 'send', thing);
      await send(tx, order, { to: contact.email, locale, key, until, thing, isReminder: doer.by === 'clock' });
      return done(null);
    },

    /** Ends the open link of a thing. */
    async end(tx: DbTransaction, thing: LinkedThing, doer: LinkDoer, now: Date): Promise<Outcome<null, 'not-now'>> {
      if (!(await repository.end(tx, thing, now))) return refused('not-now');
      await noted(tx, doer, 'end', thing);
      return done(null);
    },

    /** What a key opens; undefined for one that is none, of another purpose, ended or run out. */
    async open(purpose: LinkPurpose, key: string, now: Date, tx?: DbTransaction): Promise<(SupplierLink & { readonly code: string }) | undefined> {
      const digest = digestOf(purpose, key);
      const link = digest === undefined ? undefined : await repository.find(digest, tx);
      return link && isLinkOpen(link, now) ? link : undefined;
    },

    used: (tx: DbTransaction, { id }: Pick<SupplierLink, 'id'>, now: Date): Promise<void> => repository.used(tx, id, now),
  };
}
