/** The first page of the desk: one read model of all that waits, as far as whoever asks may open it. */
import { refusalOf } from '#lib/access.ts';
import type { Access } from '#lib/access.ts';
import { addDays, dayEndIn, dayMs, formatAge, formatDate, todayIn } from '#lib/dates/dates.ts';
import { deskZone } from '#lib/dates/desk-zone.ts';
import { nameFor } from '#lib/features/catalogue/local-texts.rules.ts';
import type { HouseNames } from '#lib/features/catalogue/local-texts.rules.ts';
import { unitTitle } from '#lib/features/catalogue/unit-names.words.ts';
import type { FeedRun } from '#lib/features/feeds/feed-runs.schema.ts';
import { coverAlt } from '#lib/features/house/house-pictures.rules.ts';
import { providerLabels } from '#lib/features/payments/payments.words.ts';
import type { PictureSource } from '#lib/features/pictures/picture-source.rules.ts';
import { reasonWords } from '#lib/features/reports/reports.words.ts';
import type { ShowCards } from '#lib/features/shortlist/notices.schema.ts';
import { dateTimeFormat, listFormat, numberFormat } from '#lib/i18n/formats.ts';
import { asId } from '#lib/ids/ids.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import { isCurrency } from '#lib/money/currencies.ts';
import { formatMoney } from '#lib/money/money.ts';
import type { Paths } from '#lib/paths.ts';
import type { Reader } from '#lib/reader.ts';
import { routeOf } from '#lib/routes.ts';
import type { RouteName } from '#lib/routes.ts';
import type { Visitor } from '#lib/visitor.ts';
import type { TodayService } from './today.service.ts';
import { afterWorkingDays, greetingOf, inTurn, isLate, usedOf } from './today.rules.ts';
import { groupOf, mostCounted, promisedDays, shownRows, waitingGroups, waitingKinds } from './today.schema.ts';
import type { Waiting, WaitingGroup, WaitingKind } from './today.schema.ts';
import { countText, groupLabels, kindWords, spanText } from './today.words.ts';

type DeskView = Reader & { readonly visitor: Visitor | undefined };

type Parts = {
  readonly service: TodayService;
  readonly memberName: (id: StaffId) => Promise<string | undefined>;
  readonly showCards: ShowCards;
  /** Runs of feeds, the newest first. */
  readonly feedRuns: (most: number) => Promise<readonly FeedRun[]>;
};

/** One row: how long it has waited, how much of its promise is used (0 to 1), what it is, and where it is seen to. */
export type ShownWaiting = {
  readonly kind: WaitingKind;
  readonly group: WaitingGroup;
  readonly waited: string;
  readonly used: number | undefined;
  readonly isLate: boolean;
  readonly title: string;
  /** BCP 47 tag of the title, where it is somebody's own words. */
  readonly titleLang: string | undefined;
  readonly about: string;
  readonly href: string;
  readonly verb: string;
  /** Whether it is among the first of all, and among the first of its group. */
  readonly isFirst: boolean;
};

export type ShownFigure = { readonly value: string; readonly label: string; readonly small: string; readonly href: string };

export type ShownFeed = {
  readonly name: string;
  readonly href: string;
  readonly text: string;
  readonly isBad: boolean;
  /** Paths of bars on 96 by 28: read whole or in part, and failed. */
  readonly read: string;
  readonly failed: string;
  readonly alt: string;
};

/** Orders looked at for who moves in, and runs of feeds for the last day. */
const [mostMovingIn, mostRuns, shownMovingIn, shownFeeds, shownFigures] = [40, 200, 8, 4, 4] as const;
const minuteMs = 60_000;

const greetings = { morning: 'today.morning', afternoon: 'today.afternoon', evening: 'today.evening' } as const;

export type TodayLoader = ReturnType<typeof createTodayLoader>;
export type ShownToday = NonNullable<Awaited<ReturnType<TodayLoader['today']>>>;

export function createTodayLoader({ service, memberName, showCards, feedRuns }: Parts) {
  const listHref = (kind: WaitingKind, paths: Paths): string => {
    const { list, asked } = kindWords[kind];
    const path = paths.ofPage({ name: list, params: {} });
    return asked ? `${path}?${new URLSearchParams(asked)}` : path;
  };

  function pageOf({ kind, key, what }: Waiting, paths: Paths): string {
    switch (kind) {
      case 'question':
        return paths.to('staff_thread', { thread: key });
      case 'resume':
        return paths.to('staff_resume', { resume: key });
      case 'feedback':
        return paths.to('staff_feedback_entry', { entry: key });
      case 'answer':
        return paths.to('staff_answer', { answer: key });
      case 'order':
      case 'confirm':
        return paths.to('staff_order', { order: key });
      case 'viewing':
        return paths.to('staff_viewing', { viewing: key });
      case 'held':
      case 'transfer':
      case 'dispute':
        return paths.to('staff_payment', { payment: key });
      case 'refund':
        return what === 'waiting' ? paths.to('staff_refund', { refund: key }) : listHref(kind, paths);
      case 'deposit':
        return paths.to('staff_deposit', { order: key });
      case 'arrears':
        return paths.to('staff_arrear', { part: key });
      case 'rent':
        return paths.to('staff_rent', { rent: key });
      case 'bank':
        return paths.to('staff_bank_line', { line: key });
      case 'review':
      case 'reply':
        return paths.to('staff_review', { review: key });
      case 'report':
        return paths.to('staff_report', { report: key });
      case 'feed':
        return paths.to('staff_feed', { feed: key });
      case 'claim':
        return paths.to('staff_claim', { claim: key });
      case 'stock':
        return listHref(kind, paths);
    }
  }

  const sum = (minor: bigint | undefined, currency: string | undefined, intl: string): string =>
    minor !== undefined && currency !== undefined && isCurrency(currency) ? formatMoney({ minor: minor < 0n ? -minor : minor, currency }, intl) : '';

  /** A moment of the desk: the time alone today, with its day otherwise. */
  function momentOf(at: Date, view: DeskView): string {
    const timeZone = deskZone(view);
    const time = dateTimeFormat(view.intl, { timeStyle: 'short', timeZone }).format(at);
    const day = todayIn(timeZone, at);
    return day === todayIn(timeZone, view.now) ? time : `${time}, ${formatDate(day, view.intl)}`;
  }

  function shown(one: Waiting, view: DeskView): Omit<ShownWaiting, 'isFirst'> {
    const { t, intl, locale, paths, now } = view;
    const words = kindWords[one.kind];
    const name = one.named ? nameFor(one.named as HouseNames, locale) : '';
    const values = {
      home: name,
      name,
      code: one.what,
      amount: sum(one.minor, one.currency, intl),
      reason: one.kind === 'report' ? t(reasonWords[one.what as keyof typeof reasonWords] ?? 'reports.other') : '',
    };
    const key =
      one.kind === 'question' && name === ''
        ? 'today.question_no_home'
        : one.kind === 'refund' && one.what === 'by-hand'
          ? 'today.refund_by_hand'
          : one.kind === 'feed' && one.what === 'part'
            ? 'today.feed_part'
            : words.title;
    const sentence = t(key, values);
    // What somebody asked says more than that they asked.
    const says = one.kind === 'question' && one.text !== '';
    const promise = one.due && t(isLate(one, now) ? 'today.promised_was' : 'today.promised', { until: momentOf(one.due, view) });
    const unit = (one.kind === 'order' || one.kind === 'confirm') && one.text !== '' ? unitTitle(one.text, t).name : '';
    const about = [says ? sentence : '', unit, one.kind === 'order' || one.kind === 'confirm' || one.kind === 'arrears' ? one.what : '', promise ?? ''];
    return {
      kind: one.kind,
      group: groupOf[one.kind],
      waited: spanText((now.getTime() - one.since.getTime()) / minuteMs, intl),
      used: usedOf(one, now),
      isLate: isLate(one, now),
      title: says ? one.text : sentence,
      titleLang: says ? one.language || undefined : undefined,
      about: about.filter(Boolean).join(' · '),
      href: pageOf(one, paths),
      verb: t(words.verb),
    };
  }

  async function figures(view: DeskView, may: (access: Access) => boolean): Promise<readonly ShownFigure[]> {
    const { t, intl, paths, now } = view;
    const zone = deskZone(view);
    const began = dayEndIn(addDays(todayIn(zone, now), -1), zone);
    const [weekBegan, weekNow] = [new Date(began.getTime() - 7 * dayMs), new Date(now.getTime() - 7 * dayMs)];
    const number = (count: number): string => numberFormat(intl).format(count);
    const all: Promise<ShownFigure | undefined>[] = [];
    if (may('staff-desk'))
      all.push(
        service.firstAnswers(began, now).then(({ count, middle }) =>
          count === 0
            ? undefined
            : {
                value: spanText(middle, intl),
                label: t('today.first_answer'),
                small: t('today.first_answer_of', { count }),
                href: paths.to('staff_figures'),
              },
        ),
      );
    if (may('staff-orders')) {
      const counted = async (event: 'confirm' | 'submit', label: string, state: string): Promise<ShownFigure> => {
        const [count, before] = await Promise.all([service.orderEvents(event, began, now), service.orderEvents(event, weekBegan, weekNow)]);
        const href = `${paths.to('staff_orders')}?${new URLSearchParams({ state })}`;
        return { value: number(count), label, small: t('today.than_last_week', { count: before }), href };
      };
      all.push(counted('confirm', t('today.confirmed'), 'confirmed'), counted('submit', t('today.submitted'), 'submitted'));
    }
    if (may('staff-money'))
      all.push(
        service.cameIn(began, now).then((sums) => ({
          value: number(sums.reduce((count, one) => count + one.count, 0)),
          label: t('today.came_in'),
          small: listFormat(intl).format(sums.slice(0, 3).map(({ minor, currency }) => sum(minor, currency, intl))),
          href: `${paths.to('staff_payments')}?tab=all`,
        })),
      );
    if (may('staff-homes'))
      all.push(
        service.feedChanges(began).then(({ runs, changed }) => ({
          value: number(changed),
          label: t('today.homes_changed'),
          small: t('today.feeds_read', { count: runs }),
          href: paths.to('staff_feeds'),
        })),
      );
    return (await Promise.all(all)).flatMap((one) => one ?? []).slice(0, shownFigures);
  }

  async function movingIn(view: DeskView) {
    const { t, intl, locale, paths, now } = view;
    // A day of a home can be the one before ours.
    const found = (await service.movingIn(addDays(todayIn('UTC', now), -1), mostMovingIn)).filter(({ on, zone }) => on >= todayIn(zone, now));
    const isToday = ({ on, zone }: (typeof found)[number]): boolean => on === todayIn(zone, now);
    const today = found.filter(isToday);
    const [next] = found;
    const rows = today.length > 0 ? today : found.filter(({ on }) => on === next?.on);
    return {
      title: today.length > 0 || !next ? t('today.moving_in') : t('today.moving_in_next', { day: formatDate(next.on, intl) }),
      count: rows.length === 0 ? '' : t('today.moving_in_paid', { paid: rows.filter(({ owes }) => !owes).length, all: countText(rows.length, intl) }),
      rows: rows.slice(0, shownMovingIn).map(({ code, named, unit, isHere, owes }) => ({
        href: paths.to('staff_order', { order: code }),
        title: nameFor(named as HouseNames, locale),
        about: [unitTitle(unit, t).name, code].join(' · '),
        state: t(owes ? 'today.owes' : isHere ? 'today.moved_in' : 'today.paid_up'),
        tone: owes ? ('late' as const) : isHere ? ('quiet' as const) : ('good' as const),
      })),
    };
  }

  async function feeds(view: DeskView): Promise<readonly ShownFeed[]> {
    const { t, intl, paths, now } = view;
    const since = now.getTime() - dayMs;
    const runs = (await feedRuns(mostRuns)).filter(({ beganAt }) => beganAt.getTime() >= since);
    const bySupplier = new Map<string, FeedRun[]>();
    for (const run of runs) bySupplier.set(String(run.supplier.id), [...(bySupplier.get(String(run.supplier.id)) ?? []), run]);
    const changedOf = ({ counts }: FeedRun): number => counts.added + counts.changed + counts.closed;
    const isBad = ({ state }: FeedRun): boolean => state === 'failed' || state === 'part';
    const all = [...bySupplier.values()].flatMap((own): readonly (ShownFeed & { readonly rank: number })[] => {
      const [last] = own;
      if (!last) return [];
      const most = Math.max(1, ...own.map(changedOf));
      const bar = (run: FeedRun): string => {
        const x = 2 + Math.round(((run.beganAt.getTime() - since) / dayMs) * 92);
        const height = run.state === 'failed' ? 22 : 4 + Math.round((changedOf(run) / most) * 18);
        return `M${x} 27v-${height}`;
      };
      const failed = own.filter(({ state }) => state === 'failed');
      const read = own.filter(({ state }) => state !== 'failed');
      const values = { age: formatAge(last.beganAt, now, intl), changed: changedOf(last), same: last.counts.unchanged };
      const text = { running: 'today.feed_running', whole: 'today.feed_runs', part: 'today.feed_in_part', failed: 'today.feed_failed' } as const;
      return [
        {
          name: last.supplier.name,
          href: paths.to('staff_feed', { feed: String(last.id) }),
          text: t(text[last.state], values),
          isBad: isBad(last),
          read: read.map(bar).join(''),
          failed: failed.map(bar).join(''),
          alt: t('today.bars', { read: read.length, failed: failed.length }),
          rank: isBad(last) ? 0 : 1,
        },
      ];
    });
    return all.toSorted((a, b) => a.rank - b.rank).slice(0, shownFeeds);
  }

  async function comparison(view: DeskView) {
    const { t, intl, paths } = view;
    const days = await service.comparedDays();
    const latest = days.toSorted((a, b) => b.at.getTime() - a.at.getTime())[0];
    const label = (provider: string): string => (provider in providerLabels ? t(providerLabels[provider as keyof typeof providerLabels]) : provider);
    const wrong = days.find(({ differences }) => differences !== undefined && differences > 0);
    const sums = latest ? await service.heldAt(latest.at) : [];
    return {
      held: latest && {
        sums: sums.slice(0, 4).map(({ minor, currency }) => sum(minor, currency, intl)),
        text: t('today.held_sum', { provider: label(latest.provider), when: momentOf(latest.at, view) }),
      },
      differs: wrong && {
        eyebrow: t('today.differs', { provider: label(wrong.provider) }),
        title: t('today.differs_title', { day: formatDate(wrong.on, intl), count: wrong.differences ?? 0 }),
        href: `${paths.to('staff_reconciliation')}?${new URLSearchParams({ provider: wrong.provider, from: wrong.on, to: wrong.on })}`,
      },
    };
  }

  return {
    /** Undefined where nobody of the staff asks. */
    async today(view: DeskView) {
      const session = view.visitor?.staff;
      const name = session && (await memberName(asId<StaffId>(session.staffId)));
      if (!session || name === undefined) return undefined;
      const { t, intl, paths, now } = view;
      const may = (access: Access): boolean => refusalOf(access, session.standing) === undefined;
      const mayOpen = (route: RouteName): boolean => may(routeOf(route).access);
      const kinds = waitingKinds.filter((kind) => mayOpen(kindWords[kind].list));
      const [{ rows, counts }, shownOf, arriving, runs, money] = await Promise.all([
        service.waiting(kinds, now),
        figures(view, may),
        may('staff-orders') ? movingIn(view) : undefined,
        may('staff-homes') ? feeds(view) : undefined,
        may('staff-money') ? comparison(view) : undefined,
      ]);
      const dated = rows.map((row): Waiting => {
        const days = (promisedDays as Partial<Record<WaitingKind, number>>)[row.kind];
        return days === undefined ? row : { ...row, due: afterWorkingDays(row.since, days) };
      });
      const waiting = inTurn(dated, now);
      const first = new Set(waiting.slice(0, shownRows));
      const taken = new Map<WaitingGroup, number>();
      const list = waiting.flatMap((one): readonly ShownWaiting[] => {
        const group = groupOf[one.kind];
        const place = (taken.get(group) ?? 0) + 1;
        taken.set(group, place);
        return place > shownRows && !first.has(one) ? [] : [{ ...shown(one, view), isFirst: first.has(one) }];
      });
      const sumOf = (of: readonly (typeof counts)[number][]): { readonly text: string; readonly count: number } => {
        const count = of.reduce((all, one) => all + one.all, 0);
        const isOpen = of.some((one) => one.all >= mostCounted);
        return { count, text: isOpen ? `${numberFormat(intl).format(count - 1)}+` : numberFormat(intl).format(count) };
      };
      const late = counts.reduce((all, one) => all + one.late, 0);
      const [top] = waiting;
      const soonest = dated.filter(({ due }) => due !== undefined).toSorted((a, b) => (a.due?.getTime() ?? 0) - (b.due?.getTime() ?? 0))[0];
      const isTopLate = top !== undefined && isLate(top, now);
      const lead = isTopLate ? top : (soonest ?? top);
      const card = lead?.houseId === undefined ? undefined : (await showCards([lead.houseId], view))[0];
      const picture: { readonly picture: PictureSource; readonly alt: string; readonly label: string | undefined } | undefined = card && {
        picture: card.picture,
        alt: coverAlt(t, card.name, card.photo),
        label: card.photo === undefined ? t('listings.drawing') : undefined,
      };
      const zone = deskZone(view);
      const hour = Number(dateTimeFormat('en-GB', { hour: 'numeric', hourCycle: 'h23', timeZone: zone }).format(now));
      const all = sumOf(counts);
      return {
        name,
        hello: t(greetings[greetingOf(hour)], { name }),
        when: t('today.at', {
          day: dateTimeFormat(intl, { weekday: 'long', day: 'numeric', month: 'long', timeZone: zone }).format(now),
          time: dateTimeFormat(intl, { timeStyle: 'short', timeZone: zone }).format(now),
        }),
        counts: all.count === 0 ? t('today.counts_none') : t('today.counts', { all: all.text, late: countText(late, intl) }),
        lead: lead && {
          ...shown(lead, view),
          isLate: isTopLate,
          eyebrow:
            isTopLate && lead.due
              ? t('today.late_by', { time: spanText((now.getTime() - lead.due.getTime()) / minuteMs, intl) })
              : lead.due
                ? t('today.next_by', { until: momentOf(lead.due, view) })
                : t('today.next_any', { time: spanText((now.getTime() - lead.since.getTime()) / minuteMs, intl) }),
          picture,
        },
        figures: shownOf,
        list,
        all,
        groups: waitingGroups.flatMap((group) => {
          const own = counts.filter(({ kind }) => groupOf[kind] === group);
          const { count, text } = sumOf(own);
          return count === 0 ? [] : [{ group, label: t(groupLabels[group]), count: text }];
        }),
        arriving,
        feeds: runs,
        money: money && {
          ...money,
          rows: counts
            .filter(({ kind, all: count }) => groupOf[kind] === 'money' && count > 0)
            .map((one) => ({ label: t(kindWords[one.kind].many), count: countText(one.all, intl), isLate: one.late > 0, href: listHref(one.kind, paths) })),
        },
        /** Counts by page of the desk, for its list of pages. */
        rooms: Object.fromEntries(
          kinds.flatMap((kind) => {
            const own = counts.filter((one) => kindWords[one.kind].list === kindWords[kind].list);
            const { count, text } = sumOf(own);
            return count === 0 ? [] : [[kindWords[kind].list, text]];
          }),
        ) as Readonly<Partial<Record<RouteName, string>>>,
      };
    },
  };
}
