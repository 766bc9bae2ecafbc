/** What stays in sight while somebody books: the home, the days, what it costs, what comes back, and who lets it. */
import { formatDate, todayIn } from '#lib/dates/dates.ts';
import { unitTitle } from '#lib/features/catalogue/unit-names.words.ts';
import type { UnitTitle } from '#lib/features/catalogue/unit-names.words.ts';
import { verifiedFacts } from '#lib/features/catalogue/listings.schema.ts';
import type { CancellationRow } from '#lib/features/house/cancellation.rules.ts';
import { coverPicture } from '#lib/features/house/house-pictures.rules.ts';
import type { HousePicture } from '#lib/features/house/house-pictures.rules.ts';
import type { ReadHouse } from '#lib/features/house/house.schema.ts';
import type { HouseService } from '#lib/features/house/house.service.ts';
import type { BesideFor } from '#lib/features/quotes/beside.rules.ts';
import { totalOf } from '#lib/features/quotes/quote.rules.ts';
import type { Quote } from '#lib/features/quotes/quote.schema.ts';
import { sayQuote } from '#lib/features/quotes/quote.words.ts';
import type { QuotesService } from '#lib/features/quotes/quotes.service.ts';
import type { About } from '#lib/features/rates/reader-currency.rules.ts';
import { coded } from '#lib/i18n/coded.ts';
import type { HouseId } from '#lib/ids/ids.ts';
import { formatMoney } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import type { LeasePricing } from './lease-pricing.service.ts';
import { orderCodePattern } from './orders.schema.ts';
import type { OrdersService } from './orders.service.ts';
import { userOf } from './order-shown.loader.ts';
import type { Showing, StoredOrder, View } from './order-shown.loader.ts';

/** One promise of the cancellation policy. */
export type ShownRefund = { readonly says: string; readonly amount: string; readonly isPassed: boolean };

export type SummaryPrice = {
  readonly lines: readonly { readonly label: string; readonly amount: string }[];
  readonly contractTotal: string;
  readonly deposit: string | undefined;
  readonly total: string;
  readonly whole: Money;
  readonly about: About | undefined;
  /** The best of each event in front; undefined where no policy is known. */
  readonly refunds: { readonly first: readonly ShownRefund[]; readonly all: readonly ShownRefund[] } | undefined;
};

export type BookingSummary = {
  readonly code: string | undefined;
  readonly picture: Pick<HousePicture, 'picture' | 'alt' | 'label'> | undefined;
  readonly title: string;
  readonly unit: UnitTitle;
  readonly place: string;
  readonly from: string;
  /** Empty for a lease without an end. */
  readonly to: string;
  /** Undefined for a sponsor who may not see it. */
  readonly price: SummaryPrice | undefined;
  /** What a sponsor is to pay now, where that is all they see. */
  readonly due?: string | undefined;
  readonly supplier: string;
  /** When their identity was checked, in words; undefined where nobody did. */
  readonly supplierChecked: string | undefined;
  readonly checks: readonly { readonly fact: string; readonly isDone: boolean }[];
  readonly isSample: boolean;
};

/** What of a booking its summary is made of. */
type Booked = {
  readonly code: string | undefined;
  readonly house: ReadHouse | undefined;
  readonly houseId: HouseId;
  readonly title: string;
  readonly unit: string;
  readonly supplier: string;
  readonly quote: Quote;
  readonly policy: string;
  readonly signedOn: string;
};

type OfOrderParts = {
  readonly pricing: Pick<LeasePricing, 'priceNow'>;
  readonly houses: Pick<HouseService, 'record'>;
  readonly named: (id: HouseId, view: View) => Promise<ReadHouse | undefined>;
  readonly promises: QuotesService['promises'];
  readonly beside: BesideFor;
};

type Parts = Pick<Showing, 'ownOf'> & Pick<OrderSumming, 'summaryOf'> & { readonly orders: Pick<OrdersService, 'own'> };
export type OrderSumming = ReturnType<typeof createOrderSumming>;

/** Refunds that are in sight before all are asked for. */
const mostFirst = 3;

function refundsOf(rows: readonly CancellationRow[], { t, intl }: Pick<View, 't' | 'intl'>): NonNullable<SummaryPrice['refunds']> {
  const say = (row: CancellationRow): ShownRefund => ({
    says: t('orders.summary_by', { event: coded(t, 'cancellation_event', row.event), day: formatDate(row.until, intl) }),
    amount: formatMoney(row.total, intl),
    isPassed: row.passed,
  });
  const best = [...Map.groupBy(rows, ({ event }) => event).values()].flatMap((same) => {
    const open = same.filter(({ passed }) => !passed).toSorted((a, b) => Number(b.total.minor - a.total.minor));
    return open.slice(0, 1);
  });
  return {
    first: best
      .toSorted((a, b) => Number(b.total.minor - a.total.minor))
      .slice(0, mostFirst)
      .map(say),
    all: rows.map(say),
  };
}

export function createSumming({ houses, promises, beside }: Pick<OfOrderParts, 'houses' | 'promises' | 'beside'>) {
  return async ({ code, house, houseId, title, unit, supplier, quote, policy, signedOn }: Booked, view: View): Promise<BookingSummary> => {
    const { t, intl, locale } = view;
    const photo = (await houses.record(houseId))?.media.find(({ kind }) => kind === 'photo');
    const said = sayQuote(quote, supplier, view);
    const rows = promises(quote, policy, signedOn);
    const whole = totalOf(quote);
    return {
      code,
      picture: house && coverPicture(t, house, photo && photo.path + photo.suffix),
      title,
      unit: unitTitle(unit, t),
      place: house ? house.city.names[locale] : '',
      from: formatDate(quote.moveIn, intl),
      to: quote.moveOut === undefined ? '' : formatDate(quote.moveOut, intl),
      price: {
        lines: quote.lines.flatMap(({ kind }, at) => {
          const line = said.lines[at];
          return line && kind !== 'deposit' ? [{ label: line.label, amount: line.amount }] : [];
        }),
        contractTotal: said.contractTotal,
        deposit: said.deposit,
        total: said.total,
        whole,
        about: beside(view).about(whole),
        refunds: rows && refundsOf(rows, view),
      },
      supplier,
      supplierChecked: house?.supplier.verifiedOn ? t('house.supplier_checked', { date: formatDate(house.supplier.verifiedOn, intl) }) : undefined,
      checks: verifiedFacts.map((fact) => ({
        fact: coded(t, 'verified_fact', fact),
        isDone: house?.verifications.some((one) => one.fact === fact) === true,
      })),
      isSample: house?.isSample === true,
    };
  };
}

/** The summary of any order, for whoever its page is shown to. */
export function createOrderSumming({ pricing, named, ...parts }: OfOrderParts) {
  const summed = createSumming(parts);
  return {
    async summaryOf(order: StoredOrder, view: View): Promise<BookingSummary> {
      const house = await named(order.houseId, view);
      const priced = order.state === 'draft' ? await pricing.priceNow(order, view.now) : undefined;
      return summed(
        {
          code: order.code,
          house,
          houseId: order.houseId,
          title: house?.title ?? view.t('orders.home_gone'),
          unit: order.home.unit,
          supplier: order.home.supplier,
          quote: priced?.ok ? priced.value : order.quote,
          policy: order.home.policy,
          signedOn: todayIn(order.home.zone, view.now),
        },
        view,
      );
    },
  };
}

export function summaryPages({ ownOf, orders, summaryOf }: Parts) {
  return {
    /** Of somebody's own order: the one that the address names, or another by its code. Undefined where it is not theirs. */
    async summary(view: View, code?: string): Promise<BookingSummary | undefined> {
      const userId = userOf(view.visitor);
      const order = code === undefined ? await ownOf(view) : userId !== undefined && orderCodePattern.test(code) ? await orders.own(userId, code) : undefined;
      return order && summaryOf(order, view);
    },
  };
}
