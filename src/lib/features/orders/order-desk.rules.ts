/** Decisions about the desk's lists of orders: what an address asks, and how much an order presses. Pure, browser-safe. */
import { dayMs } from '#lib/dates/dates.ts';
import { asId, parseId } from '#lib/ids/ids.ts';
import type { CityId, OrderId, StaffId, SupplierId } from '#lib/ids/ids.ts';
import type { LettingRule } from '#lib/features/quotes/letting-law.schema.ts';
import type { FormDefinition } from '#lib/forms/form.schema.ts';
import { seenFields, staffOrderFormFor } from './application-forms.schema.ts';
import type { StaffOrderAct } from './application-forms.schema.ts';
import { deskAges, deskLists, deskSpecials, deskWhose, statesOnList } from './order-desk.schema.ts';
import type { DeskCursor, DeskFilter, DeskList, DeskSpecial, DeskWhose } from './order-desk.schema.ts';
import { needsReason } from './orders.rules.ts';
import type { Order } from './orders.schema.ts';
import { staffActLabels } from './orders.words.ts';

/** What was asked for, as far as there is such a thing; empty where nothing was. */
export type DeskQuestion = {
  readonly tab: DeskList;
  /** A state of the tab, or one of the lists of their own. */
  readonly state: string;
  readonly whose: DeskWhose;
  /** Numbers of a city and of a provider. */
  readonly city: string;
  readonly provider: string;
  /** Days. */
  readonly age: string;
  /** Whole units. */
  readonly from: string;
  readonly to: string;
  /** Any part of a name, mailbox, number or home. */
  readonly q: string;
};

/** Letters that are looked for. */
export const mostTyped = 60;

const oneOf = <T extends string>(all: readonly T[], given: string | null): T | undefined => all.find((one) => one === given);
const wholeNumber = (given: string | null): string => /^\d{1,9}$/.exec((given ?? '').replaceAll(/[\s,]/g, ''))?.[0] ?? '';

/** @example readDesk(new URLSearchParams('tab=ended&from=500')).from // '500' */
export function readDesk(query: URLSearchParams): DeskQuestion {
  const state = query.get('state');
  const special = oneOf(deskSpecials, state);
  // An address of before named the state alone.
  const tab = special ? 'todo' : (oneOf(deskLists, query.get('tab')) ?? deskLists.find((list) => statesOnList[list].some((one) => one === state)) ?? 'todo');
  return {
    tab,
    state: special ?? oneOf(statesOnList[tab], state) ?? '',
    whose: oneOf(deskWhose, query.get('whose')) ?? 'anyone',
    city: String(parseId(query.get('city') ?? '') ?? ''),
    provider: String(parseId(query.get('provider') ?? '') ?? ''),
    age: String(deskAges.find((one) => String(one) === query.get('age')) ?? ''),
    from: wholeNumber(query.get('from')),
    to: wholeNumber(query.get('to')),
    q: (query.get('q') ?? '').trim().slice(0, mostTyped),
  };
}

export const specialOf = ({ state }: DeskQuestion): DeskSpecial | undefined => oneOf(deskSpecials, state);

/** @param ids of what the text was found in. */
export const deskFilter = ({ tab, state, whose, city, provider, age, from, to }: DeskQuestion, me: StaffId, now: Date, ids?: readonly number[]): DeskFilter => {
  const one = oneOf(statesOnList[tab], state);
  return {
    list: tab,
    states: one && [one],
    staff: whose === 'mine' ? me : whose === 'nobody' ? 'none' : undefined,
    cityId: parseId<CityId>(city),
    supplierId: parseId<SupplierId>(provider),
    movedBefore: age === '' ? undefined : new Date(now.getTime() - Number(age) * dayMs),
    least: from === '' ? undefined : Number(from),
    most: to === '' ? undefined : Number(to),
    ids,
  };
};

/** What of a question stands in an address: nothing that is as it usually is. @example deskQuery({ ...readDesk(new URLSearchParams()), city: '7' }) // 'city=7' */
export function deskQuery(question: DeskQuestion, after = ''): string {
  const usual = readDesk(new URLSearchParams());
  const given = Object.entries({ ...question, after }).filter(([name, value]) => value !== '' && value !== (usual as Readonly<Record<string, string>>)[name]);
  return new URLSearchParams(given).toString();
}

export function deskHref(path: string, question: DeskQuestion, after = ''): string {
  const query = deskQuery(question, after);
  return query === '' ? path : `${path}?${query}`;
}

/** The orders of a list as a file. @example deskCsvHref(readDesk(new URLSearchParams('city=7'))) // '/staff/orders.csv?tab=todo&city=7' */
export const deskCsvHref = (question: DeskQuestion): string =>
  `/staff/orders.csv?${new URLSearchParams({ tab: question.tab })}${deskQuery({ ...question, tab: 'todo' }).replace(/^(?=.)/, '&')}`;

/** Where a page of a list ended, as it stands in an address. @example deskCursorText({ at: new Date(1_000), id: 7 }) // '1000-7' */
export const deskCursorText = ({ at, id }: DeskCursor): string => `${at.getTime()}-${id}`;

/** @example readDeskCursor('1000-7')?.id // 7 */
export function readDeskCursor(text: string | null): DeskCursor | undefined {
  const [, at = '', id = ''] = /^(\d{1,14})-([1-9]\d{0,8})$/.exec(text ?? '') ?? [];
  return id === '' ? undefined : { at: new Date(Number(at)), id: asId<OrderId>(Number(id)) };
}

/** Hours before its deadline from which an order is for today. */
const soonHours = 24;
/** Days after which what was paid should be confirmed, and what goes back should be gone. */
const promisedDays = { paid: 2, refunding: 5 } as const;

/** When what an order waits for is due, where it is for us to keep; undefined where nothing is. */
export function dueOf({ state, deadline, movedAt }: Pick<Order, 'state' | 'deadline' | 'movedAt'>): Date | undefined {
  if (state === 'paid' || state === 'refunding') return new Date(movedAt.getTime() + promisedDays[state] * dayMs);
  return deadline;
}

/** How much an order presses. `late`: a promise is broken. `soon`: it is due within a day. */
export function pressOf(order: Pick<Order, 'state' | 'deadline' | 'movedAt'>, now: Date): 'late' | 'soon' | 'calm' {
  const due = dueOf(order);
  if (!due) return 'calm';
  if (due <= now) return 'late';
  return due.getTime() - now.getTime() <= soonHours * 3_600_000 ? 'soon' : 'calm';
}

/** Acts that a button does by itself: nobody is told, no money moves and nothing ends. */
export const pressedActs = ['take', 'give-back', 'review'] as const satisfies readonly StaffOrderAct[];

/** Of what can be done, what moves an order on, first what comes first; all of it harmless: nothing of it ends anything or sends money. */
const onward = ['review', 'supplier-refused', 'ask-provider', 'confirm', 'offer', 'keep-terms', 'provider-paper', 'check-in', 'ask-again'] as const;
/** What ends an order or sends money back: apart from the rest, and never first. */
const endings = ['decline', 'refund', 'give-all-back', 'cancel', 'end-early', 'claim-refuse'] as const;

/** @example actsInTurn(['offer', 'decline', 'review', 'note']) // { first: ['review', 'offer'], endings: ['decline'] } */
export const actsInTurn = (acts: readonly StaffOrderAct[]): { readonly first: readonly StaffOrderAct[]; readonly endings: readonly StaffOrderAct[] } => ({
  first: onward.filter((act) => acts.includes(act)),
  endings: endings.filter((act) => acts.includes(act)),
});

/** The form of one act alone, which somebody has chosen by a link: what it asks for and no choice of another. */
export function stepFormFor(act: StaffOrderAct, rules: readonly LettingRule[]): FormDefinition {
  const { fields, ...form } = staffOrderFormFor(rules);
  const asked: readonly string[] = [
    'code',
    'note',
    ...(act === 'offer' ? Object.values(seenFields) : []),
    ...(act === 'provider-paper' ? ['paper_name', 'paper_on'] : []),
    ...(act === 'hand-over' ? ['colleague'] : []),
  ];
  return {
    ...form,
    // Of an amount only the list of acts knows.
    submit: act === 'claim-give' ? form.submit : staffActLabels[act],
    fields: [
      { kind: 'hidden', name: 'act', label: 'staff.action', required: true, maxLength: 20 },
      ...fields
        .filter(({ name }) => asked.includes(name))
        .map((field) => (field.name === 'colleague' || (field.name === 'note' && needsReason(act)) ? { ...field, required: true as const } : field)),
    ],
  };
}

/** The middle of hours. @example middleOf([3, 1, 9]) // 3 */
export function middleOf(hours: readonly number[]): number | undefined {
  return hours.toSorted((a, b) => a - b)[Math.floor((hours.length - 1) / 2)];
}
