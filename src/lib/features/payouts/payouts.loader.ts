/** What staff see of money that is held for providers. */
import { refusalOf } from '#lib/access.ts';
import { formatMoment } from '#lib/dates/dates.ts';
import { deskZone } from '#lib/dates/desk-zone.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { SupplierId } from '#lib/ids/ids.ts';
import { isCurrency } from '#lib/money/currencies.ts';
import { formatMoney, toDecimal } from '#lib/money/money.ts';
import type { Money } from '#lib/money/money.ts';
import type { Reader } from '#lib/reader.ts';
import type { Visitor } from '#lib/visitor.ts';
import type { Held, SaidOfPayout } from './payouts.schema.ts';
import type { PayoutsService } from './payouts.service.ts';

type PageReader = Reader & { readonly page: { readonly params: Readonly<Record<string, string>> }; readonly visitor: Visitor | undefined };

/** Lines of one page. */
const [mostMoved, mostPaid] = [100, 50] as const;

export type PayoutsLoader = ReturnType<typeof createPayoutsLoader>;

export function createPayoutsLoader(payouts: PayoutsService) {
  const isMoneyStaff = ({ visitor }: PageReader): boolean => visitor?.staff !== undefined && refusalOf('staff-money', visitor.staff.standing) === undefined;
  const money = (amount: Money, { intl }: Reader): string => formatMoney(amount, intl);
  const shown = ({ supplierId, name, rent, deposit }: Held, reader: Reader) => ({
    supplier: String(supplierId),
    name,
    currency: rent.currency,
    rent: money(rent, reader),
    deposit: money(deposit, reader),
    owesUs: rent.minor < 0n || deposit.minor < 0n,
  });

  /** An ask as the form has it. */
  function writtenAgain({ currency = '', rent = '0', deposit = '0', reference = '' }: SaidOfPayout) {
    const written = (minor: string): string => (isCurrency(currency) && minor !== '0' ? toDecimal({ minor: BigInt(minor), currency }) : '');
    return { currency, rent: written(rent), deposit: written(deposit), reference };
  }

  return {
    async staffList(reader: PageReader) {
      if (!isMoneyStaff(reader)) return undefined;
      return (await payouts.held()).map((one) => shown(one, reader));
    },

    async staffOne(reader: PageReader) {
      const id = isMoneyStaff(reader) ? parseId<SupplierId>(reader.page.params['supplier']) : undefined;
      const name = id === undefined ? undefined : await payouts.nameOf(id);
      if (id === undefined || name === undefined) return undefined;
      const [asked, held, moved, paid] = await Promise.all([
        payouts.asked(id, reader.now),
        payouts.heldOf(id),
        payouts.movements(id, mostMoved),
        payouts.payouts(id, mostPaid),
      ]);
      const when = (at: Date): string => formatMoment(at, reader.intl, deskZone(reader));
      return {
        supplier: String(id),
        name,
        /** What waits for a second person: as they would have to say it. */
        asked: asked && {
          by: asked.by,
          when: when(asked.at),
          isOwn: reader.visitor?.staff?.staffId === asked.staffId,
          values: writtenAgain(asked.said),
        },
        held: held.map((one) => shown(one, reader)),
        /** Currencies in which there is something to pass on. */
        currencies: held.flatMap(({ rent, deposit }) => (rent.minor > 0n || deposit.minor > 0n ? [{ value: rent.currency, label: rent.currency }] : [])),
        moved: moved.map(({ kind, code, amount, at }) => ({ kind, code, amount: money(amount, reader), at: when(at) })),
        paid: paid.map(({ reference, rent, deposit, at }) => ({ reference, rent: money(rent, reader), deposit: money(deposit, reader), at: when(at) })),
      };
    },
  };
}
