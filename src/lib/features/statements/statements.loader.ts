/** What staff see of our bank beside our books. */
import { refusalOf } from '#lib/access.ts';
import { parseId } from '#lib/ids/ids.ts';
import { isCurrency } from '#lib/money/currencies.ts';
import { formatMoney } from '#lib/money/money.ts';
import type { Reader } from '#lib/reader.ts';
import type { Visitor } from '#lib/visitor.ts';
import type { StatementsService } from './statements.service.ts';

type PageReader = Reader & { readonly page: { readonly params: Readonly<Record<string, string>> }; readonly visitor: Visitor | undefined };

/** Lines of one page. */
const most = 200;

export type StatementsLoader = ReturnType<typeof createStatementsLoader>;

export function createStatementsLoader(statements: StatementsService) {
  const isMoneyStaff = ({ visitor }: PageReader): boolean => visitor?.staff !== undefined && refusalOf('staff-money', visitor.staff.standing) === undefined;
  const money = (minor: bigint, currency: string, { intl }: Reader): string =>
    isCurrency(currency) ? formatMoney({ minor, currency }, intl) : `${minor} ${currency}`;

  return {
    async bank(reader: PageReader) {
      if (!isMoneyStaff(reader)) return undefined;
      const [open, postings, sums] = await Promise.all([statements.open(most), statements.postings(most), statements.sums()]);
      return {
        open: open.map(({ id, on, amount, party, said }) => ({
          id: String(id),
          on,
          amount: money(amount.minor, amount.currency, reader),
          about: [party, said].filter(Boolean).join(' · '),
        })),
        postings: postings.map(({ effect, on, minor, currency }) => ({ effect, on, amount: money(minor, currency, reader) })),
        sums: sums.map(({ currency, statement, open: unmatched, ours }) => ({
          currency,
          statement: money(statement, currency, reader),
          ours: money(ours, currency, reader),
          open: money(unmatched, currency, reader),
          isSame: statement === ours,
        })),
      };
    },

    async bankLine(reader: PageReader) {
      const id = isMoneyStaff(reader) ? parseId(reader.page.params['line']) : undefined;
      const line = id === undefined ? undefined : await statements.line(id);
      return line && { ...line, id: String(line.id), shown: money(line.amount.minor, line.amount.currency, reader) };
    },
  };
}
