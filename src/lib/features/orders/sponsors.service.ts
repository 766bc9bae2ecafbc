/** Sponsors: a link of its own shows somebody one order and lets them pay what is due of it, without an account. */
import { dayMs } from '#lib/dates/dates.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { Begun } from '#lib/features/payments/asking.service.ts';
import type { ReceiptsService } from '#lib/features/payments/receipts.service.ts';
import type { PaymentOf, PaymentsService } from '#lib/features/payments/payments.service.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { isLinkOpen, linkDigest, newLinkKey } from '#lib/link-keys.ts';
import type { PaymentMethod } from '#lib/money/payment-methods.ts';
import { readAmount } from '#lib/money/typed-amounts.ts';
import type { PaymentPayer } from '#lib/ports/payment/payment.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { OrdersRepository, StoredOrder } from './orders.repository.ts';
import type { OrdersService } from './orders.service.ts';
import { isSponsorable, isSuppliers } from './orders.rules.ts';
import { mostSponsorLinks } from './sponsor-forms.schema.ts';
import type { SponsorLink, SponsorsRepository } from './sponsors.repository.ts';

/** What a link opens. */
export type OpenedLink = { readonly link: SponsorLink; readonly order: StoredOrder & { readonly userId: UserId }; readonly student: string };

type Parts = {
  readonly repository: SponsorsRepository;
  readonly orders: Pick<OrdersService, 'own'>;
  readonly find: OrdersRepository['find'];
  readonly payments: Pick<PaymentsService, 'begin' | 'find' | 'openRequest' | 'ofPayable'>;
  readonly receipts: Pick<ReceiptsService, 'forSponsor'>;
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt'>;
  /** The whole address of the page of a link, with a payment where there is one. */
  readonly address: (key: string, locale: Locale, payment?: string) => string;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

export type SponsorsService = ReturnType<typeof createSponsorsService>;

export function createSponsorsService({ repository, orders, find, payments, receipts, secrets, address, transact }: Parts) {
  const nameIn = ({ sealed }: SponsorLink): string => secrets.decrypt('orders', sealed) ?? '';

  /** What has come by a link, oldest first. */
  async function paidBy({ id }: SponsorLink, code: string): Promise<readonly PaymentOf[]> {
    return (await payments.ofPayable({ kind: 'order', code })).filter(({ payment }) => payment.link === id && payment.received.minor > 0n);
  }

  /**
   * Undefined for a key that is none, whose link has ended or run out, or whose order nobody has any more. Of an order that is over
   * whoever has paid by the link still reads what became of that.
   */
  async function open(key: string, now: Date): Promise<OpenedLink | undefined> {
    const digest = linkDigest('sponsor', key);
    const link = digest === undefined ? undefined : await repository.find(digest);
    const order = link && isLinkOpen(link, now) ? await find(link.code) : undefined;
    if (!link || !order || order.userId === undefined || order.userId !== link.userId) return undefined;
    if (!isSponsorable(order.state) && (await paidBy(link, link.code)).length === 0) return undefined;
    return { link, order: { ...order, userId: order.userId }, student: nameIn(link) };
  }

  /** A payment that was begun by this link; another's is as good as none. */
  async function paymentBy({ link, order }: OpenedLink, reference: string): Promise<PaymentOf | undefined> {
    const known = await payments.find(reference);
    return known && known.request.kind === 'order' && known.request.code === order.code && known.payment.link === link.id ? known : undefined;
  }

  return {
    open,
    isOpen: isLinkOpen,
    nameIn,
    ofOrder: (order: StoredOrder): Promise<readonly SponsorLink[]> => repository.ofOrder(order.id),
    ofUser: (userId: UserId): Promise<readonly SponsorLink[]> => repository.ofUser(userId),

    async make(
      userId: UserId,
      code: string,
      { student, locale, days, showsPrice }: { readonly student: string; readonly locale: Locale; readonly days: number; readonly showsPrice: boolean },
      now: Date,
    ): Promise<Outcome<{ readonly key: string; readonly url: string }, 'unknown' | 'not-now' | 'too-many'>> {
      return transact(async (tx) => {
        const order = await orders.own(userId, code, tx);
        if (!order) return refused('unknown');
        // What a supplier collects is paid to them, by nobody's link.
        if (!isSponsorable(order.state) || isSuppliers(order)) return refused('not-now');
        if ((await repository.ofOrder(order.id, tx)).filter((one) => isLinkOpen(one, now)).length >= mostSponsorLinks) return refused('too-many');
        const key = newLinkKey();
        const expiresAt = new Date(now.getTime() + days * dayMs);
        const sealed = secrets.encrypt('orders', student);
        await repository.add(tx, { orderId: order.id, userId, digest: linkDigest('sponsor', key) ?? '', sealed, locale, showsPrice, madeAt: now, expiresAt });
        return done({ key, url: address(key, locale) });
      });
    },

    async end(userId: UserId, code: string, id: number, now: Date): Promise<Outcome<undefined, 'unknown'>> {
      return transact(async (tx) => {
        const order = await orders.own(userId, code, tx);
        if (!order || !(await repository.ofOrder(order.id, tx)).some((one) => one.id === id)) return refused('unknown');
        await repository.end(tx, id, now);
        return done(undefined);
      });
    },

    payment: paymentBy,
    paidBy: ({ link, order }: OpenedLink): Promise<readonly PaymentOf[]> => paidBy(link, order.code),

    /** The receipt of a payment by a link that still opens; undefined where nothing came by it. */
    async receiptFile(key: string, reference: string, now: Date): Promise<Buffer | undefined> {
      const opened = await open(key, now);
      const known = opened && (await paymentBy(opened, reference));
      return opened && known && receipts.forSponsor(known, opened.student);
    },

    /** @param sum a part of what is due; empty for all of it. @param name how who pays names themselves on the receipt; empty where they do not. */
    async pay(
      key: string,
      {
        method,
        sum,
        name,
        locale,
        payer,
      }: { readonly method: PaymentMethod; readonly sum: string; readonly name: string; readonly locale: Locale; readonly payer?: PaymentPayer },
      now: Date,
    ): Promise<Outcome<Begun, 'unknown' | 'changed' | 'nothing-owed' | 'no-such-method' | 'unreachable' | 'refused' | 'no-sum'>> {
      const opened = await open(key, now);
      if (!opened) return refused('unknown');
      const { link, order } = opened;
      const ref = { kind: 'order', code: order.code } as const;
      const request = await payments.openRequest(ref);
      const part = sum === '' || !request ? undefined : readAmount(sum, request.amount.currency);
      if (sum !== '' && request && !part) return refused('no-sum');
      await transact((tx) => repository.used(tx, link.id, now));
      const named = name === '' ? undefined : secrets.encrypt('payments', name);
      const pages = { result: (reference: string, begunIn: Locale) => address(key, begunIn, reference), given: (begunIn: Locale) => address(key, begunIn) };
      return payments.begin(ref, { method, userId: order.userId, locale, payer, part, link: { id: link.id, payer: named, pages } }, now);
    },
  };
}
