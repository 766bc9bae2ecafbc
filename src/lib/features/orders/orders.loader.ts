/** What the pages of applications and orders show. */
import { refusalOf } from '#lib/access.ts';
import { formatDate, nightsBetween, todayIn } from '#lib/dates/dates.ts';
import { staffFileHref } from '#lib/features/desk/submissions.schema.ts';
import { momentIn, readerZones } from '#lib/dates/reader-zones.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { House, ReadHouse, Unit } from '#lib/features/house/house.schema.ts';
import type { HouseService } from '#lib/features/house/house.service.ts';
import { paymentPlans } from '#lib/features/quotes/quote.schema.ts';
import type { Quote } from '#lib/features/quotes/quote.schema.ts';
import type { UploadsService } from '#lib/features/uploads/uploads.service.ts';
import type { KeptFile } from '#lib/forms/files.schema.ts';
import { said as inWords } from '#lib/forms/form.schema.ts';
import type { FormDefinition, GivenChoice } from '#lib/forms/form.schema.ts';
import type { T } from '#lib/i18n/t.ts';
import { isOpen } from '#lib/routes.ts';
import { asId, parseId } from '#lib/ids/ids.ts';
import type { HouseId, SchoolId, StaffId, TenancyId, UnitId, UserId } from '#lib/ids/ids.ts';
import type { Money } from '#lib/money/money.ts';
import type { Paths } from '#lib/paths.ts';
import type { Reader } from '#lib/reader.ts';
import type { Visitor } from '#lib/visitor.ts';
import { applicationFiles, applicationForms, bookForm, ownOrderActs } from './application-forms.schema.ts';
import type { ApplicationPart } from './application-forms.schema.ts';
import { formOf, isUnderAge } from './application-templates.rules.ts';
import type { ApplicationsService, Lease, Mine, QuoteFor } from './applications.service.ts';
import type { OrderDeskService } from './order-desk.service.ts';
import { orderStates } from './order.process.rules.ts';
import type { OrderState } from './order.process.rules.ts';
import { contractFilePath, partPath } from './order-pages.rules.ts';
import { agreedText, mayHide, priceText, readBookingLink, staffActsFor, wayOut, wholeOf } from './orders.rules.ts';
import type { BookingLink } from './orders.rules.ts';
import { orderFilters } from './orders.schema.ts';
import type { Answers, Order, OrderFilter, TimelineEntry } from './orders.schema.ts';
import type { OrdersService } from './orders.service.ts';
import type { SigningService } from './signing.service.ts';
import { ownActLabels, staffActLabels, stateLabels } from './orders.words.ts';

/** The part of a page's view that decides what it shows. */
type View = Reader & {
  readonly page: { readonly name: string; readonly params: Readonly<Record<string, string>> };
  readonly visitor: Visitor | undefined;
  readonly paths: Paths;
  readonly t: T;
};
/** An order with what its service opens. */
type StoredOrder = NonNullable<Awaited<ReturnType<OrdersService['own']>>>;
type Colleague = { readonly id: StaffId; readonly name: string };

type Parts = {
  readonly orders: OrdersService;
  readonly applications: ApplicationsService;
  readonly signing: SigningService;
  readonly desk: OrderDeskService;
  readonly houses: HouseService;
  readonly named: (id: HouseId, view: View) => Promise<ReadHouse | undefined>;
  readonly leaseOf: (houseId: HouseId, unitId: UnitId, tenancyId: TenancyId, now: Date, mine: Mine) => Promise<Lease | undefined>;
  readonly quoteFor: QuoteFor;
  readonly uploads: Pick<UploadsService, 'find' | 'openForStaff'>;
  readonly colleagues: () => Promise<readonly Colleague[]>;
  readonly geo: GeoIndex;
};

/** An order with its home, in a reader's words. */
export type ShownOrder = {
  readonly order: Order;
  readonly title: string;
  readonly housePath: string | undefined;
  readonly unit: string;
  readonly dates: string;
  readonly until: Until | undefined;
};
/** A home that somebody has booked, with what they need of it. */
export type BookedHouse = ShownOrder & {
  readonly stay: string;
  readonly address: string;
  readonly areaPath: string | undefined;
  readonly reportPath: string | undefined;
};
/** A moment where the home is, and where readers of the language mostly are. */
export type Until = { readonly there: string; readonly here: string; readonly machine: string };

export type LeaseChoice = { readonly unit: string; readonly href: string; readonly dates: string };
export type OpenedBooking =
  | { readonly kind: 'missing' }
  | { readonly kind: 'moved'; readonly path: string }
  | { readonly kind: 'choose'; readonly house: ReadHouse; readonly leases: readonly LeaseChoice[] }
  | {
      readonly kind: 'book';
      readonly house: ReadHouse;
      readonly unit: string;
      readonly dates: string;
      readonly quotes: readonly Quote[];
      readonly definition: FormDefinition;
      readonly values: Answers;
      readonly told: BookingLink['told'];
    };

/** Orders on a page of staff. */
const pageLength = 30;
export const staffQueues = [
  'submitted',
  'reviewing',
  'offered',
  'signing',
  'to_pay',
  'paid',
  'confirmed',
  'checked_in',
  'refunding',
] as const satisfies readonly OrderState[];

const userOf = (visitor: Visitor | undefined): UserId | undefined => visitor?.session && asId<UserId>(visitor.session.userId);

export type OrdersLoader = ReturnType<typeof createOrdersLoader>;

export function createOrdersLoader(parts: Parts) {
  const { orders, applications, signing, desk, houses, named, leaseOf, quoteFor, uploads, colleagues, geo } = parts;

  const untilOf = (order: Order, house: House | undefined, { intl, locale }: Pick<View, 'intl' | 'locale'>): Until | undefined =>
    order.deadline && {
      there: momentIn(order.deadline, house?.city.timeZone ?? 'UTC', intl),
      here: momentIn(order.deadline, readerZones[locale] ?? 'UTC', intl),
      machine: order.deadline.toISOString(),
    };
  const datesOf = ({ from, to }: Pick<Order, 'from' | 'to'>, intl: string): string =>
    to === undefined ? formatDate(from, intl) : `${formatDate(from, intl)} – ${formatDate(to, intl)}`;

  async function unitOf(order: Order): Promise<Unit | undefined> {
    const record = await houses.record(order.houseId);
    return record?.units.find(({ id }) => id === order.unitId);
  }

  async function shown(order: Order, view: View): Promise<ShownOrder> {
    const house = await named(order.houseId, view);
    const unit = await unitOf(order);
    return {
      order,
      title: house?.title ?? view.t('orders.home_gone'),
      housePath: house && view.paths.house(house),
      unit: unit?.name ?? '',
      dates: datesOf(order, view.intl),
      until: untilOf(order, house, view),
    };
  }

  const codeOf = ({ page, query }: View): string => page.params['code'] ?? query.get('orderCode') ?? query.get('id') ?? '';
  async function ownOf(view: View): Promise<StoredOrder | undefined> {
    const userId = userOf(view.visitor);
    return userId === undefined ? undefined : orders.own(userId, codeOf(view));
  }

  const memberOf = ({ visitor }: View): StaffId | undefined => {
    const staff = visitor?.staff;
    return staff && refusalOf('staff-orders', staff.standing) === undefined ? asId<StaffId>(staff.staffId) : undefined;
  };

  /** Answers in the order of the forms, with their labels, as people read them. */
  function said(order: StoredOrder, t: T) {
    const answers = applications.answersOf(order);
    const asks = applications.asksFor(order);
    return (['person', 'details'] as const).map((part) => ({
      part,
      rows: formOf(part, asks).fields.flatMap((field) => {
        if (field.kind === 'hidden' || field.name === 'later') return [];
        const value = answers[field.name] ?? '';
        const choice = field.kind === 'radio' ? field.choices.find((one) => one.value === value) : undefined;
        const before = field.kind === 'phone' && value !== '' ? `${answers[field.country] ?? ''} ` : '';
        return [
          { name: field.name, label: inWords(t, field.label), isFile: field.kind === 'file', value: choice ? inWords(t, choice.label) : `${before}${value}` },
        ];
      }),
    }));
  }

  async function filesOf(order: StoredOrder, userId: UserId, now: Date): Promise<Readonly<Record<string, KeptFile>>> {
    const answers = applications.answersOf(order);
    const found = await Promise.all(
      applicationFiles.map(async (name) => [name, answers[name] ? await uploads.find(answers[name], { userId, visit: undefined }, now) : undefined] as const),
    );
    return Object.fromEntries(found.flatMap(([name, file]) => (file ? [[name, { id: file.id, name: file.name, bytes: file.bytes }]] : [])));
  }

  /** How long it is until somebody moves in, or what they have now. */
  function stayWords({ from, to, home: { zone }, state }: Order, { t, now, intl }: Pick<View, 't' | 'now' | 'intl'>): string {
    const days = nightsBetween(todayIn(zone, now), from);
    if (state === 'checked_in') return to === undefined ? t('orders.my_home_open') : t('orders.my_home_living', { until: formatDate(to, intl) });
    return days > 0 ? t('orders.my_home_days', { count: days }) : t('orders.my_home_now');
  }

  return {
    /** R2.154: homes that are paid for or lived in, the one that is moved into next in front. */
    async booked(view: View): Promise<readonly BookedHouse[] | undefined> {
      const userId = userOf(view.visitor);
      if (userId === undefined) return undefined;
      const found = (await orders.list(userId, 'booked')).toSorted((a, b) => a.from.localeCompare(b.from));
      return Promise.all(
        found.map(async (order) => {
          const house = await named(order.houseId, view);
          return {
            ...(await shown(order, view)),
            stay: stayWords(order, view),
            address: house ? [house.address, house.postalCode].filter(Boolean).join(', ') : '',
            areaPath: house && view.paths.house(house, 'map'),
            reportPath: house && view.paths.to('report_listing', { house: String(house.id) }),
          };
        }),
      );
    },

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
      const lease = unit && tenancyId !== undefined ? await leaseOf(house.id, unit.id, tenancyId, now, { userId }) : undefined;
      if (!unit || !lease) {
        const others = units.filter(({ id }) => unitId === undefined || !unit || id === unitId);
        const leases = others.flatMap(({ id, name, tenancies }) =>
          tenancies
            .filter(({ status, stock }) => status === 'open' && stock > 0)
            .map((tenancy) => {
              const given = new URLSearchParams([...query].filter(([key]) => !['houseId', 'unitId', 'tenancyId', 'hclId'].includes(key)));
              for (const [key, value] of [
                ['houseId', house.id],
                ['unitId', id],
                ['tenancyId', tenancy.id],
              ] as const)
                given.set(key, String(value));
              return { unit: name, href: `${paths.to('book_rent')}?${given}`, dates: datesOf({ from: tenancy.moveIn, to: tenancy.moveOut }, intl) };
            }),
        );
        return { kind: 'choose', house, leases };
      }
      const today = todayIn(house.city.timeZone, now);
      const days = { from: lease.tenancy.moveIn < today ? today : lease.tenancy.moveIn, to: lease.tenancy.moveOut };
      const quotes = (await Promise.all(paymentPlans.map((plan) => quoteFor(lease, days, plan, now)))).filter((one) => one !== undefined);
      if (quotes.length === 0) return { kind: 'missing' };
      const plans: readonly string[] = quotes.map(({ plan }) => plan);
      const fields = bookForm.fields.map((field) =>
        field.kind === 'radio' ? { ...field, choices: field.choices.filter(({ value }) => plans.includes(value)) } : field,
      );
      const values = {
        ...link.asked,
        house_id: String(house.id),
        unit_id: String(unit.id),
        tenancy_id: String(lease.tenancy.id),
        move_in: days.from,
        move_out: days.to,
        plan: quotes[0]?.plan ?? 'in-full',
      };
      return { kind: 'book', house, unit: unit.name, dates: datesOf(days, intl), quotes, definition: { ...bookForm, fields }, values, told: link.told };
    },

    /** A part of an application, filled in with what was said before. */
    async part(view: View) {
      const part: ApplicationPart = view.page.name === 'fill_info' ? 'person' : view.page.name === 'mini_apply_form' ? 'mini' : 'details';
      const [userId, order] = [userOf(view.visitor), await ownOf(view)];
      if (!order || userId === undefined) return undefined;
      if (order.state !== 'draft') return { kind: 'moved', path: partPath(view.paths, order.code, 'list') } as const;
      const definition: FormDefinition = { ...formOf(part, applications.asksFor(order)), id: applicationForms[part].id };
      const answers = applications.answersOf(order);
      const values: Answers = { ...answers, code: order.code };
      return {
        kind: 'part',
        part,
        definition,
        values,
        files: part === 'details' ? await filesOf(order, userId, view.now) : {},
        ...(await shown(order, view)),
      } as const;
    },

    /** All that was said, before it is sent (R2.019). */
    async review(view: View) {
      const [userId, order] = [userOf(view.visitor), await ownOf(view)];
      if (!order || userId === undefined) return undefined;
      if (order.state !== 'draft') return { kind: 'moved', path: partPath(view.paths, order.code, 'list') } as const;
      const missing = applications.unfinished(order, view.now);
      const quote = await applications.priceNow(order, view.now);
      const files = await filesOf(order, userId, view.now);
      const parts = said(order, view.t).map(({ part, rows }) => ({
        href: partPath(view.paths, order.code, part),
        part,
        rows: rows.map((row) => ({ ...row, value: row.isFile ? (files[row.name]?.name ?? '') : row.value })),
      }));
      const now = quote === 'gone' ? undefined : quote;
      return {
        kind: 'review',
        parts,
        missing: missing && partPath(view.paths, order.code, missing),
        quote: now,
        /** What it cost when it was begun, where it costs something else by now. */
        before: now && agreedText(now) !== agreedText(order.quote) ? wholeOf(order.quote) : undefined,
        values: { code: order.code, price: now ? agreedText(now) : '' },
        ...(await shown(order, view)),
      } as const;
    },

    /** The list (R2.129, R2.139). */
    async list(view: View) {
      const userId = userOf(view.visitor);
      if (userId === undefined) return undefined;
      const filter: OrderFilter = orderFilters.find((one) => one === view.query.get('filter')) ?? 'all';
      // R2.227: homes are the one type of this list; others have lists of their own.
      const isHomes = (view.query.get('typeId') ?? '1') === '1';
      const found = isHomes ? await orders.list(userId, filter) : [];
      return { filter, rows: await Promise.all(found.map((order) => shown(order, view))) };
    },

    /** One order with all that happened to it (R2.140). */
    async order(view: View) {
      const order = await ownOf(view);
      if (!order) return undefined;
      const [timeline, contracts, back] = await Promise.all([orders.timeline(order), signing.signed(order), orders.backOf(order, view.now)]);
      const acts = ownOrderActs.filter((act) =>
        act === 'check-in'
          ? order.state === 'confirmed' && todayIn(order.home.zone, view.now) >= order.from
          : act === 'again'
            ? ['cancelled', 'expired', 'refunded'].includes(order.state)
            : mayHide(order.state),
      );
      const choices: readonly GivenChoice[] = acts.map((value) => ({ value, label: view.t(ownActLabels[value]) }));
      const isDue = await orders.owes(order);
      return {
        timeline: timeline.filter(({ isInternal }) => !isInternal),
        contracts: contracts.map(({ document, hash }) => ({ document, hash, href: contractFilePath(order.code, hash) })),
        acts: choices,
        canCancel: wayOut(order.state, back) !== undefined,
        goOn: order.state === 'draft' ? partPath(view.paths, order.code, applications.unfinished(order, view.now) ?? 'review') : undefined,
        // R4.054–R4.056: what has to be signed is signed first.
        isDue,
        payPath: isDue && isOpen('pay_center') ? `${view.paths.to('pay_center')}?${new URLSearchParams({ kind: 'order', code: order.code })}` : undefined,
        mustSign: order.state === 'offered' || order.state === 'signing',
        ...(await shown(order, view)),
      };
    },

    /** What cancelling would give back, before it is done. */
    async leaving(view: View) {
      const order = await ownOf(view);
      if (!order) return undefined;
      const back = await orders.backOf(order, view.now);
      const gives: Money | undefined = back && back.minor > 0n ? back : undefined;
      return {
        back,
        isOpen: wayOut(order.state, back) !== undefined,
        values: { code: order.code, back: gives ? priceText(gives) : '' },
        ...(await shown(order, view)),
      };
    },

    async contract(view: View) {
      const order = await ownOf(view);
      if (!order || (order.state !== 'offered' && order.state !== 'signing')) return undefined;
      const document = await signing.documentOf(order, view.now);
      return (
        document && {
          paragraphs: document.text.split('\n\n'),
          hash: document.hash,
          values: { code: order.code, hash: document.hash },
          ...(await shown(order, view)),
        }
      );
    },

    /** What somebody says of themselves in every application (R2.153). */
    async information({ visitor }: View): Promise<Answers | undefined> {
      const userId = userOf(visitor);
      return userId === undefined ? undefined : applications.profile(userId);
    },

    /** Orders that wait, by state; or the one of a code. */
    async queue(view: View) {
      if (memberOf(view) === undefined) return undefined;
      const { query } = view;
      const state = orderStates.find((one) => one === query.get('state')) ?? 'submitted';
      const counts = await desk.counts();
      const rows = await desk.list([state], parseId(query.get('after')) ?? 0, pageLength + 1);
      const listed = rows.slice(0, pageLength);
      return {
        state,
        tabs: staffQueues.map((one) => ({ state: one, label: view.t(stateLabels[one]), count: counts.get(one) ?? 0 })),
        rows: await Promise.all(listed.map((order) => shown(order, view))),
        next: rows.length > pageLength ? listed.at(-1)?.id : undefined,
      };
    },

    async staffOrder(view: View) {
      const me = memberOf(view);
      const order = me && (await desk.see(view.page.params['order'] ?? '', me));
      if (!order) return undefined;
      const [timeline, contracts, all, price] = await Promise.all([
        orders.timeline(order),
        signing.signed(order),
        colleagues(),
        applications.priceNow(order, view.now),
      ]);
      const nameOf = (id: StaffId | undefined): string => all.find((one) => one.id === id)?.name ?? '';
      return {
        timeline: timeline.map((entry: TimelineEntry) => ({ ...entry, who: nameOf(entry.staffId) })),
        contracts,
        parts: said(order, view.t).map(({ part, rows }) => ({
          part,
          rows: rows.map((row) => (row.isFile && row.value !== '' ? { ...row, value: row.label, href: staffFileHref(row.value) } : row)),
        })),
        email: applications.emailFor(order),
        takenBy: nameOf(order.staffId),
        /** Today's price where it is another; what was offered stays what it was. */
        priceNow: price !== 'gone' && agreedText(price) !== agreedText(order.quote) ? wholeOf(price) : undefined,
        isLet: price !== 'gone',
        isUnderAge: isUnderAge(applications.answersOf(order), todayIn(order.home.zone, view.now)),
        acts: staffActsFor(order.state).map((value) => ({ value, label: view.t(staffActLabels[value]) })),
        colleagues: all.map(({ id, name }) => ({ value: String(id), label: name })),
        ...(await shown(order, view)),
      };
    },
  };
}
