/**
 * Applications: begun from a lease, said in parts, each put aside as it is said, and sent when all is there. What people say is kept
 * encrypted with the order, so that it is there after a reload, after signing in, and on another device.
 */
import { createHash } from 'node:crypto';
import { todayIn } from '#lib/dates/dates.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { CouponOff, CouponRefusal } from '#lib/features/coupons/coupons.schema.ts';
import type { CouponAsk, CouponsService } from '#lib/features/coupons/coupons.service.ts';
import type { House, Tenancy, Unit } from '#lib/features/house/house.schema.ts';
import type { PaymentPlan, Quote } from '#lib/features/quotes/quote.schema.ts';
import type { UploadsService } from '#lib/features/uploads/uploads.service.ts';
import type { FieldProblem } from '#lib/forms/form.schema.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { HouseId, OrderId, TenancyId, UnitId, UserId } from '#lib/ids/ids.ts';
import { newReference } from '#lib/ids/reference.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { SupplierTerms } from '#lib/features/supplier-terms/supplier-terms.schema.ts';
import type { NoBed } from '#lib/features/stock/stock.schema.ts';
import { applicationFiles, askedIn, savedNames } from './application-forms.schema.ts';
import type { ApplicationPart } from './application-forms.schema.ts';
import { asksOf, isUnderAge, problemsOf, templateFor, unfinished } from './application-templates.rules.ts';
import type { ApplicationTemplate } from './application-templates.rules.ts';
import type { OrdersRepository, StoredOrder } from './orders.repository.ts';
import { agreedText, choiceText, deadlineOf, isWithin, keepsBed } from './orders.rules.ts';
import { waitingStates } from './order.process.rules.ts';
import { mostDrafts, mostWaiting } from './orders.schema.ts';
import type { NoLease } from './lease-faults.rules.ts';
import { majorityIn } from './majority.rules.ts';
import type { Majority } from './majority.rules.ts';
import type { Answers, AskedBooking, Guardian, Order, OrderHome } from './orders.schema.ts';
import type { OrdersService } from './orders.service.ts';

/** A lease, with what its supplier's terms are now. */
export type Lease = { readonly house: House; readonly unit: Unit; readonly tenancy: Tenancy; readonly terms: SupplierTerms };
export type Days = { readonly from: string; readonly to: string };
/** What a lease costs on some days, by one way of paying, less what a coupon takes off. */
export type QuoteFor = (lease: Lease, days: Days, plan: PaymentPlan, now: Date, coupon?: CouponOff) => Promise<Quote | undefined>;

/** Whose bed may be kept for them by a hold, and whether an order keeps one already. */
export type Mine = { readonly userId?: UserId | undefined; readonly hasBed?: boolean };

/** A lease that can be had, also where its last bed is kept for this person already; or why it cannot: full, or let no more. */
export type LeaseOf = (houseId: HouseId, unitId: UnitId, tenancyId: TenancyId, now: Date, mine: Mine) => Promise<Outcome<Lease, 'sold-out' | 'not-let'>>;

/** What somebody wants to book. */
export type Wanted = Days & {
  readonly houseId: HouseId;
  readonly unitId: UnitId;
  readonly tenancyId: TenancyId;
  readonly plan: PaymentPlan;
  readonly asked: AskedBooking;
};

export type Sealed = { readonly email: string; readonly answers: Answers; readonly guardian?: Guardian };
export type Problems = { readonly ok: false; readonly reason: 'faults'; readonly problems: readonly FieldProblem[] };

/** Files that are gone: undoes what was claimed before that was found, so that the others can be sent once more. */
class FilesGone extends Error {
  override name = 'FilesGone';
  readonly problems: readonly FieldProblem[];
  constructor(problems: readonly FieldProblem[]) {
    super('a file is gone');
    this.problems = problems;
  }
}

export type ApplicationsService = ReturnType<typeof createApplicationsService>;

type Parts = {
  readonly repository: OrdersRepository;
  readonly orders: Pick<OrdersService, 'move' | 'own'>;
  readonly templates: readonly ApplicationTemplate[];
  /** From which age somebody signs alone, by place. */
  readonly majorities: readonly Majority[];
  readonly leaseOf: LeaseOf;
  readonly quoteFor: QuoteFor;
  readonly coupons: Pick<CouponsService, 'check' | 'choose' | 'offFor'>;
  readonly uploads: Pick<UploadsService, 'claim' | 'release'>;
  /** Where somebody is told of their order; undefined where they have no mail address. */
  readonly emailOf: (userId: UserId) => Promise<string | undefined>;
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt'>;
  readonly waitingHours: number;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>, options?: { readonly lockOf: readonly string[] }) => Promise<T>;
};

type NoRoom = Extract<NoLease, 'sold-out' | 'not-let'>;
/** A lease with its price on some days. */
type Priced = { readonly lease: Lease; readonly quote: Quote };

export function createApplicationsService({
  repository,
  orders,
  templates,
  majorities,
  leaseOf,
  quoteFor,
  coupons,
  uploads,
  emailOf,
  secrets,
  waitingHours,
  transact,
}: Parts) {
  const seal = (sealed: Sealed): string => secrets.encrypt('orders', JSON.stringify(sealed));
  function open({ sealed }: Pick<StoredOrder, 'sealed'>): Sealed {
    const text = sealed === undefined ? undefined : secrets.decrypt('orders', sealed);
    return text === undefined ? { email: '', answers: {} } : (JSON.parse(text) as Sealed);
  }
  const templateOf = (key: string): ApplicationTemplate => {
    const template = templates.find((one) => one.key === key) ?? templates.find((one) => one.key === 'default');
    if (!template) throw new TypeError('there is no template of the key default');
    return template;
  };
  const asksFor = ({ template, asked, quote }: Pick<Order, 'template' | 'asked' | 'quote'>) =>
    asksOf(templateOf(template), { plan: quote.plan, isGroup: asked.group === '1' });
  const bookedOf = ({ from, quote }: Pick<Order, 'from' | 'quote'>, now: Date) => ({ moveIn: from, today: now.toISOString().slice(0, 10), plan: quote.plan });

  /** A lease with its price on some days. */
  async function priced(wanted: Omit<Wanted, 'asked'>, now: Date, mine: Mine): Promise<Outcome<Priced, NoLease>> {
    const found = await leaseOf(wanted.houseId, wanted.unitId, wanted.tenancyId, now, mine);
    if (!found.ok) return found;
    const lease = found.value;
    if (!isWithin(lease.tenancy, wanted.from, wanted.to, todayIn(lease.house.city.timeZone, now))) return refused('outside');
    const quote = await quoteFor(lease, wanted, wanted.plan, now);
    return quote ? done({ lease, quote }) : refused('no-plan');
  }
  /** What a coupon is asked about. */
  const askOf = ({ lease: { house }, quote }: Priced, userId: UserId, orderId: OrderId | undefined): CouponAsk => ({
    userId,
    orderId,
    quote,
    place: { country: house.city.country.slug, city: house.city.slug, houseId: house.id, supplierId: house.supplier.id },
  });
  const lessCoupon = async ({ lease, quote }: Priced, wanted: Days & { readonly plan: PaymentPlan }, off: CouponOff | undefined, now: Date): Promise<Quote> =>
    (off && off.amount.minor > 0n ? await quoteFor(lease, wanted, wanted.plan, now, off) : undefined) ?? quote;

  /** The price of an application, less what the coupon takes off that was chosen for it; and why that takes nothing off, where it does not. */
  async function pricedFor(
    order: Pick<StoredOrder, 'id' | 'userId'>,
    wanted: Omit<Wanted, 'asked'>,
    now: Date,
    mine: Mine,
  ): Promise<Outcome<Priced & { readonly noCoupon: CouponRefusal | undefined; readonly before: Quote }, NoLease>> {
    const found = await priced(wanted, now, mine);
    if (!found.ok || order.userId === undefined) return found.ok ? done({ ...found.value, before: found.value.quote, noCoupon: undefined }) : found;
    const held = await coupons.offFor({ ...askOf(found.value, order.userId, order.id), orderId: order.id }, now);
    const quote = await lessCoupon(found.value, wanted, held?.ok ? held.value : undefined, now);
    return done({ lease: found.value.lease, quote, before: found.value.quote, noCoupon: held?.ok === false ? held.reason : undefined });
  }
  const factsOf = ({ house, unit, tenancy, terms }: Lease): OrderHome => ({
    name: house.name,
    nameZh: house.nameZh,
    names: house.names,
    place: { country: house.city.country.slug, state: house.city.state },
    unit: unit.name,
    zone: house.city.timeZone,
    supplierId: house.supplier.id,
    supplier: house.supplier.name,
    policy: tenancy.policyCode ?? '',
    ...(terms.id === undefined ? {} : { terms: terms.id }),
    ...(terms.waitHours === undefined ? {} : { waitHours: terms.waitHours }),
  });
  const isSameLease = (one: Order, other: Order): boolean => choiceText(wantedOf(one)) === choiceText(wantedOf(other));
  const wantedOf = (order: Order): Wanted => ({ ...order, to: order.to ?? '', plan: order.quote.plan });

  /** Why what an application is for cannot be had any more; undefined where it can. */
  async function noRoom(
    { houseId, unitId, tenancyId, userId }: Pick<StoredOrder, 'houseId' | 'unitId' | 'tenancyId' | 'userId'>,
    now: Date,
  ): Promise<NoRoom | undefined> {
    const found = await leaseOf(houseId, unitId, tenancyId, now, { userId });
    return found.ok ? undefined : found.reason;
  }

  /** Names the answers of a part as they stand; others have another name. */
  const nameOf = (part: ApplicationPart, answers: Answers): string =>
    createHash('sha256')
      .update(JSON.stringify(askedIn(part).map((name) => answers[name] ?? '')))
      .digest('base64url')
      .slice(0, 22);

  async function profile(userId: UserId, tx?: DbTransaction): Promise<Answers> {
    const sealed = await repository.profile(userId, tx);
    const text = sealed === undefined ? undefined : secrets.decrypt('orders', sealed);
    return text === undefined ? {} : (JSON.parse(text) as Answers);
  }

  /** Claims the files that are new, and lets those go that they take the place of, or that were taken away. @throws {FilesGone} */
  async function putFiles(
    tx: DbTransaction,
    orderId: OrderId,
    before: Answers,
    answers: Answers,
    owner: { readonly userId: UserId; readonly visit: string | undefined },
    now: Date,
  ) {
    const gone: FieldProblem[] = [];
    for (const name of applicationFiles) {
      const [former = '', file = ''] = [before[name], answers[name]];
      if (file === former) continue;
      if (file === '') await repository.dropFile(tx, orderId, name);
      else if (await uploads.claim(tx, file, 'application', owner, now)) await repository.putFile(tx, orderId, name, file, now);
      else gone.push({ field: name, message: 'forms.file_gone' });
      if (former !== '') await uploads.release(tx, former, now);
    }
    if (gone.length > 0) throw new FilesGone(gone);
  }

  /** @param coupon its code as it was typed; empty for none */
  async function begin(
    userId: UserId,
    wanted: Wanted,
    coupon: string,
    locale: Locale,
    now: Date,
    /** `hasBed`: one is kept for them already, beside what holds tell. */
    { former, hasBed = false }: { readonly former?: { readonly id: OrderId; readonly answers: Answers }; readonly hasBed?: boolean } = {},
  ): Promise<Outcome<{ readonly code: string }, NoLease | 'too-many' | 'no-email' | CouponRefusal>> {
    const found = await priced(wanted, now, { userId, hasBed });
    if (!found.ok) return found;
    const { lease } = found.value;
    const checked = coupon === '' ? undefined : await coupons.check(coupon, askOf(found.value, userId, undefined), now);
    if (checked?.ok === false) return checked;
    // One that was begun before keeps the coupon that was chosen for it.
    const seen = checked ? undefined : await transact((tx) => repository.draftFor(tx, { userId, ...wanted }));
    const held = seen && (await coupons.offFor({ ...askOf(found.value, userId, seen.id), orderId: seen.id }, now));
    const quote = await lessCoupon(found.value, wanted, checked?.value.off ?? (held?.ok ? held.value : undefined), now);
    const email = await emailOf(userId);
    if (email === undefined) return refused('no-email');
    const { country } = lease.house.city;
    const template = templateFor(templates, { country: country.slug, kind: lease.house.supplier.kind }) ?? templateOf('default');
    const add = async (tx: DbTransaction): Promise<Outcome<{ readonly code: string }, 'too-many' | 'not-let'>> => {
      const known = await repository.draftFor(tx, { userId, tenancyId: wanted.tenancyId, from: wanted.from, to: wanted.to });
      if (known) {
        if (checked) await coupons.choose(tx, known.id, checked.value.id);
        await repository.putLease(tx, known.id, { ...wanted, quote, home: factsOf(lease) });
        return done({ code: known.code });
      }
      if ((await repository.count(tx, userId, ['draft'])) >= mostDrafts) return refused('too-many');
      const code = newReference();
      const school = wanted.asked.school === undefined ? {} : { school: wanted.asked.school };
      const answers = { ...(await profile(userId, tx)), ...school, ...former?.answers };
      const deadline = deadlineOf('draft', now, waitingHours) ?? now;
      const id = await repository.add(
        tx,
        {
          ...wanted,
          code,
          userId,
          quote,
          home: factsOf(lease),
          locale,
          template: template.key,
          sealed: seal({ email, answers }),
          deadline,
          againOf: former?.id,
        },
        now,
      );
      if (id === undefined) {
        // The same was begun in another tab at this moment.
        const other = await repository.draftFor(tx, { userId, tenancyId: wanted.tenancyId, from: wanted.from, to: wanted.to });
        return other ? done({ code: other.code }) : refused('not-let');
      }
      if (checked) await coupons.choose(tx, id, checked.value.id);
      await repository.tell(tx, id, { event: 'begin', from: 'draft', to: 'draft', by: 'applicant', staffId: undefined, note: '', isInternal: false, at: now });
      return done({ code });
    };
    // One after the other, so that none comes to be for what another is being changed to.
    return transact(add, { lockOf: [repository.lockOfOwn(userId)] });
  }

  return {
    begin,
    priced,
    pricedFor,
    factsOf,
    profile,
    templateFor: (house: House): ApplicationTemplate =>
      templateFor(templates, { country: house.city.country.slug, kind: house.supplier.kind }) ?? templateOf('default'),
    asksFor,
    answersOf: (order: StoredOrder): Answers => open(order).answers,
    /** Names what is said in a part: see `save`. */
    seenOf: (order: StoredOrder, part: ApplicationPart): string => nameOf(part, open(order).answers),
    emailFor: (order: StoredOrder): string => open(order).email,
    /** Whether somebody has to sign with who applies, on a day. */
    needsGuardian(order: StoredOrder, now: Date): boolean {
      const today = todayIn(order.home.zone, now);
      const byLaw = order.home.place && majorityIn(majorities, order.home.place, today);
      return isUnderAge(open(order).answers, today, templateOf(order.template).majority ?? byLaw);
    },
    guardianOf: (order: StoredOrder): Guardian | undefined => open(order).guardian,
    putGuardian: (tx: DbTransaction, order: StoredOrder, guardian: Guardian): Promise<void> =>
      repository.putSealed(tx, order.id, seal({ ...open(order), guardian })),
    /** Which part still wants something; undefined where all is there. */
    unfinished: (order: StoredOrder, now: Date) => unfinished(asksFor(order), open(order).answers, bookedOf(order, now)),

    /** What it costs today, be that another price than the one it was begun with; or why it cannot be had any more. */
    async priceNow(order: StoredOrder, now: Date): Promise<Outcome<Quote, NoLease>> {
      const found = await pricedFor(order, wantedOf(order), now, { userId: order.userId, hasBed: keepsBed(order.state) });
      return found.ok ? done(found.value.quote) : found;
    },

    noRoom,

    /** Of an application that was not sent: its price without a coupon, and what its coupon does; undefined where it is not let any more. */
    async couponOf(order: StoredOrder, userId: UserId, now: Date) {
      const found = await pricedFor(order, wantedOf(order), now, { userId });
      if (!found.ok) return undefined;
      const { lease, quote, before, noCoupon } = found.value;
      return { quote, noCoupon, ask: askOf({ lease, quote: before }, userId, order.id) };
    },

    /** Takes the coupon of a code off the price of an application; with none, the one that was chosen before goes. */
    async useCoupon(userId: UserId, code: string, coupon: string, now: Date): Promise<Outcome<Quote, 'unknown' | 'not-now' | NoLease | CouponRefusal>> {
      const seen = await orders.own(userId, code);
      if (!seen) return refused('unknown');
      if (seen.state !== 'draft') return refused('not-now');
      const found = await priced(wantedOf(seen), now, { userId });
      if (!found.ok) return found;
      const checked = coupon === '' ? undefined : await coupons.check(coupon, askOf(found.value, userId, seen.id), now);
      if (checked?.ok === false) return checked;
      const quote = await lessCoupon(found.value, wantedOf(seen), checked?.value.off, now);
      return transact(async (tx) => {
        const order = await orders.own(userId, code, tx);
        if (order?.state !== 'draft') return refused('not-now');
        await coupons.choose(tx, order.id, checked?.value.id);
        await repository.putLease(tx, order.id, { ...wantedOf(order), quote, home: factsOf(found.value.lease) });
        return done(quote);
      });
    },

    /**
     * Puts a part of an application aside. While it is only put aside (`later`), what is missing is not told, nor that the lease cannot be had
     * any more; who goes on is told so at once. What was written is kept either way: a bed may come free.
     * What was saved in another tab since the page was shown (`seen`) is not written over unseen; the same once more is taken.
     */
    async save(
      userId: UserId,
      code: string,
      part: ApplicationPart,
      given: Answers,
      { visit, isLater }: { readonly visit: string | undefined; readonly isLater: boolean },
      now: Date,
    ): Promise<Outcome<{ readonly next: 'person' | 'details' | 'review' | 'list' }, 'unknown' | 'not-now' | NoRoom> | Problems> {
      const found = isLater ? undefined : await orders.own(userId, code);
      const none = found?.state === 'draft' ? await noRoom(found, now) : undefined;
      return transact(async (tx) => {
        const order = await orders.own(userId, code, tx);
        if (!order) return refused('unknown');
        if (order.state !== 'draft') return refused('not-now');
        const { answers: before, ...rest } = open(order);
        const answers: Record<string, string> = { ...before };
        for (const name of askedIn(part)) answers[name] = given[name] ?? '';
        const asks = asksFor(order);
        const problems = problemsOf(part, asks, answers, { ...bookedOf(order, now), isLater });
        if (problems.length > 0) return { ok: false, reason: 'faults', problems } as const;
        const { seen = '' } = given;
        if (seen !== '' && seen !== nameOf(part, before) && nameOf(part, answers) !== nameOf(part, before))
          return { ok: false, reason: 'faults', problems: [{ field: 'seen', message: 'orders.changed_elsewhere' }] } as const;
        if (part === 'details') await putFiles(tx, order.id, before, answers, { userId, visit }, now);
        await repository.putSealed(tx, order.id, seal({ ...rest, answers }));
        return none ? refused(none) : done({ next: isLater ? 'list' : (unfinished(asks, answers, bookedOf(order, now)) ?? 'review') } as const);
      }).catch((error: unknown) => {
        if (error instanceof FilesGone) return { ok: false, reason: 'faults', problems: error.problems } as const;
        throw error;
      });
    },

    /**
     * Sends an application. Whoever sends it keeps a bed from now on.
     * @param agreed the price that the page showed; where it is another by now, the new one is kept to be shown, and nothing is sent.
     */
    async submit(
      userId: UserId,
      code: string,
      agreed: string,
      now: Date,
    ): Promise<
      Outcome<
        null,
        'unknown' | 'not-now' | NoRoom | 'outside' | 'no-plan' | 'incomplete' | 'price-changed' | 'collector-changed' | 'too-many' | 'no-coupon' | NoBed
      >
    > {
      const seen = await orders.own(userId, code);
      if (!seen) return refused('unknown');
      if (seen.state !== 'draft') return refused('not-now');
      const found = await pricedFor(seen, wantedOf(seen), now, { userId });
      if (!found.ok) return found;
      const { quote, lease } = found.value;
      return transact(
        async (tx) => {
          const { order, waiting } = (await repository.toSend(tx, code, userId, waitingStates)) ?? { order: undefined, waiting: 0 };
          // Whatever has become of it since the price was reckoned: that price is of other days, or it was sent.
          if (order?.state !== 'draft' || !isSameLease(order, seen)) return refused('not-now');
          if (unfinished(asksFor(order), open(order).answers, bookedOf(order, now))) return refused('incomplete');
          if (agreed !== agreedText(quote))
            return refused(agreed.replace(/ supplier$/, '') === agreedText({ ...quote, collects: 'operator' }) ? 'collector-changed' : 'price-changed');
          if (waiting >= mostWaiting) return refused('too-many');
          const agreedLease = { ...wantedOf(order), quote, home: factsOf(lease) };
          const moved = await orders.move(tx, { ...order, quote, home: agreedLease.home }, 'submit', { by: 'applicant' }, now, agreedLease);
          return moved.ok ? done(null) : moved;
        },
        { lockOf: repository.locksToSend(code, userId) },
      );
    },

    /** Takes up an application that is over: the same lease, and what was said then. */
    async again(
      userId: UserId,
      code: string,
      now: Date,
    ): Promise<Outcome<{ readonly code: string }, 'unknown' | 'not-now' | NoLease | 'too-many' | 'no-email' | CouponRefusal>> {
      const order = await orders.own(userId, code);
      if (!order) return refused('unknown');
      if (!['cancelled', 'expired', 'refunded'].includes(order.state)) return refused('not-now');
      const { answers } = open(order);
      const kept = Object.fromEntries(Object.entries(answers).filter(([name]) => !applicationFiles.some((one) => one === name)));
      return begin(userId, wantedOf(order), '', order.locale, now, { former: { id: order.id, answers: kept } });
    },

    /** Keeps what somebody says of themselves for every application. */
    async saveProfile(userId: UserId, given: Answers, now: Date): Promise<void> {
      const answers = Object.fromEntries(savedNames.flatMap((name) => (given[name] ? [[name, given[name]]] : [])));
      await transact((tx) => repository.putProfile(tx, userId, secrets.encrypt('orders', JSON.stringify(answers)), now));
    },

    /** A document that is brought for an application that is under way. */
    async addDocument(
      userId: UserId,
      code: string,
      kind: (typeof applicationFiles)[number],
      file: string,
      visit: string | undefined,
      now: Date,
    ): Promise<Outcome<null, 'unknown' | 'not-now' | 'no-file'>> {
      return transact(async (tx) => {
        const order = await orders.own(userId, code, tx);
        if (!order) return refused('unknown');
        if (!['draft', 'submitted', 'reviewing'].includes(order.state)) return refused('not-now');
        const sealed = open(order);
        const former = sealed.answers[kind] ?? '';
        if (former === file) return done(null);
        if (!(await uploads.claim(tx, file, 'application', { userId, visit }, now))) return refused('no-file');
        if (former !== '') await uploads.release(tx, former, now);
        await repository.putFile(tx, order.id, kind, file, now);
        await repository.putSealed(tx, order.id, seal({ ...sealed, answers: { ...sealed.answers, [kind]: file } }));
        return done(null);
      });
    },

    documents: (order: Order) => repository.files(order.id),
    ofFile: (file: string): Promise<OrderId | undefined> => repository.ofFile(file),
  };
}
