/** What people see of parts of their price that are late, and what staff see of everybody's. */
import { refusalOf } from '#lib/access.ts';
import { formatDate } from '#lib/dates/dates.ts';
import { momentIn } from '#lib/dates/reader-zones.ts';
import { asId } from '#lib/ids/ids.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import { formatMoney } from '#lib/money/money.ts';
import { nameFor } from '#lib/features/catalogue/local-texts.rules.ts';
import type { ApplicationAnswers } from './application-answers.service.ts';
import { arrangedFor, daysLate, dueDayOf } from './arrears.rules.ts';
import { arrearsPartPattern } from './arrears.schema.ts';
import type { Arrear, ArrearsDecision } from './arrears.schema.ts';
import type { ArrearsService } from './arrears.service.ts';
import { arrearsDecisionLabels, arrearsStepLabels } from './arrears.words.ts';
import { orderPath, payPath } from './order-pages.rules.ts';
import { userOf } from './order-shown.loader.ts';
import type { Showing, StoredOrder, View } from './order-shown.loader.ts';
import { isSuppliers } from './orders.rules.ts';
import type { OrdersService } from './orders.service.ts';

/** Parts on a page of staff. */
const pageLength = 30;

type Parts = Pick<Showing, 'shown' | 'ownOf'> & {
  readonly arrears: ArrearsService;
  readonly orders: Pick<OrdersService, 'own'>;
  readonly answering: Pick<ApplicationAnswers, 'open'>;
  readonly colleagues: () => Promise<readonly { readonly id: StaffId; readonly name: string }[]>;
};

/** Where a list goes on: after this part. @example cursorOf({ part: 'p12', dueAt: new Date(5) }) // '5-p12' */
const cursorOf = ({ part, dueAt }: Pick<Arrear, 'part' | 'dueAt'>): string => `${dueAt.getTime()}-${part}`;
function readCursor(text: string | null): Pick<Arrear, 'part' | 'dueAt'> | undefined {
  const [at = '', part = ''] = (text ?? '').split('-');
  return /^\d{1,15}$/.test(at) && arrearsPartPattern.test(part) ? { part, dueAt: new Date(Number(at)) } : undefined;
}

export function arrearsPages({ shown, ownOf, arrears, orders, answering, colleagues }: Parts) {
  const memberOf = ({ visitor }: View): StaffId | undefined => {
    const staff = visitor?.staff;
    return staff && refusalOf('staff-orders', staff.standing) === undefined ? asId<StaffId>(staff.staffId) : undefined;
  };
  const facts = (arrear: Arrear, { home: { zone } }: Pick<StoredOrder, 'home'>, { t, intl, now }: View) => ({
    amount: formatMoney(arrear.amount, intl),
    day: formatDate(dueDayOf(arrear, zone), intl),
    count: daysLate(arrear, zone, now),
    age: t('arrears.late', { count: daysLate(arrear, zone, now) }),
  });
  /** What is to be known of one at a glance. */
  function stateOf(arrear: Arrear, decisions: readonly ArrearsDecision[], { t }: View): string {
    if (arrear.isLookedFor) return t('arrears.is_looked_for');
    return arrangedFor(arrear, decisions) ? t('arrears.is_arranged') : '';
  }

  return {
    /** Parts of an order of somebody's that are late: how late, how to pay now, and whom to ask. */
    async late(view: View) {
      const order = await ownOf(view);
      if (!order) return [];
      const { t, paths } = view;
      const isTheirs = isSuppliers(order);
      const found = await Promise.all((await arrears.of(order, view.now)).map(async (arrear) => ({ arrear, arranged: await arrears.arrangedFor(arrear) })));
      return found.map(({ arrear, arranged }) => {
        const said = facts(arrear, order, view);
        return {
          arranged: arranged === undefined ? '' : t('arrears.own_arranged', { note: arranged }),
          says: t('arrears.own_late', said),
          isLookedFor: arrear.isLookedFor,
          pay: isTheirs
            ? { path: paths.to('order_supplier', { code: order.code }), label: t('orders.pay_supplier', { supplier: order.home.supplier }) }
            : { path: payPath(paths, order.code), label: t('orders.pay') },
          askPath: `${paths.to('intent_askform')}?${new URLSearchParams({ order: order.code })}`,
        };
      });
    },

    /** Parts of an order that staff look at, each with the way to what can be decided about it. */
    async lateOfOrder(view: View, order: Pick<StoredOrder, 'code' | 'home'>) {
      if (memberOf(view) === undefined) return [];
      return (await arrears.of(order, view.now)).map((arrear) => {
        const { amount, age } = facts(arrear, order, view);
        return { path: view.paths.to('staff_arrear', { part: arrear.part }), says: `${amount} · ${age}` };
      });
    },

    /** The same of all orders of who is signed in, each with the way to its order. */
    async allLate(view: View) {
      const userId = userOf(view.visitor);
      if (userId === undefined) return [];
      const found = await Promise.all(
        (await arrears.ofUser(userId, view.now)).map(async (arrear) => ({ arrear, order: await orders.own(userId, arrear.code) })),
      );
      return found.flatMap(({ arrear, order }) => {
        if (!order) return [];
        const said = facts(arrear, order, view);
        return [
          { code: order.code, path: orderPath(view.paths, order.code), says: view.t('arrears.next', { ...said, home: nameFor(order.home, view.locale) }) },
        ];
      });
    },

    /** Of everybody, the oldest first. */
    async arrears(view: View) {
      if (memberOf(view) === undefined) return undefined;
      const rows = await arrears.list(view.now, pageLength + 1, readCursor(view.query.get('after')));
      const listed = rows.slice(0, pageLength);
      const last = listed.at(-1);
      return {
        rows: await Promise.all(
          listed.map(async ({ order, arrear, decisions }) => ({
            ...(await shown(order, view)),
            ...facts(arrear, order, view),
            path: view.paths.to('staff_arrear', { part: arrear.part }),
            state: stateOf(arrear, decisions, view),
          })),
        ),
        next: rows.length > pageLength && last ? cursorOf(last.arrear) : undefined,
      };
    },

    async arrear(view: View) {
      const me = memberOf(view);
      const found = me && (await arrears.see(view.page.params['part'] ?? '', me, view.now));
      if (!found) return undefined;
      const { order, arrear, decisions, reminders, deeds } = found;
      const { t, intl } = view;
      const { zone, supplier } = order.home;
      const all = await colleagues();
      const said = facts(arrear, order, view);
      const whole = await shown(order, view);
      const line = (label: string, value: string): readonly string[] => (value === '' ? [] : [t('chrome.labelled', { label, value })]);
      const history = [
        ...decisions.map(({ deed, until, note, staffId, at }) => ({
          at,
          what: deed === 'more-time' && until !== undefined ? t('arrears.until_day', { day: formatDate(until, intl) }) : t(arrearsDecisionLabels[deed]),
          note,
          who: all.find(({ id }) => id === staffId)?.name ?? '',
        })),
        ...reminders.map(({ step, at }) => ({ at, what: t(arrearsStepLabels[step]), note: '', who: '' })),
      ].toSorted((a, b) => b.at.getTime() - a.at.getTime());
      return {
        ...whole,
        ...said,
        supplier,
        part: arrear.part,
        state: stateOf(arrear, decisions, view),
        deeds,
        history: history.map(({ at, ...entry }) => ({ ...entry, when: momentIn(at, zone, intl), machine: at.toISOString() })),
        /** What is read once more before the stay ends: which, whose, how much, and what comes of it. */
        about: [
          ...line(t('orders.code'), order.code),
          ...line(t('orders.full_name'), answering.open(order).answers['full_name'] ?? ''),
          ...line(t('orders.home'), [whole.title, whole.unit.name].filter(Boolean).join(' · ')),
          ...line(t('orders.dates'), whole.dates),
          ...line(t('arrears.amount'), `${said.amount} · ${said.age}`),
          t('arrears.deed_end_note'),
        ],
      };
    },
  };
}
