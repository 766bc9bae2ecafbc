/** The first page of an account: one read model of all that is under way, in a reader's words. */
import { formatDate, formatDay } from '#lib/dates/dates.ts';
import { momentIn, readerZones } from '#lib/dates/reader-zones.ts';
import type { AccountsService } from '#lib/features/accounts/accounts.service.ts';
import { nameFor } from '#lib/features/catalogue/local-texts.rules.ts';
import { localRentPer } from '#lib/features/catalogue/rent.words.ts';
import { unitTitle } from '#lib/features/catalogue/unit-names.words.ts';
import type { UnitTitle } from '#lib/features/catalogue/unit-names.words.ts';
import type { EnquiryState } from '#lib/features/enquiries/enquiries.schema.ts';
import { threadStateLabels } from '#lib/features/enquiries/enquiries.words.ts';
import { evidencePath } from '#lib/features/evidence/evidence.rules.ts';
import { coverAlt } from '#lib/features/house/house-pictures.rules.ts';
import type { ReadHouse } from '#lib/features/house/house.schema.ts';
import type { HouseCardFacts } from '#lib/features/lists/list.schema.ts';
import type { NewsWords } from '#lib/features/news/news.schema.ts';
import { orderPath, partPath, payPath, signPath } from '#lib/features/orders/order-pages.rules.ts';
import { dueDayOf } from '#lib/features/orders/arrears.rules.ts';
import { isSuppliers, keepsBed } from '#lib/features/orders/orders.rules.ts';
import type { Order } from '#lib/features/orders/orders.schema.ts';
import { sayNext, stateLabels } from '#lib/features/orders/orders.words.ts';
import type { OwnMatters } from '#lib/features/orders/own-matters.service.ts';
import type { OrderMatter } from '#lib/features/orders/own-matters.schema.ts';
import type { PictureSource } from '#lib/features/pictures/picture-source.rules.ts';
import { rentChange } from '#lib/features/shortlist/favourites-order.rules.ts';
import type { ShowCards } from '#lib/features/shortlist/notices.schema.ts';
import type { ShortlistService } from '#lib/features/shortlist/shortlist.service.ts';
import type { Viewing } from '#lib/features/viewings/viewings.schema.ts';
import type { ViewingsService } from '#lib/features/viewings/viewings.service.ts';
import { momentWords } from '#lib/features/viewings/viewings.words.ts';
import { asId } from '#lib/ids/ids.ts';
import type { HouseId, UserId } from '#lib/ids/ids.ts';
import type { T } from '#lib/i18n/t.ts';
import { formatMoney } from '#lib/money/money.ts';
import type { Paths } from '#lib/paths.ts';
import type { Reader } from '#lib/reader.ts';
import type { Visitor } from '#lib/visitor.ts';
import { daysTo, focusOf, inOrder, isNear, isToDo, stepsOf } from './overview.rules.ts';
import { matterButtons, matterTexts, matterTitles, stepLabels } from './overview.schema.ts';
import type { CourseState, Dated, MatterKind } from './overview.schema.ts';

type View = Reader & { readonly visitor: Visitor | undefined; readonly paths: Paths; readonly t: T };

/** A picture with its words. */
export type ShownPicture = { readonly picture: PictureSource; readonly alt: string; readonly label: string | undefined };

/** Something to do: what, by when, why, and where it is done. */
export type ShownMatter = {
  readonly kind: MatterKind;
  readonly title: string;
  /** When, in words; empty where nothing ends it. */
  readonly when: string;
  readonly machine: string | undefined;
  readonly text: string;
  readonly href: string;
  readonly button: string;
  readonly isLate: boolean;
};

/** The next step, and how near it is. */
export type NextStep = ShownMatter & {
  readonly eyebrow: string;
  readonly picture: ShownPicture | undefined;
  readonly askHref: string | undefined;
  readonly isToDo: boolean;
};

/** A message: news of ours, or a question of theirs with how far it is. */
export type ShownMessage = {
  readonly title: string;
  readonly text: string;
  readonly href: string;
  readonly day: string;
  readonly isNew: boolean;
  readonly isThread: boolean;
};

export type ShownBooking = {
  readonly href: string;
  readonly title: string;
  readonly unit: UnitTitle;
  readonly dates: string;
  readonly state: string;
  readonly isLate: boolean;
};

export type ShownSaved = {
  readonly href: string | undefined;
  readonly name: string;
  readonly picture: ShownPicture | undefined;
  readonly rent: string;
  readonly change: { readonly kind: 'lower' | 'higher' | 'gone' | 'few' | 'same'; readonly text: string };
};

export type Overview = {
  readonly called: string;
  /** Nothing is under way and nothing was kept: the page says how to begin. */
  readonly isNew: boolean;
  readonly lead: string;
  readonly next: NextStep | undefined;
  readonly others: readonly ShownMatter[];
  readonly course:
    | {
        readonly code: string;
        readonly steps: readonly { readonly label: string; readonly state: CourseState; readonly day: string }[];
        readonly paid: string;
        readonly whole: string;
        readonly share: number;
        readonly parts: readonly { readonly day: string; readonly amount: string; readonly isPaid: boolean }[];
        readonly href: string;
      }
    | undefined;
  readonly bookings: readonly ShownBooking[];
  readonly bookingsCount: number;
  readonly messages: readonly ShownMessage[];
  readonly unread: number;
  readonly saved: readonly ShownSaved[];
  readonly savedCount: number;
  readonly compareHref: string | undefined;
  readonly viewing: { readonly href: string; readonly title: string; readonly when: string; readonly moreCount: number } | undefined;
  readonly holds: readonly { readonly title: string; readonly dates: string; readonly until: string; readonly href: string | undefined }[];
  readonly searches: readonly { readonly name: string; readonly href: string }[];
  readonly rents: readonly { readonly href: string; readonly title: string; readonly text: string }[];
};

/** What of other features is shown as their own pages show it. */
type Asked = {
  readonly news: (
    view: View,
  ) => Promise<{ readonly rows: readonly (NewsWords & { readonly isRead: boolean; readonly machineAt: string })[]; readonly unread: number } | undefined>;
  readonly threads: (
    view: View,
  ) => Promise<readonly { readonly reference: string; readonly title: string; readonly state: EnquiryState; readonly lastAt: Date }[]>;
  readonly holds: (view: View) => Promise<
    readonly {
      readonly house: string;
      readonly unit: string;
      readonly dates: string;
      readonly bookHref: string | undefined;
      readonly until: Date;
      readonly untilThere: string;
    }[]
  >;
  readonly searches: (view: View) => Promise<readonly { readonly name: string; readonly href: string }[]>;
  readonly rents: (
    view: View,
  ) => Promise<
    readonly { readonly title: string; readonly total: string; readonly state: string; readonly href: string; readonly payUntil: Date | undefined }[]
  >;
};

type Parts = Asked & {
  readonly people: Pick<AccountsService, 'find'>;
  readonly matters: OwnMatters;
  readonly viewings: Pick<ViewingsService, 'ofUser'>;
  readonly favourites: Pick<ShortlistService, 'favouritesOf' | 'namesOf'>;
  readonly showCards: ShowCards;
  readonly named: (id: HouseId, reader: Reader) => Promise<ReadHouse | undefined>;
};

export type OverviewLoader = ReturnType<typeof createOverviewLoader>;

/** Entries of each part of the page. */
const most = { others: 4, bookings: 3, messages: 3, saved: 3, holds: 3, searches: 2, rents: 2 } as const;
/** Beds from which on nobody is told that few are left. */
const few = 3;

/** Something to do with what its words need. */
type Told = Dated & {
  readonly zone: string;
  readonly href: string;
  readonly values: Readonly<Record<string, string>>;
  readonly order?: Order;
  readonly houseId?: HouseId;
  readonly isLate: boolean;
};

export function createOverviewLoader({ people, matters, viewings, favourites, showCards, named, news, threads, holds, searches, rents }: Parts) {
  function hrefOf({ kind, order }: OrderMatter, paths: Paths): string {
    const { code } = order;
    switch (kind) {
      case 'apply':
        return orderPath(paths, code);
      case 'guardian':
        return paths.to('order_guardian', { code });
      case 'sign':
        return signPath(paths, code);
      case 'pay':
      case 'rent':
        return isSuppliers(order) ? paths.to('order_supplier', { code }) : payPath(paths, code);
      case 'evidence':
        return evidencePath(paths, code);
      case 'deposit':
        return paths.to('order_deposit', { code });
      case 'proof':
        return paths.to('order_proof', { code });
      case 'check-in':
      case 'move-in':
        return orderPath(paths, code);
    }
  }

  const ofOrder = (matter: OrderMatter, late: ReadonlySet<string>, { paths, locale, intl, t }: View): Told => {
    const { kind, by, order, amount } = matter;
    const { home } = order;
    return {
      kind,
      by,
      zone: home.zone,
      order,
      houseId: order.houseId,
      href: hrefOf(matter, paths),
      values: {
        home: nameFor(home, locale),
        unit: unitTitle(home.unit, t).name,
        supplier: home.supplier,
        amount: amount ? formatMoney(amount, intl) : '',
        day: formatDate(order.from, intl),
      },
      isLate: kind === 'rent' && late.has(order.code),
    };
  };

  /** When something is to be done, in words: a day, or the moment where that is near. */
  function whenOf({ by, zone, kind }: Told, { t, now, intl, locale }: View): string {
    if (!by) return '';
    if (kind === 'viewing') return momentIn(by, readerZones[locale] ?? zone, intl);
    if (kind === 'move-in') return '';
    return isNear(by, now) && by > now
      ? t('overview.by', { when: momentIn(by, zone, intl) })
      : t('overview.by', { when: formatDate(dueDayOf({ dueAt: by }, zone), intl) });
  }

  function shown(told: Told, view: View): ShownMatter {
    const { t } = view;
    const title = t(matterTitles[told.kind], told.values);
    const when = whenOf(told, view);
    return {
      kind: told.kind,
      title,
      when,
      machine: told.by?.toISOString(),
      text: t(matterTexts[told.kind], told.values),
      href: told.href,
      button: t(matterButtons[told.kind]),
      isLate: told.isLate,
    };
  }

  function eyebrowOf({ by, zone, isLate, kind }: Told, { t, now }: View): string {
    if (isLate) return t('arrears.next_title');
    if (kind === 'move-in') return t('overview.quiet');
    if (!by) return t('overview.next');
    const days = daysTo(by, zone, now);
    return days < 0 ? t('overview.next') : days === 0 ? t('overview.next_today') : t('overview.next_days', { count: days });
  }

  function leadOf(todo: readonly Told[], view: View): string {
    const { t, intl } = view;
    const [first] = todo;
    if (!first) return t('overview.lead_none');
    const day = first.by && formatDate(dueDayOf({ dueAt: first.by }, first.zone), intl);
    if (first.isLate || day === undefined) return t('overview.lead_count', { count: todo.length });
    return t('overview.lead_by', { count: todo.length, day });
  }

  const pictureOf = (card: HouseCardFacts | undefined, { t }: View): ShownPicture | undefined =>
    card && { picture: card.picture, alt: coverAlt(t, card.name, card.photo), label: card.photo === undefined ? t('listings.drawing') : undefined };

  async function toldViewings(all: readonly Viewing[], view: View): Promise<readonly (Told & { readonly title: string; readonly words: string })[]> {
    const ahead = all
      .filter(({ state, slot, payUntil }) => (state === 'booked' && slot.startsAt > view.now) || (state === 'to_pay' && payUntil > view.now))
      .toSorted((a, b) => a.slot.startsAt.getTime() - b.slot.startsAt.getTime());
    return Promise.all(
      ahead.slice(0, most.others).map(async ({ houseId, code, state, slot, payUntil }) => {
        const house = await named(houseId, view);
        const zone = house?.city.timeZone ?? 'UTC';
        const title = house?.title ?? view.t('viewings.home_gone');
        return {
          kind: state === 'booked' ? ('viewing' as const) : ('viewing-pay' as const),
          by: state === 'booked' ? slot.startsAt : payUntil,
          zone,
          href: `${view.paths.to('viewing_pay')}?${new URLSearchParams({ code })}`,
          values: { home: title },
          houseId,
          isLate: false,
          title,
          words: house
            ? momentWords(slot.startsAt, { timeZone: zone, city: house.city.names[view.locale] }, view.locale, view.t)
            : momentIn(slot.startsAt, 'UTC', view.intl),
        };
      }),
    );
  }

  /** What became of a saved home. */
  function changeOf(card: HouseCardFacts | undefined, rentThen: Parameters<typeof rentChange>[0], { t, intl }: View): ShownSaved['change'] {
    if (!card) return { kind: 'gone', text: t('overview.saved_gone') };
    if (!card.offer) return { kind: 'gone', text: t('overview.saved_full') };
    const change = rentChange(rentThen, card.offer.price.weekly);
    if (change?.kind === 'lower') return { kind: 'lower', text: t('shortlist.lower', { amount: formatMoney(change.by, intl) }) };
    if (change?.kind === 'higher') return { kind: 'higher', text: t('shortlist.higher', { amount: formatMoney(change.by, intl) }) };
    if (card.stock > 0 && card.stock <= few) return { kind: 'few', text: t('overview.saved_few', { count: card.stock }) };
    return { kind: 'same', text: change ? t('shortlist.same') : '' };
  }

  return {
    /** Undefined when nobody is signed in. */
    async overview(view: View): Promise<Overview | undefined> {
      const userId = view.visitor?.session && asId<UserId>(view.visitor.session.userId);
      const user = userId === undefined ? undefined : await people.find(userId);
      if (userId === undefined || !user) return undefined;
      const { t, intl, locale, paths, now } = view;
      const [own, viewed, held, kept, told, asked, saved, rented] = await Promise.all([
        matters.of(userId, now),
        viewings.ofUser(userId).then((all) => toldViewings(all, view)),
        holds(view),
        favourites.favouritesOf(userId),
        news(view),
        threads(view),
        searches(view),
        rents(view),
      ]);
      const beds = held.map(
        (hold): Told => ({
          kind: 'hold',
          by: hold.until,
          zone: readerZones[locale] ?? 'UTC',
          href: hold.bookHref ?? paths.to('profile_activity'),
          values: { home: hold.house, unit: hold.unit },
          isLate: false,
        }),
      );
      const answered = asked
        .filter(({ state }) => state === 'waiting')
        .slice(0, 1)
        .map(
          ({ reference, title }): Told => ({
            kind: 'answer',
            by: undefined,
            zone: 'UTC',
            href: paths.to('own_enquiry', { reference }),
            values: { home: title },
            isLate: false,
          }),
        );
      const unreadAnswer = told?.rows.some(({ isRead, href }) => !isRead && answered.some((one) => one.href === href)) === true;
      const toPay = rented.flatMap(({ title, total, href, payUntil }): readonly Told[] =>
        payUntil ? [{ kind: 'payrent', by: payUntil, zone: readerZones[locale] ?? 'UTC', href, values: { home: title, amount: total }, isLate: false }] : [],
      );
      const ofOrders = own.matters.map((matter) => ofOrder(matter, own.late, view));
      const all: readonly Told[] = inOrder([...ofOrders, ...viewed, ...beds, ...toPay, ...(unreadAnswer ? answered : [])]);
      const [next] = all;
      const todo = all.filter(isToDo);
      const focus = focusOf(own.orders, next?.order);
      const first = kept.slice(0, most.saved);
      const cards = new Map(
        (await showCards([...new Set([...first.map(({ houseId }) => houseId), ...(next?.houseId === undefined ? [] : [next.houseId])])], view)).map((card) => [
          card.id,
          card,
        ]),
      );
      const missing = first.flatMap(({ houseId }) => (cards.has(houseId) ? [] : [houseId]));
      const names = missing.length > 0 ? await favourites.namesOf(missing) : undefined;
      const steps = focus && stepsOf(focus, await matters.timeline(focus), own.courseOf(focus));
      const course = focus && steps && { focus, steps, ...own.courseOf(focus) };
      const live = own.orders.filter(({ state, id }) => (keepsBed(state) || state === 'draft') && (id !== focus?.id || !steps));
      const rows = (told?.rows ?? []).map(({ title, text, href, isRead, machineAt }) => ({
        title,
        text,
        href,
        at: new Date(machineAt),
        isNew: !isRead,
        isThread: false,
      }));
      const open = asked
        .filter(({ reference }) => !rows.some(({ href }) => href === paths.to('own_enquiry', { reference })))
        .map(({ reference, title, state, lastAt }) => ({
          title: title || t('enquiries.thread_title', { reference }),
          text: t(threadStateLabels[state]),
          href: paths.to('own_enquiry', { reference }),
          at: lastAt,
          isNew: false,
          isThread: true,
        }));
      const messages = [...rows, ...open].toSorted((a, b) => b.at.getTime() - a.at.getTime()).slice(0, most.messages);
      const compared = first.flatMap(({ houseId }) => (cards.get(houseId)?.offer ? [houseId] : []));
      const viewing = viewed.find(({ kind }) => kind === 'viewing');
      return {
        called: user.nickname,
        isNew: own.orders.length + viewed.length + held.length + kept.length + messages.length + saved.length + rented.length === 0,
        lead: leadOf(todo, view),
        next: next && {
          ...shown(next, view),
          ...(next.kind === 'move-in' && next.order ? { text: sayNext(next.order.state, isSuppliers(next.order) ? next.order.home.supplier : '', t) } : {}),
          eyebrow: eyebrowOf(next, view),
          picture: next.houseId === undefined ? undefined : pictureOf(cards.get(next.houseId), view),
          askHref: next.order ? `${paths.to('intent_askform')}?${new URLSearchParams({ order: next.order.code })}` : undefined,
          isToDo: isToDo(next),
        },
        others: all.slice(1, 1 + most.others).map((one) => shown(one, view)),
        course: course && {
          code: course.focus.code,
          href: orderPath(paths, course.focus.code),
          steps: course.steps.map(({ step, state, on }) => ({
            label: t(stepLabels[step], { supplier: course.focus.home.supplier }),
            state,
            day: on === undefined ? '' : formatDate(on, intl),
          })),
          paid: formatMoney(course.paid, intl),
          whole: formatMoney(course.whole, intl),
          share: course.whole.minor > 0n ? Math.min(100, Number((course.paid.minor * 1_000n) / course.whole.minor) / 10) : 0,
          parts: course.parts.map(({ on, amount, isPaid }) => ({
            day: on === 'booking' ? t('overview.part_booking') : formatDate(on, intl),
            amount: formatMoney(amount, intl),
            isPaid,
          })),
        },
        bookings: live.slice(0, most.bookings).map((order) => ({
          href: order.state === 'draft' ? partPath(paths, order.code, 'list') : orderPath(paths, order.code),
          title: nameFor(order.home, locale),
          unit: unitTitle(order.home.unit, t),
          dates: order.to === undefined ? formatDate(order.from, intl) : `${formatDate(order.from, intl)} – ${formatDate(order.to, intl)}`,
          state: t(stateLabels[order.state]),
          isLate: own.late.has(order.code),
        })),
        bookingsCount: own.orders.length,
        messages: messages.map(({ at, ...message }) => ({ ...message, day: formatDay(at, intl) })),
        unread: told?.unread ?? 0,
        saved: first.map(({ houseId, rentThen }) => {
          const card = cards.get(houseId);
          return {
            href: card?.href,
            name: card?.name ?? names?.get(houseId) ?? '',
            picture: pictureOf(card, view),
            rent: card?.offer ? localRentPer(t, card.offer.rent, intl) : '',
            change: changeOf(card, rentThen, view),
          };
        }),
        savedCount: kept.length,
        compareHref: compared.length > 1 ? `${paths.to('house_compare')}?ids=${compared.join(',')}` : undefined,
        viewing: viewing && { href: viewing.href, title: viewing.title, when: viewing.words, moreCount: viewed.length - 1 },
        holds: held.slice(0, most.holds).map(({ house, unit, dates, untilThere, bookHref }) => ({
          title: [house, unit].filter(Boolean).join(' · '),
          dates,
          until: untilThere,
          href: bookHref,
        })),
        searches: saved.slice(0, most.searches).map(({ name, href }) => ({ name, href })),
        rents: rented.slice(0, most.rents).map(({ title, total, state, href }) => ({ href, title, text: [total, state].filter(Boolean).join(' · ') })),
      };
    },
  };
}
