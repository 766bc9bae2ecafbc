/** The desk's lists of orders, as their own page and the page of one order show them. */
import { dueText } from '#lib/features/desk/threads.rules.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { brokenRules, sayRules } from '#lib/features/quotes/quote.words.ts';
import { formatAge, formatDay } from '#lib/dates/dates.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import { formatMoney } from '#lib/money/money.ts';
import type { ApplicationAnswers } from './application-answers.service.ts';
import { deskCsvHref, deskCursorText, deskFilter, deskQuery, dueOf, pressOf, readDesk, readDeskCursor, specialOf } from './order-desk.rules.ts';
import type { DeskQuestion } from './order-desk.rules.ts';
import { deskLists, deskSpecials, mostCounted, statesOnList } from './order-desk.schema.ts';
import type { DeskList } from './order-desk.schema.ts';
import { deskListLabels, deskSpecialLabels, sayWhy } from './order-desk.words.ts';
import { stateLabels } from './orders.words.ts';
import type { OrderDeskService } from './order-desk.service.ts';
import type { Showing, StoredOrder, View } from './order-shown.loader.ts';
import { wholeOf } from './orders.rules.ts';

/** Orders on a page of staff. */
const pageLength = 30;

export type Colleague = { readonly id: StaffId; readonly name: string };

export type DeskRow = {
  readonly code: string;
  readonly href: string;
  /** Who applies; their order's number where the account is gone. */
  readonly name: string;
  readonly home: string;
  readonly sum: string;
  readonly due: string;
  readonly why: string;
  readonly press: 'late' | 'soon' | 'calm';
  readonly takenBy: string;
  /** Rules of the place that the quote breaks, in words; empty where none. */
  readonly breaks: string;
};

export type ShownDesk = {
  readonly question: DeskQuestion;
  readonly tabs: readonly { readonly list: DeskList; readonly label: string; readonly count: string; readonly question: DeskQuestion }[];
  readonly rows: readonly DeskRow[];
  readonly next: string | undefined;
  readonly cities: readonly { readonly value: string; readonly label: string }[];
  readonly providers: readonly { readonly value: string; readonly label: string }[];
  readonly states: readonly { readonly value: string; readonly label: string; readonly count?: number }[];
  readonly csv: string | undefined;
};

type Parts = Pick<Showing, 'shown'> & {
  readonly answering: Pick<ApplicationAnswers, 'namesOf'>;
  readonly desk: Pick<OrderDeskService, 'find' | 'page' | 'counts' | 'cities' | 'providers' | 'withOpenClaim' | 'openClaims' | 'withUnheard' | 'countUnheard'>;
  readonly colleagues: () => Promise<readonly Colleague[]>;
  readonly geo: Pick<GeoIndex, 'cityById'>;
};

export function orderDeskLists({ shown, answering, desk, colleagues, geo }: Parts) {
  /** Somebody's name as they write it. */
  const nameOf = (order: StoredOrder): string => answering.namesOf(order).at(-1) ?? '';

  async function pageOf(question: DeskQuestion, view: View, me: StaffId, ids: readonly number[] | undefined) {
    const after = view.query.get('after');
    const special = specialOf(question);
    // The lists of their own are kept in the order in which they came.
    const afterId = parseId(after) ?? 0;
    if (special === 'claims') return desk.withOpenClaim(afterId, pageLength + 1);
    if (special === 'unsigned') return desk.withUnheard(view.now, afterId, pageLength + 1);
    return desk.page(deskFilter(question, me, view.now, ids), readDeskCursor(after), pageLength + 1);
  }

  async function rowOf(order: StoredOrder, question: DeskQuestion, names: ReadonlyMap<StaffId, string>, view: View): Promise<DeskRow> {
    const { t, intl, now, paths, query } = view;
    const { title, unit } = await shown(order, view);
    const due = question.tab === 'todo' || question.tab === 'waiting' ? dueOf(order) : undefined;
    const asked = deskQuery(question, query.get('after') ?? '');
    return {
      code: order.code,
      href: `${paths.to('staff_order', { order: order.code })}${asked === '' ? '' : `?${asked}`}`,
      name: nameOf(order) || order.code,
      home: [unit.name, title].filter(Boolean).join(', '),
      sum: formatMoney(wholeOf(order.quote), intl),
      // Its colour and the reason below it say that it is late.
      due: due ? (due < now ? formatAge(due, now, intl) : dueText(t, due, now, intl)) : formatDay(order.movedAt, intl),
      why: sayWhy(order, view),
      press: question.tab === 'ended' ? 'calm' : pressOf(order, now),
      takenBy: order.staffId === undefined ? '' : (names.get(order.staffId) ?? ''),
      breaks: sayRules(brokenRules(order.quote), view),
    };
  }

  return {
    nameOf,
    /** @param usual the list where the address names none: that of the order which is looked at. */
    async deskList(view: View, me: StaffId, usual?: DeskList): Promise<ShownDesk> {
      const { t, locale, now } = view;
      const asked = new URLSearchParams(view.query);
      if (usual && !asked.has('tab') && !asked.has('state')) asked.set('tab', usual);
      const question = readDesk(asked);
      // Counts are of what the filters leave, whatever the state and the age.
      const ids = question.q === '' ? undefined : await desk.find(question.q);
      const others = { ...question, state: '', age: '' };
      const [rows, counts, cityIds, providers, claims, unsigned, all] = await Promise.all([
        pageOf(question, view, me, ids),
        desk.counts((list) => deskFilter({ ...others, tab: list }, me, now, ids)),
        desk.cities(question.tab),
        desk.providers(question.tab),
        desk.openClaims(),
        desk.countUnheard(now),
        colleagues(),
      ]);
      const names = new Map(all.map(({ id, name }) => [id, name]));
      const listed = rows.slice(0, pageLength);
      const last = rows.length > pageLength ? listed.at(-1) : undefined;
      const special = specialOf(question);
      const number = new Intl.NumberFormat(localeFacts[locale].intl);
      return {
        question,
        tabs: deskLists.map((list) => ({
          list,
          label: t(deskListLabels[list]),
          count: counts[list] < mostCounted ? number.format(counts[list]) : `${number.format(mostCounted)}+`,
          question: { ...others, tab: list },
        })),
        rows: await Promise.all(listed.map((order) => rowOf(order, question, names, view))),
        next: last && (special ? String(last.id) : deskCursorText({ at: last.movedAt, id: last.id })),
        cities: cityIds
          .flatMap((id) => {
            const city = geo.cityById(id);
            return city ? [{ value: String(id), label: city.names[locale] }] : [];
          })
          .toSorted((a, b) => a.label.localeCompare(b.label, localeFacts[locale].intl)),
        providers: providers.map(({ id, name }) => ({ value: String(id), label: name })),
        states: [
          ...statesOnList[question.tab].map((state) => ({ value: state, label: t(stateLabels[state]) })),
          ...(question.tab === 'todo' ? deskSpecials.map((one) => ({ value: one, label: t(deskSpecialLabels[one]), count: { claims, unsigned }[one] })) : []),
        ],
        csv: special ? undefined : deskCsvHref(question),
      };
    },
  };
}
