/** What the pages of applications show: from a lease to what is sent. */
import { todayIn, isDate } from '#lib/dates/dates.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { ReadHouse } from '#lib/features/house/house.schema.ts';
import { unitTitle } from '#lib/features/catalogue/unit-names.words.ts';
import type { UnitTitle } from '#lib/features/catalogue/unit-names.words.ts';
import type { HouseService } from '#lib/features/house/house.service.ts';
import { isOffered } from '#lib/features/house/house.rules.ts';
import type { Beside, BesideFor } from '#lib/features/quotes/beside.rules.ts';
import { totalOf } from '#lib/features/quotes/quote.rules.ts';
import { onlyPlanOf, paymentPlans, preferredOf } from '#lib/features/quotes/quote.schema.ts';
import type { Quote } from '#lib/features/quotes/quote.schema.ts';
import { sayDues } from '#lib/features/quotes/quote.words.ts';
import type { QuotesService } from '#lib/features/quotes/quotes.service.ts';
import { waysPast } from '#lib/features/stock/sold-out.rules.ts';
import type { UploadsService } from '#lib/features/uploads/uploads.service.ts';
import { daysWished, schoolWished } from '#lib/features/wishes/wishes.rules.ts';
import type { Wishes } from '#lib/features/wishes/wishes.schema.ts';
import type { KeptFile } from '#lib/forms/files.schema.ts';
import type { FormDefinition } from '#lib/forms/form.schema.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { HouseId, SchoolId, TenancyId, UnitId, UserId } from '#lib/ids/ids.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import { applicationFiles, applicationForms, askedIn, bookForm } from './application-forms.schema.ts';
import type { ApplicationPart } from './application-forms.schema.ts';
import { createSumming } from './booking-summary.loader.ts';
import type { BookingSummary } from './booking-summary.loader.ts';
import { formOf } from './application-templates.rules.ts';
import type { ApplicationAnswers } from './application-answers.service.ts';
import type { Lease, LeaseOf, LeasePricing, QuoteFor } from './lease-pricing.service.ts';
import { partPath } from './order-pages.rules.ts';
import { agreedText, costsOtherwise, isOfPlace, readBookingLink, wholeOf } from './orders.rules.ts';
import type { BookingLink } from './orders.rules.ts';
import type { Answers } from './orders.schema.ts';
import type { OrdersService } from './orders.service.ts';
import { userOf } from './order-shown.loader.ts';
import type { Showing, StoredOrder, View } from './order-shown.loader.ts';

export type LeaseChoice = { readonly unit: UnitTitle; readonly href: string; readonly dates: string };
/** A lease that is full: where one waits for a bed of it. */
export type FullLease = { readonly houseId: HouseId; readonly tenancyId: TenancyId };
export type OpenedBooking =
  | { readonly kind: 'missing' }
  | { readonly kind: 'moved'; readonly path: string }
  | {
      readonly kind: 'choose';
      readonly house: ReadHouse;
      readonly leases: readonly LeaseChoice[];
      readonly told: BookingLink['told'];
      readonly full: FullLease | undefined;
    }
  | {
      readonly kind: 'book';
      readonly house: ReadHouse;
      readonly unit: UnitTitle;
      readonly dates: string;
      readonly quotes: readonly Quote[];
      /** In which everything is owed. */
      readonly currency: CurrencyCode;
      /** Sums in the reader's own. */
      readonly about: Beside['about'];
      readonly definition: FormDefinition;
      readonly values: Answers;
      /** The account has no address for the offer, without which nothing is begun. */
      readonly needsEmail: boolean;
      readonly summary: BookingSummary | undefined;
      readonly told: BookingLink['told'];
      readonly tenancyId: TenancyId;
      /** The days that the card of what they look for has filled in, where they are not the whole lease. */
      readonly filled: string | undefined;
    };

type Parts = Pick<Showing, 'datesOf' | 'shown' | 'ownOf' | 'said'> & {
  readonly orders: Pick<OrdersService, 'own'>;
  readonly answering: Pick<ApplicationAnswers, 'answersOf' | 'asksFor' | 'profile' | 'seenOf' | 'unfinished'>;
  readonly pricing: Pick<LeasePricing, 'noRoom' | 'priceNow'>;
  readonly houses: HouseService;
  readonly named: (id: HouseId, view: View) => Promise<ReadHouse | undefined>;
  readonly leaseOf: LeaseOf;
  readonly quoteFor: QuoteFor;
  readonly beside: BesideFor;
  readonly promises: QuotesService['promises'];
  readonly uploads: Pick<UploadsService, 'find'>;
  readonly geo: GeoIndex;
  /** What somebody looks for, as their card says it. */
  readonly wishesOf: (userId: UserId) => Promise<Wishes | undefined>;
  readonly emailOf: (userId: UserId) => Promise<string | undefined>;
};

export function applicationPages({
  datesOf,
  shown,
  ownOf,
  said,
  orders,
  answering,
  pricing,
  houses,
  named,
  leaseOf,
  quoteFor,
  beside,
  promises,
  uploads,
  geo,
  wishesOf,
  emailOf,
}: Parts) {
  const summed = createSumming({ houses, promises, beside });
  type Days = { readonly from: string; readonly to: string };
  async function quotesFor(lease: Lease, days: Days, now: Date): Promise<readonly Quote[]> {
    return (await Promise.all(paymentPlans.map((plan) => quoteFor(lease, days, plan, now)))).filter((one) => one !== undefined);
  }

  async function filesOf(order: StoredOrder, userId: UserId, now: Date): Promise<Readonly<Record<string, KeptFile>>> {
    const answers = answering.answersOf(order);
    const found = await Promise.all(
      applicationFiles.map(async (name) => [name, answers[name] ? await uploads.find(answers[name], { userId, visit: undefined }, now) : undefined] as const),
    );
    return Object.fromEntries(found.flatMap(([name, file]) => (file ? [[name, { id: file.id, name: file.name, bytes: file.bytes }]] : [])));
  }

  /** What an application is for, where that is full by now. */
  async function fullOf(order: StoredOrder, now: Date): Promise<FullLease | undefined> {
    return (await pricing.noRoom(order, now)) === 'sold-out' ? { houseId: order.houseId, tenancyId: order.tenancyId } : undefined;
  }

  return {
    /** From a lease to an application (R2.127, R3.55). */
    async book(view: View): Promise<OpenedBooking> {
      const { query, paths, intl, now, visitor } = view;
      const link = readBookingLink(query, (id) => {
        const schoolId = parseId<SchoolId>(id);
        return schoolId && geo.schoolById(schoolId)?.names[view.locale];
      });
      const userId = userOf(visitor);
      const begun = link.order === '' || userId === undefined ? undefined : await orders.own(userId, link.order);
      if (begun) return { kind: 'moved', path: begun.state === 'draft' ? partPath(paths, begun.code, 'person') : partPath(paths, begun.code, 'list') };
      const houseId = parseId<HouseId>(link.house);
      const house = houseId && (await named(houseId, view));
      if (!house || house.status !== 'open') return { kind: 'missing' };
      const [unitId, tenancyId] = [parseId<UnitId>(link.unit), parseId<TenancyId>(link.tenancy)];
      const { units } = await houses.offers(house, now);
      const unit = units.find(({ id, tenancies }) => (unitId === undefined ? tenancies.some((one) => one.id === tenancyId) : id === unitId));
      const found = unit && tenancyId !== undefined ? await leaseOf(house.id, unit.id, tenancyId, now, { userId }) : undefined;
      const lease = found?.ok ? found.value : undefined;
      const told = isOfPlace(link, house.city.id, house.city.country.id) ? link.told : [...link.told, 'place' as const];
      // Where the last bed is gone, who wants to wait is led to the line.
      const full = tenancyId !== undefined && found?.ok === false && found.reason === 'sold-out' ? { houseId: house.id, tenancyId } : undefined;
      if (link.isQueue && full) return { kind: 'moved', path: waysPast(full, paths).waiting };
      if (!unit || !lease) {
        const others = units.filter(({ id }) => unitId === undefined || !unit || id === unitId);
        const leases = others.flatMap(({ id, name, tenancies }) =>
          tenancies
            .filter((tenancy) => isOffered(tenancy, todayIn(house.city.timeZone, now)))
            .map((tenancy) => {
              const given = new URLSearchParams([...query].filter(([key]) => !['houseId', 'unitId', 'tenancyId', 'hclId'].includes(key)));
              for (const [key, value] of [
                ['houseId', house.id],
                ['unitId', id],
                ['tenancyId', tenancy.id],
              ] as const)
                given.set(key, String(value));
              return {
                unit: unitTitle(name, view.t),
                href: `${paths.to('book_rent')}?${given}`,
                dates: datesOf({ from: tenancy.moveIn, to: tenancy.moveOut }, intl),
              };
            }),
        );
        return { kind: 'choose', house, leases, told, full };
      }
      const today = todayIn(house.city.timeZone, now);
      const whole = { from: lease.tenancy.moveIn < today ? today : lease.tenancy.moveIn, to: lease.tenancy.moveOut };
      const wished = userId === undefined ? undefined : await wishesOf(userId);
      // What somebody had written before they went to give an address, else what the card of what they look for says.
      const written = { from: query.get('move_in') ?? '', to: query.get('move_out') ?? '' };
      const isWritten = isDate(written.from) && isDate(written.to) && written.from < written.to;
      const asked = isWritten ? written : wished ? daysWished(wished, whole) : whole;
      const theirs = asked.from === whole.from && asked.to === whole.to ? [] : await quotesFor(lease, asked, now);
      const [days, quotes] = theirs.length > 0 ? [asked, theirs] : [whole, await quotesFor(lease, whole, now)];
      if (quotes.length === 0) return { kind: 'missing' };
      const plans: readonly string[] = quotes.map(({ plan }) => plan);
      const fields = bookForm.fields.map((field) =>
        field.kind === 'radio'
          ? {
              ...field,
              choices: field.choices.flatMap((choice) => {
                const quote = quotes.find(({ plan }) => plan === choice.value);
                return quote ? [{ ...choice, note: { given: sayDues(quote, view) } }] : [];
              }),
            }
          : field,
      );
      // A way of paying is chosen by whoever pays; where there is one alone, nothing is to be chosen.
      const plan = plans.find((one) => one === query.get('plan')) ?? onlyPlanOf(quotes)?.plan;
      const values = {
        ...link.asked,
        house_id: String(house.id),
        unit_id: String(unit.id),
        tenancy_id: String(lease.tenancy.id),
        move_in: days.from,
        move_out: days.to,
        ...(plan === undefined ? {} : { plan }),
        ...(query.get('coupon') ? { coupon: query.get('coupon') ?? '' } : {}),
      };
      const preferred = quotes.find((one) => one.plan === plan) ?? preferredOf(quotes) ?? quotes[0];
      return {
        kind: 'book',
        summary:
          preferred &&
          (await summed(
            {
              code: undefined,
              house,
              houseId: house.id,
              title: house.title,
              unit: unit.name,
              supplier: house.supplier.name,
              quote: preferred,
              policy: lease.tenancy.policyCode ?? '',
              signedOn: today,
            },
            view,
          )),
        needsEmail: userId !== undefined && (await emailOf(userId)) === undefined,
        house,
        unit: unitTitle(unit.name, view.t),
        dates: datesOf(whole, intl),
        quotes,
        currency: lease.tenancy.rent.currency,
        about: beside(view).about,
        definition: { ...bookForm, fields },
        values,
        told,
        tenancyId: lease.tenancy.id,
        filled: days === whole || isWritten ? undefined : datesOf(days, intl),
      };
    },

    /** A part of an application, filled in with what was said before. */
    async part(view: View) {
      const part: ApplicationPart = view.page.name === 'fill_info' ? 'person' : view.page.name === 'mini_apply_form' ? 'mini' : 'details';
      const [userId, order] = [userOf(view.visitor), await ownOf(view)];
      if (!order || userId === undefined) return undefined;
      if (order.state !== 'draft') return { kind: 'moved', path: partPath(view.paths, order.code, 'list') } as const;
      const definition: FormDefinition = { ...formOf(part, answering.asksFor(order)), id: applicationForms[part].id };
      const answers = answering.answersOf(order);
      // What was said, or left empty on purpose, stays; the field may not be there at all.
      const asksSchool = answers['school'] === undefined && definition.fields.some(({ name }) => name === 'school');
      const house = asksSchool ? await named(order.houseId, view) : undefined;
      const school = house && schoolWished(await wishesOf(userId), house.city.id, view.locale);
      const values: Answers = { ...(school === undefined ? {} : { school }), ...answers, code: order.code, seen: answering.seenOf(order, part) };
      const files: Readonly<Record<string, KeptFile>> = part === 'details' ? await filesOf(order, userId, view.now) : {};
      const { submitted } = view.visitor ?? {};
      const isChanged = submitted?.problems.some(({ field }) => field === 'seen') === true;
      const others = askedIn(part).filter((name) => isChanged && (answers[name] ?? '') !== (submitted.values[name] ?? ''));
      return {
        kind: 'part',
        part,
        definition,
        values,
        /** Whether the card of what they look for has filled something in. */
        isFilled: school !== undefined,
        full: await fullOf(order, view.now),
        files,
        /** What was saved elsewhere meanwhile where this page says otherwise; undefined where nothing was. */
        changed: isChanged
          ? said(order, view)
              .flatMap(({ rows }) => rows)
              .filter(({ name }) => others.includes(name))
              .map((row) => ({ label: row.label, value: row.isFile ? (files[row.name]?.name ?? '') : row.value }))
          : undefined,
        ...(await shown(order, view)),
      } as const;
    },

    /** All that was said, before it is sent (R2.019). */
    async review(view: View) {
      const [userId, order] = [userOf(view.visitor), await ownOf(view)];
      if (!order || userId === undefined) return undefined;
      if (order.state !== 'draft') return { kind: 'moved', path: partPath(view.paths, order.code, 'list') } as const;
      const missing = answering.unfinished(order, view.now);
      const quote = await pricing.priceNow(order, view.now);
      const files = await filesOf(order, userId, view.now);
      const parts = said(order, view).map(({ part, rows }) => ({
        href: partPath(view.paths, order.code, part),
        part,
        rows: rows.map((row) => ({ ...row, value: row.isFile ? (files[row.name]?.name ?? '') : row.value })),
      }));
      const now = quote.ok ? quote.value : undefined;
      const { about, bank } = beside(view);
      const facts = await shown(order, view);
      return {
        kind: 'review',
        parts,
        missing: missing && partPath(view.paths, order.code, missing),
        quote: now,
        about,
        bank: now && bank(totalOf(now), facts.country),
        full: await fullOf(order, view.now),
        /** What it cost when it was begun, where it costs something else by now. */
        before: now && costsOtherwise(now, order.quote) ? wholeOf(order.quote) : undefined,
        values: { code: order.code, price: now ? agreedText(now) : '' },
        ...facts,
      } as const;
    },

    /** What somebody says of themselves in every application (R2.153). */
    async information({ visitor, locale }: View): Promise<{ readonly values: Answers; readonly isFilled: boolean } | undefined> {
      const userId = userOf(visitor);
      if (userId === undefined) return undefined;
      const values = await answering.profile(userId);
      // Who has saved it once has said all that they want said.
      const place = Object.keys(values).length === 0 ? (await wishesOf(userId))?.place : undefined;
      return place?.kind === 'school' ? { values: { school: place.names[locale].slice(0, 160) }, isFilled: true } : { values, isFilled: false };
    },
  };
}
