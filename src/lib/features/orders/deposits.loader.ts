/** What people see of their deposit once their stay is over, and what staff see of everybody's. */
import { refusalOf } from '#lib/access.ts';
import { formatDate, todayIn } from '#lib/dates/dates.ts';
import { momentIn } from '#lib/dates/reader-zones.ts';
import { asId } from '#lib/ids/ids.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import { formatMoney } from '#lib/money/money.ts';
import { supplierLinkPath } from '#lib/features/supplier-links/supplier-links.rules.ts';
import { sayLink } from '#lib/features/supplier-links/supplier-links.words.ts';
import type { ApplicationAnswers } from './application-answers.service.ts';
import { nextDeposit } from './deposits.process.rules.ts';
import { backOf, givingsFor, isOverdue, keptOf, proposalsFor, standing, supplierCanSay } from './deposits.rules.ts';
import { askDeed } from './deposits.schema.ts';
import type { Deduction, DepositReturn, Proposal } from './deposits.schema.ts';
import type { DepositsService } from './deposits.service.ts';
import { depositStateLabels, proposalLabels, sayDeadline, sayDeduction } from './deposits.words.ts';
import { orderPath } from './order-pages.rules.ts';
import type { Showing, StoredOrder, View } from './order-shown.loader.ts';

/** Deposits on a page of staff. */
const pageLength = 30;
/** Entries of what was written down of a home that can be named. */
const mostEntries = 80;

type Parts = Pick<Showing, 'shown' | 'ownOf'> & {
  readonly deposits: DepositsService;
  readonly answering: Pick<ApplicationAnswers, 'open'>;
  readonly colleagues: () => Promise<readonly { readonly id: StaffId; readonly name: string }[]>;
};
type Found = { readonly deposit: DepositReturn; readonly proposals: readonly Proposal[] };

const ownLabels = {
  open: 'deposits.own_open',
  proposed: 'deposits.own_proposed',
  disputed: 'deposits.own_disputed',
  agreed: 'deposits.own_agreed',
  sending: 'deposits.own_sending',
  done: 'deposits.own_done',
} as const;

/** Where a list goes on: after this day and order. */
function readCursor(text: string | null): { readonly dueOn: string; readonly id: number } | undefined {
  const [, dueOn, id] = /^(\d{4}-\d{2}-\d{2})-(\d{1,9})$/.exec(text ?? '') ?? [];
  return dueOn === undefined ? undefined : { dueOn, id: Number(id) };
}

export function depositPages({ shown, ownOf, deposits, answering, colleagues }: Parts) {
  const memberOf = ({ visitor }: View): StaffId | undefined => {
    const staff = visitor?.staff;
    return staff && refusalOf('staff-money', staff.standing) === undefined ? asId<StaffId>(staff.staffId) : undefined;
  };
  const sums = ({ deposit, proposals }: Found, { intl }: Pick<View, 'intl'>) => {
    const deductions = standing(proposals, deposit)?.deductions ?? [];
    return {
      deposit: formatMoney(deposit.deposit, intl),
      kept: formatMoney(keptOf(deposit.deposit, deductions), intl),
      back: formatMoney(backOf(deposit.deposit, deductions), intl),
    };
  };
  const saidDeductions = (deductions: readonly Deduction[], view: View) =>
    deductions.map((one) => ({
      says: sayDeduction(one, view),
      note: one.note,
      entry: one.evidence === undefined ? '' : view.t('deposits.evidence_entry', { number: one.evidence }),
    }));
  const line = (label: string, value: string, { t }: View): readonly string[] => (value === '' ? [] : [t('chrome.labelled', { label, value })]);
  const aboutOf = (order: StoredOrder, whole: Awaited<ReturnType<Showing['shown']>>, found: Found, view: View): readonly string[] => {
    const { t } = view;
    const said = sums(found, view);
    return [
      ...line(t('orders.code'), order.code, view),
      ...line(t('orders.full_name'), answering.open(order).answers['full_name'] ?? '', view),
      ...line(t('orders.home'), [whole.title, whole.unit.name].filter(Boolean).join(' · '), view),
      ...line(t('deposits.title'), said.deposit, view),
    ];
  };

  const entriesOf = async (order: StoredOrder, { t }: Pick<View, 't'>) =>
    Array.from({ length: await deposits.entriesOf(order, mostEntries) }, (_, at) => ({
      value: String(at + 1),
      label: t('deposits.evidence_entry', { number: at + 1 }),
    }));

  return {
    /** What a link of a provider opens: the deposit, what was said of it, and nothing else of the order; undefined for one that opens nothing. */
    async supplierDeposit(view: View) {
      const key = view.query.get('key') ?? '';
      const found = await deposits.opened(key, view.now);
      if (!found) return undefined;
      const { t } = view;
      const { order, deposit, proposals, canSay } = found;
      const said = sums(found, view);
      const current = standing(proposals, deposit);
      const whole = await shown(order, view);
      const facts = [
        { label: t('orders.home'), value: [whole.title, whole.unit.name].filter(Boolean).join(' · ') },
        { label: t('orders.contract_student'), value: answering.open(order).answers['full_name'] ?? '' },
        { label: t('orders.dates'), value: whole.dates },
        { label: t('orders.code'), value: order.code },
        { label: t('deposits.title'), value: said.deposit },
        ...(current ? [{ label: t('deposits.kept'), value: said.kept }] : []),
      ].filter(({ value }) => value !== '');
      return {
        path: supplierLinkPath(view.paths, 'deposit', key),
        supplier: order.home.supplier,
        facts,
        deadline: sayDeadline(deposit, view),
        deductions: saidDeductions(current?.deductions ?? [], view),
        note: current?.note ?? '',
        // Why the one who paid does not agree is what the provider answers.
        disputed: deposit.state === 'disputed' ? current?.answer?.note : undefined,
        canSay,
        entries: await entriesOf(order, view),
        values: { key, proposal: deposit.proposalId === undefined ? '' : String(deposit.proposalId) },
      };
    },

    /** The deposit of an order of somebody's: what goes back, by when, and whether they are asked. Undefined while the stay is not over. */
    async ownDeposit(view: View) {
      const order = await ownOf(view);
      const found = order && (await deposits.of(order));
      if (!order || !found) return undefined;
      const { t, intl, paths } = view;
      const { deposit, proposals } = found;
      const said = sums(found, view);
      const current = standing(proposals, deposit);
      return {
        ...(await shown(order, view)),
        says: t(ownLabels[deposit.state], { ...said, day: deposit.givenOn === undefined ? '' : formatDate(deposit.givenOn, intl) }),
        deadline: sayDeadline(deposit, view),
        isOverdue: isOverdue(deposit, todayIn(order.home.zone, view.now)),
        deductions: saidDeductions(current?.deductions ?? [], view),
        note: current?.note ?? '',
        evidencePath: current?.deductions.some(({ evidence }) => evidence !== undefined)
          ? paths.to('profile_evidence') + `?${new URLSearchParams({ orderCode: order.code })}`
          : undefined,
        answerPath: nextDeposit(deposit.state, 'agree', 'applicant') ? paths.to('order_deposit', { code: order.code }) : undefined,
        orderPath: orderPath(paths, order.code),
        values: { code: order.code, proposal: String(deposit.proposalId ?? '') },
        about: [
          ...aboutOf(order, await shown(order, view), found, view),
          ...line(t('deposits.kept'), said.kept, view),
          ...line(t('deposits.back'), said.back, view),
        ],
      };
    },

    /** Of everybody, the next deadline first. */
    async deposits(view: View) {
      if (memberOf(view) === undefined) return undefined;
      const rows = await deposits.list(pageLength + 1, readCursor(view.query.get('after')));
      const listed = rows.slice(0, pageLength);
      const last = listed.at(-1);
      const all = await Promise.all(
        listed.map(async (deposit) => {
          const order = await deposits.find(deposit.code);
          return order && { deposit, order, whole: await shown(order, view) };
        }),
      );
      return {
        rows: all.flatMap((one) => {
          if (!one) return [];
          const { deposit, order, whole } = one;
          return [
            {
              ...whole,
              amount: formatMoney(deposit.deposit, view.intl),
              state: view.t(depositStateLabels[deposit.state]),
              deadline: sayDeadline(deposit, view),
              isOverdue: isOverdue(deposit, todayIn(order.home.zone, view.now)),
              path: view.paths.to('staff_deposit', { order: order.code }),
            },
          ];
        }),
        next: rows.length > pageLength && last ? `${last.dueOn ?? '9999-12-31'}-${last.id}` : undefined,
      };
    },

    async staffDeposit(view: View) {
      const me = memberOf(view);
      const found = me && (await deposits.see(view.page.params['order'] ?? '', me));
      if (!found) return undefined;
      const { order, deposit, proposals } = found;
      const { t, intl } = view;
      const { zone } = order.home;
      const all = await colleagues();
      const whole = await shown(order, view);
      const said = sums(found, view);
      const about = aboutOf(order, whole, found, view);
      return {
        ...whole,
        ...said,
        state: t(depositStateLabels[deposit.state]),
        heldBy: t(deposit.takenBy === 'operator' ? 'deposits.held_us' : 'deposits.held_provider'),
        overOn: t('deposits.over_on', { day: formatDate(deposit.overOn, intl) }),
        deadline: sayDeadline(deposit, view) || (deposit.state === 'done' ? '' : t('deposits.no_due')),
        isOverdue: isOverdue(deposit, todayIn(zone, view.now)),
        givenOn: deposit.givenOn && formatDate(deposit.givenOn, intl),
        links: (await deposits.linksOf(order)).map((link) => sayLink(link, view)),
        history: proposals.toReversed().map(({ kind, note, deductions, staffId, at, answer }) => ({
          what: t(proposalLabels[kind]),
          note,
          deductions: saidDeductions(deductions, view),
          who: staffId === undefined ? t('orders.by_supplier') : (all.find(({ id }) => id === staffId)?.name ?? ''),
          when: momentIn(at, zone, intl),
          machine: at.toISOString(),
          answer: answer && (answer.answer === 'agree' ? t('deposits.answered_agree') : t('deposits.answered_dispute', { note: answer.note })),
        })),
        kinds: [...proposalsFor(deposit), ...(supplierCanSay(deposit, []) ? ([askDeed] as const) : [])],
        givings: givingsFor(deposit, backOf(deposit.deposit, standing(proposals, deposit)?.deductions ?? [])),
        entries: await entriesOf(order, view),
        about: [...about, ...line(t('deposits.state'), t(depositStateLabels[deposit.state]), view)],
        aboutBack: [...about, ...line(t('deposits.kept'), said.kept, view), ...line(t('deposits.back'), said.back, view)],
      };
    },
  };
}
