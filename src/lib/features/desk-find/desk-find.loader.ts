/** What the search of the desk shows. */
import { refusalOf } from '#lib/access.ts';
import type { Access } from '#lib/access.ts';
import { formatDay } from '#lib/dates/dates.ts';
import { nameFor } from '#lib/features/catalogue/local-texts.rules.ts';
import { stateLabels as threadStates } from '#lib/features/desk/threads.words.ts';
import { stateLabels as orderStates } from '#lib/features/orders/orders.words.ts';
import { asId, parseId } from '#lib/ids/ids.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import type { MessageKey } from '#lib/i18n/t.ts';
import type { Reader } from '#lib/reader.ts';
import type { Visitor } from '#lib/visitor.ts';
import type { DeskLook, FoundGroup } from './desk-look.service.ts';
import { findKinds, longestQuery } from './desk-find.schema.ts';
import type { FindKind } from './desk-find.schema.ts';

/** `lines`: what is said of it, in order of weight. */
export type ShownFind = { readonly href: string; readonly title: string; readonly lines: readonly string[] };

/** `more`: where the rest of the kind is, if there is any. */
export type ShownGroup = { readonly kind: FindKind; readonly label: MessageKey; readonly rows: readonly ShownFind[]; readonly more: string | undefined };

export type ShownFound = {
  readonly text: string;
  /** `none`: nothing was asked; else whether it could be looked for. */
  readonly outcome: 'none' | 'short' | 'too-many' | 'done';
  readonly groups: readonly ShownGroup[];
};

type PageReader = Pick<Reader, 'locale' | 'intl' | 't' | 'paths'> & { readonly visitor: Visitor | undefined; readonly query: URLSearchParams };

/** Who may open a kind, and what it is called. */
const kinds: Readonly<Record<FindKind, { readonly access: Access; readonly label: MessageKey }>> = {
  order: { access: 'staff-orders', label: 'orders.staff_orders' },
  person: { access: 'staff-people', label: 'staff.people' },
  thread: { access: 'staff-desk', label: 'desk.inbox' },
  house: { access: 'staff-homes', label: 'desk.homes' },
  supplier: { access: 'staff-money', label: 'staff.find_providers' },
};

/** Of each kind, and of one kind alone. */
const [ofEach, ofOne] = [6, 30] as const;

const joined = (...parts: readonly (string | undefined)[]): string => parts.filter((part) => part !== undefined && part !== '').join(' · ');

export type DeskFindLoader = ReturnType<typeof createDeskFindLoader>;

export function createDeskFindLoader(service: DeskLook) {
  function rowsOf(group: FoundGroup, { locale, intl, t, paths }: PageReader): readonly ShownFind[] {
    switch (group.kind) {
      case 'order':
        return group.found.map(({ code, who, home, state, at }) => ({
          href: paths.to('staff_order', { order: code }),
          title: who.name || code,
          lines: [joined(code, t(orderStates[state]), nameFor(home, locale), formatDay(at, intl)), joined(who.email, who.phone)],
        }));
      case 'person':
        return group.found.map(({ id, who, at }) => ({
          href: paths.to('staff_person', { person: String(id) }),
          title: who.name || who.email || who.phone || t('staff.person_title', { id: String(id) }),
          lines: [joined(who.email, who.phone), joined(t('staff.person_title', { id: String(id) }), formatDay(at, intl))],
        }));
      case 'thread':
        return group.found.map(({ id, reference, who, house, state, placeWords, at }) => ({
          href: paths.to('staff_thread', { thread: String(id) }),
          title: who.name || who.email || who.phone || reference,
          lines: [joined(reference, t(threadStates[state]), house ? nameFor(house, locale) : placeWords, formatDay(at, intl)), joined(who.email, who.phone)],
        }));
      case 'house':
        return group.found.map((house) => ({
          href: paths.to('staff_home', { house: String(house.id) }),
          title: nameFor(house, locale),
          lines: [joined(String(house.id), house.supplier), joined(house.address, house.postalCode ?? undefined)],
        }));
      case 'supplier':
        return group.found.map(({ id, name, email, homes }) => ({
          href: paths.to('staff_supplier', { supplier: String(id) }),
          title: name,
          lines: [joined(email, t('chrome.labelled', { label: t('desk.homes'), value: String(homes) }))],
        }));
    }
  }

  return {
    /** Undefined for nobody of the staff. Kinds that the member may not open are not looked for. */
    async found(reader: PageReader): Promise<ShownFound | undefined> {
      const { visitor, query, paths } = reader;
      const session = visitor?.staff;
      if (!session) return undefined;
      const text = (query.get('q') ?? '').slice(0, longestQuery).trim();
      if (text === '') return { text, outcome: 'none', groups: [] };
      const open = findKinds.filter((kind) => refusalOf(kinds[kind].access, session.standing) === undefined);
      const only = open.find((kind) => kind === query.get('kind'));
      const before = only === undefined ? undefined : parseId(query.get('before'));
      const outcome = await service.look({
        text,
        kinds: only === undefined ? open : [only],
        before,
        most: only === undefined ? ofEach : ofOne,
        staffId: asId<StaffId>(session.staffId),
      });
      if (!outcome.ok) return { text, outcome: outcome.reason, groups: [] };
      const moreOf = ({ kind, next }: FoundGroup): string | undefined =>
        next === undefined
          ? undefined
          : `${paths.to('staff_find')}?${new URLSearchParams({ q: text, kind, ...(only === undefined ? {} : { before: String(next) }) })}`;
      return {
        text,
        outcome: 'done',
        groups: outcome.value.map((group) => ({ kind: group.kind, label: kinds[group.kind].label, rows: rowsOf(group, reader), more: moreOf(group) })),
      };
    },
  };
}
