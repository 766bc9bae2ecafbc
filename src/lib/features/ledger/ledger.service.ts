/** Writes what has moved, once for each effect, and says what an account has. */
import type { Joiner } from '#lib/features/accounts/joining.service.ts';
import { customerAccount, imbalanceOf, netted } from './ledger.rules.ts';
import type { Ledger } from './ledger.schema.ts';
import type { LedgerRepository } from './ledger.repository.ts';

export function createLedgerService(repository: LedgerRepository): Ledger & { readonly joiner: Joiner } {
  const ledger: Ledger = {
    async post(tx, { effect, entries }, now) {
      const over = imbalanceOf(entries);
      if (over) throw new TypeError(`${effect} does not balance: ${over.minor} ${over.currency} are over`);
      const moved = netted(entries);
      if (moved.length === 0) throw new TypeError(`${effect} moves nothing`);
      // Two who use up one account at the same time would each see what the other has not written yet.
      await repository.inTurn(
        tx,
        moved.flatMap(({ account, amount }) => (account.startsWith('customer:') && amount.minor > 0n ? account : [])),
      );
      const id = await repository.begin(tx, effect, now);
      if (id === undefined) return false;
      await repository.add(tx, id, moved);
      return true;
    },

    balance: (account, currency) => repository.balance(account, currency),
    lines: (account, since, until, most) => repository.lines(account, since, until, most),
    linesNamed: (account, effects) => repository.linesNamed(account, effects),
  };
  return {
    ...ledger,
    joiner: {
      /** What somebody has paid and is still free goes along to the account that stays. */
      async join(tx, { from, into }) {
        const [source, target] = [customerAccount(from), customerAccount(into)];
        for (const { minor, currency } of await repository.balancesOf(tx, source)) {
          const entries = [
            { account: source, amount: { minor: -minor, currency } },
            { account: target, amount: { minor, currency } },
          ] as const;
          await ledger.post(tx, { effect: `join:${from}:${into}:${currency}`, entries }, new Date());
        }
      },
    },
  };
}
