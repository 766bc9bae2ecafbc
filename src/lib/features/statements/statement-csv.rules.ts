/** Statements as CSV, as banks and wallets write them: whatever parts the cells, and however the columns are called. Pure. */
import { isCurrency } from '#lib/money/currencies.ts';
import type { CurrencyCode } from '#lib/money/currencies.ts';
import { dayOrderOf, readDay, readSum } from './statement-amounts.rules.ts';
import { mostEntries } from './statements.schema.ts';
import type { ReadStatement, StatementEntry, StatementFault } from './statements.schema.ts';

const columns = {
  on: [
    'date',
    'booking date',
    'booked on',
    'posting date',
    'transaction date',
    'completed date',
    'buchungstag',
    'buchungsdatum',
    'datum',
    'value date',
    '交易日期',
    '日期',
  ],
  amount: ['amount', 'betrag', 'value', 'net amount', 'total amount', '金额', '金額'],
  out: ['debit', 'debit amount', 'paid out', 'money out', 'withdrawals', 'soll', '支出'],
  in: ['credit', 'credit amount', 'paid in', 'money in', 'deposits', 'haben', '收入'],
  currency: ['currency', 'ccy', 'währung', '币种', '幣別'],
  party: ['counterparty', 'name', 'payee', 'payer', 'beneficiary', 'beguenstigter/zahlungspflichtiger', 'auftraggeber/empfänger', '对方户名'],
  said: ['description', 'details', 'memo', 'narrative', 'reference', 'payment reference', 'purpose', 'verwendungszweck', 'buchungstext', '摘要'],
  reference: ['id', 'transaction id', 'transaction reference', 'bank reference', 'reference number', 'tx id'],
  account: ['account', 'account number', 'iban', 'auftragskonto'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
type Column = keyof typeof columns;

type Row = { readonly line: number; readonly cells: readonly string[] };

/** Rows of a text by what parts its cells; undefined where a quotation mark is not closed. */
export function rowsOf(text: string, separator: string): readonly Row[] | undefined {
  const rows: Row[] = [];
  let [cells, cell, isQuoted, line, from]: [string[], string, boolean, number, number] = [[], '', false, 1, 1];
  const endRow = (): void => {
    cells.push(cell.trim());
    if (cells.some((one) => one !== '')) rows.push({ line: from, cells });
    [cells, cell] = [[], ''];
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (sign === '\n') line += 1;
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += sign;
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && cell.trim() === '') [isQuoted, cell] = [true, ''];
    else if (sign === separator) [cells, cell] = [[...cells, cell.trim()], ''];
    else if (sign === '\n' || sign === '\r') {
      endRow();
      from = sign === '\r' && text[at + 1] === '\n' ? line + 1 : line;
    } else cell += sign;
  }
  if (isQuoted) return undefined;
  endRow();
  return rows;
}

function columnsIn(cells: readonly string[]): ReadonlyMap<Column, number> {
  const found = new Map<Column, number>();
  const names = cells.map((cell) =>
    cell
      .toLowerCase()
      .replaceAll(/\s+/g, ' ')
      .replace(/\s*\((?:utc|[a-z]{3})\)$/, ''),
  );
  for (const [column, known] of Object.entries(columns) as [Column, readonly string[]][]) {
    const at = known.map((name) => names.indexOf(name)).find((one) => one >= 0);
    if (at !== undefined) found.set(column, at);
  }
  return found;
}

const hasEnough = (found: ReadonlyMap<Column, number>): boolean => found.has('on') && (found.has('amount') || (found.has('in') && found.has('out')));

/** @param currency of rows that name none. */
export function readCsvStatement(text: string, currency: CurrencyCode | undefined): ReadStatement {
  const refused = (why: StatementFault, line: number): ReadStatement => ({ ok: false, why, line });
  const plain = text.replace(/^\uFEFF/, '').replace(/^sep=.\r?\n/, '');
  for (const separator of [',', ';', '\t']) {
    const rows = rowsOf(plain, separator);
    // Banks write some lines about the account before the columns.
    const head = rows?.slice(0, 30).findIndex(({ cells }) => hasEnough(columnsIn(cells))) ?? -1;
    if (!rows || head < 0) continue;
    const found = columnsIn(rows[head]?.cells ?? []);
    const cellIn = ({ cells }: Row, column: Column): string => (found.has(column) ? (cells[found.get(column) ?? 0] ?? '') : '');
    const body = rows.slice(head + 1).filter((row) => cellIn(row, 'on') !== '');
    if (body.length > mostEntries) return refused('large', body[mostEntries]?.line ?? 0);
    const order = dayOrderOf(body.map((row) => cellIn(row, 'on')));
    if (!order) return refused('day', body[0]?.line ?? 0);
    const byAccount = new Map<string, StatementEntry[]>();
    for (const row of body) {
      const on = readDay(cellIn(row, 'on'), order);
      if (!on) return refused('day', row.line);
      const named = cellIn(row, 'currency').toUpperCase() || currency;
      if (named === undefined || !isCurrency(named)) return refused('currency', row.line);
      const sumIn = (column: Column): bigint | undefined => (cellIn(row, column) === '' ? 0n : readSum(cellIn(row, column), named));
      const [came, went] = [sumIn('in'), sumIn('out')];
      const minor = found.has('amount')
        ? readSum(cellIn(row, 'amount'), named)
        : came === undefined || went === undefined
          ? undefined
          : came - (went < 0n ? -went : went);
      if (minor === undefined) return refused('amount', row.line);
      if (minor === 0n) continue;
      const account = cellIn(row, 'account').replaceAll(/\s+/g, '').slice(0, 60);
      const entries = byAccount.get(account) ?? [];
      byAccount.set(account, entries);
      entries.push({
        on,
        amount: { minor, currency: named },
        party: cellIn(row, 'party').slice(0, 140),
        said: cellIn(row, 'said').slice(0, 500),
        reference: cellIn(row, 'reference').slice(0, 100),
      });
    }
    return { ok: true, statements: [...byAccount].map(([account, entries]) => ({ account, entries })) };
  }
  return refused('form', 1);
}
