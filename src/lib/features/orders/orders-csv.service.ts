/** Gives orders out as CSV, some at a time: what they are and what they cost, and nobody's name. */
import { refusalOf } from '#lib/access.ts';
import type { Standing } from '#lib/access.ts';
import { csvMark, csvRow } from '#lib/csv.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import { brokenRules } from '#lib/features/quotes/quote.words.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import { toDecimal } from '#lib/money/money.ts';
import { deskFilter, readDesk } from './order-desk.rules.ts';
import { orderStates } from './order.process.rules.ts';
import type { OrdersRepository, StoredOrder } from './orders.repository.ts';
import { wholeOf } from './orders.rules.ts';

export type OrdersCsv = ReturnType<typeof ordersCsv>;

/** Orders that are read at once, and those of one export. */
const [page, most] = [500, 20_000] as const;

const columns = [
  ['code', ({ code }) => code],
  ['state', ({ state }) => state],
  ['home', ({ houseId }) => String(houseId)],
  ['provider', ({ home }) => home.supplier],
  ['from', ({ from }) => from],
  ['to', ({ to }) => to ?? ''],
  ['price', ({ quote }) => toDecimal(wholeOf(quote))],
  ['currency', ({ quote }) => quote.deposit.currency],
  ['language', ({ locale }) => locale],
  ['staff', ({ staffId }) => String(staffId ?? '')],
  ['begun_at', ({ createdAt }) => createdAt.toISOString()],
  ['until', ({ deadline }) => deadline?.toISOString() ?? ''],
  ['breaks', ({ quote }) => brokenRules(quote).join(' ')],
] as const satisfies readonly (readonly [string, (one: StoredOrder) => string])[];

type Parts = {
  readonly repository: Pick<OrdersRepository, 'inState' | 'deskPage'>;
  readonly audit: Pick<Audit, 'append'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

export function ordersCsv({ repository, audit, transact }: Parts) {
  return {
    /** Those of the desk's list that the query asks for, of the state that it names alone, or all. @returns undefined for who does not see to orders. */
    async export(
      query: URLSearchParams,
      { staffId, standing, now = new Date() }: { readonly staffId: StaffId; readonly standing: Standing; readonly now?: Date },
    ): Promise<AsyncGenerator<string> | undefined> {
      if (refusalOf('staff-orders', standing) !== undefined) return undefined;
      const named = orderStates.find((one) => one === query.get('state'));
      const filter = query.has('tab') ? deskFilter(readDesk(query), staffId, now) : undefined;
      await transact((tx) => audit.append(tx, { actor: `staff:${staffId}`, action: 'orders-exported', subject: `staff:${staffId}`, data: {} }));
      return (async function* pieces() {
        // The mark by which spreadsheets know UTF-8.
        yield csvMark + csvRow(columns.map(([name]) => name));
        let after: StoredOrder | undefined;
        for (let count = 0; count < most; ) {
          const wanted = Math.min(page, most - count);
          const some = filter
            ? await repository.deskPage(filter, after && { at: after.movedAt, id: after.id }, wanted)
            : await repository.inState(named ? [named] : orderStates, after?.id ?? 0, wanted);
          yield some.map((order) => csvRow(columns.map(([, read]) => read(order)))).join('');
          count += some.length;
          after = some.at(-1);
          if (some.length < page) return;
        }
        yield csvRow([`Cut: only the first ${most} orders are here. Ask for one state.`]);
      })();
    },
  };
}
