/** What the page shows on which an application that was not sent comes to be for something else: what it is for, what it may be for, and both prices. */
import { todayIn } from '#lib/dates/dates.ts';
import { unitTitle } from '#lib/features/catalogue/unit-names.words.ts';
import type { CouponsService } from '#lib/features/coupons/coupons.service.ts';
import { refusalLabels } from '#lib/features/coupons/coupons.words.ts';
import type { GroupKeeping } from '#lib/features/groups/groups.schema.ts';
import { isFull, isOffered } from '#lib/features/house/house.rules.ts';
import type { HouseRecord, Tenancy, Unit } from '#lib/features/house/house.schema.ts';
import type { HouseService } from '#lib/features/house/house.service.ts';
import type { BesideFor } from '#lib/features/quotes/beside.rules.ts';
import { paymentPlans } from '#lib/features/quotes/quote.schema.ts';
import type { PaymentPlan, Quote } from '#lib/features/quotes/quote.schema.ts';
import type { SupplierTermsService } from '#lib/features/supplier-terms/supplier-terms.service.ts';
import type { FormDefinition } from '#lib/forms/form.schema.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { formatMoney } from '#lib/money/money.ts';
import type { ApplicationAnswers } from './application-answers.service.ts';
import type { Days, Lease, LeasePricing, QuoteFor } from './lease-pricing.service.ts';
import { daysFor, readChange } from './change-lease.rules.ts';
import { changeDaysForm } from './change-lease.schema.ts';
import type { ChangesService } from './change-lease.service.ts';
import { partPath } from './order-pages.rules.ts';
import { userOf } from './order-shown.loader.ts';
import type { Showing, StoredOrder, View } from './order-shown.loader.ts';
import { agreedText, choiceText, costsOtherwise, isWithin, wholeOf } from './orders.rules.ts';

type Parts = Pick<Showing, 'shown' | 'ownOf' | 'datesOf'> & {
  readonly answering: Pick<ApplicationAnswers, 'unfinished'>;
  readonly pricing: Pick<LeasePricing, 'priceNow'>;
  readonly changes: Pick<ChangesService, 'preview' | 'choiceOf'>;
  readonly houses: Pick<HouseService, 'record'>;
  readonly termsOf: SupplierTermsService['of'];
  readonly quoteFor: QuoteFor;
  readonly beside: BesideFor;
  readonly coupons: Pick<CouponsService, 'chosen'>;
  readonly groupMove: GroupKeeping['placeFor'];
};

export type OpenedChange = Extract<Awaited<ReturnType<ReturnType<typeof changePages>['change']>>, { readonly kind: 'change' }>;
type Found = { readonly unit: Unit; readonly tenancy: Tenancy };

export function changePages({ shown, ownOf, datesOf, answering, pricing, changes, houses, termsOf, quoteFor, beside, coupons, groupMove }: Parts) {
  /** The plans by which a lease can be paid for some days, that of the application first. */
  async function plansOf(lease: Lease, days: Days, first: PaymentPlan, now: Date): Promise<readonly Quote[]> {
    const quotes = await Promise.all(paymentPlans.map((plan) => quoteFor(lease, days, plan, now)));
    return quotes.filter((one) => one !== undefined).toSorted((a, b) => Number(b.plan === first) - Number(a.plan === first));
  }

  /** How the whole of one price differs from that of another. */
  function differs(now: Quote, next: Quote, intl: string): { readonly way: 'more' | 'less'; readonly amount: string } | undefined {
    const [one, other] = [wholeOf(now), wholeOf(next)];
    if (one.currency !== other.currency || one.minor === other.minor) return undefined;
    const [way, minor] = other.minor > one.minor ? (['more', other.minor - one.minor] as const) : (['less', one.minor - other.minor] as const);
    return { way, amount: formatMoney({ minor, currency: one.currency }, intl) };
  }

  /** What can be had of the home besides, each with its price for the days of the application, and what is full. */
  async function choicesOf(order: StoredOrder, { house, units }: HouseRecord, view: View) {
    const { t, intl, paths, now } = view;
    const today = todayIn(house.city.timeZone, now);
    const terms = await termsOf(house.supplier.id);
    const choiceOf = async ({ unit, tenancy }: Found) => {
      const days = daysFor(tenancy, { from: order.from, to: order.to ?? '' }, today);
      const isFree = isOffered(tenancy, today);
      const [quote] = isFree ? await plansOf({ house, unit, tenancy, terms }, days, order.quote.plan, now) : [];
      const asked = { lease: String(tenancy.id), move_in: days.from, move_out: days.to, plan: quote?.plan ?? order.quote.plan };
      return {
        unit: unitTitle(unit.name, t),
        dates: datesOf(days, intl),
        free: quote ? tenancy.stock : 0,
        price: quote && formatMoney(wholeOf(quote), intl),
        href: quote
          ? `${paths.to('order_change', { code: order.code })}?${new URLSearchParams(asked)}#new`
          : paths.to('waiting_list', { tenancy: String(tenancy.id) }),
      };
    };
    const others = units.flatMap((unit) =>
      unit.tenancies.filter((one) => one.id !== order.tenancyId && (isOffered(one, today) || isFull(one, today))).map((tenancy) => ({ unit, tenancy })),
    );
    return Promise.all(others.map(choiceOf));
  }

  /** What the address asks to be shown of a lease, beside what the application is for. */
  async function askedOf(order: StoredOrder, userId: UserId, record: HouseRecord, present: Quote, view: View) {
    const { query, now, t, intl, paths } = view;
    const { house, units } = record;
    const asked = readChange(query);
    const id = asked.lease === '' ? String(order.tenancyId) : asked.lease;
    const found = units.flatMap((unit) => unit.tenancies.map((tenancy) => ({ unit, tenancy }))).find(({ tenancy }) => String(tenancy.id) === id);
    if (!found) return undefined;
    const { unit, tenancy } = found;
    const own = { from: order.from, to: order.to ?? '' };
    const base = tenancy.id === order.tenancyId ? own : daysFor(tenancy, own, todayIn(house.city.timeZone, now));
    const days = { from: asked.from ?? base.from, to: asked.to ?? base.to };
    const isInside = isWithin(tenancy, days.from, days.to, todayIn(house.city.timeZone, now));
    const quotes = isInside ? await plansOf({ house, unit, tenancy, terms: await termsOf(house.supplier.id) }, days, order.quote.plan, now) : [];
    const plan = asked.plan ?? quotes[0]?.plan ?? order.quote.plan;
    const wanted = { unitId: unit.id, tenancyId: tenancy.id, ...days, plan };
    const plans: readonly string[] = quotes.map((one) => one.plan);
    const definition: FormDefinition = {
      ...changeDaysForm,
      fields: changeDaysForm.fields.map((field) =>
        field.kind === 'radio' && plans.length > 0 ? { ...field, choices: field.choices.filter(({ value }) => plans.includes(value)) } : field,
      ),
    };
    const facts = {
      lease: tenancy.id,
      unit: unitTitle(unit.name, t),
      dates: datesOf(days, intl),
      within: datesOf({ from: tenancy.moveIn, to: tenancy.moveOut }, intl),
      definition,
      values: { move_in: days.from, move_out: days.to, plan },
      isOwn: tenancy.id === order.tenancyId,
    };
    // Opened without asking for anything it shows what may be asked for.
    if (asked.lease === '') return { kind: 'ask', ...facts } as const;
    if (choiceText(wanted) === changes.choiceOf(order)) return { kind: 'same', ...facts } as const;
    const change = await changes.preview(order, userId, wanted, now);
    if (!change.ok) return { kind: 'refused', ...facts, reason: change.reason } as const;
    const { quote, noCoupon, bed, group, other } = change.value;
    return {
      kind: 'change',
      ...facts,
      quote,
      plan,
      difference: differs(present, quote, intl),
      bed,
      leaves: group === 'leaves',
      why: noCoupon && t(refusalLabels[noCoupon]),
      other: other && partPath(paths, other, 'review'),
      taken: {
        code: order.code,
        unit_id: String(unit.id),
        tenancy_id: String(tenancy.id),
        ...facts.values,
        price: agreedText(quote),
        before: changes.choiceOf(order),
        leaves: group === 'leaves' ? 'yes' : '',
      },
    } as const;
  }

  return {
    /** Undefined where it is nobody's application who asks. */
    async change(view: View) {
      const [userId, order] = [userOf(view.visitor), await ownOf(view)];
      if (!order || userId === undefined) return undefined;
      if (order.state !== 'draft') return { kind: 'moved', path: partPath(view.paths, order.code, 'list') } as const;
      const record = await houses.record(order.houseId);
      const isOpen = record?.house.status === 'open' && record.house.category === 'rent';
      const today = await pricing.priceNow(order, view.now);
      const present = today.ok ? today.value : order.quote;
      return {
        kind: 'change',
        /** What it costs now, or did when it was chosen where it cannot be had any more (`none`: why). */
        quote: present,
        none: today.ok ? undefined : today.reason,
        before: today.ok && costsOtherwise(present, order.quote) ? formatMoney(wholeOf(order.quote), view.intl) : undefined,
        about: beside(view).about,
        inGroup: (await groupMove(order, { tenancyId: order.tenancyId, from: order.from, to: order.to ?? '' }, view.now)) !== 'none',
        coupon: (await coupons.chosen(order.id))?.code,
        asked: isOpen ? await askedOf(order, userId, record, present, view) : undefined,
        choices: isOpen ? await choicesOf(order, record, view) : [],
        goOn: partPath(view.paths, order.code, answering.unfinished(order, view.now) ?? 'review'),
        ...(await shown(order, view)),
      } as const;
    },
  };
}
