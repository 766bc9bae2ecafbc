/** Rent that a licensed provider brings to landlords: asked for by staff, followed by the clock, booked when it is there. */
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { DbTransaction } from '#lib/db/database.ts';
import type { Ledger, LedgerEntry } from '#lib/features/ledger/ledger.schema.ts';
import { rentAccount } from '#lib/features/ledger/ledger.rules.ts';
import { apart } from '#lib/jobs/apart.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import type { PayoutProvider } from '#lib/ports/payout/payout.ts';
import { nextRentState } from './payrent.process.rules.ts';
import type { StoredRent } from './payrent.repository.ts';
import type { PayeeBank, RentPayout, RentPayoutState } from './payrent.schema.ts';
import type { RentRows, RentRowsParts } from './payrent-rows.service.ts';

type Parts = Pick<RentRowsParts, 'repository' | 'secrets'> & {
  readonly rows: RentRows;
  readonly ledger: Pick<Ledger, 'post'>;
  readonly provider: PayoutProvider | undefined;
};

export type RentPayouts = ReturnType<typeof createRentPayouts>;

const bankSchema = z.object({ holder: z.string(), account: z.string(), bankCode: z.string(), note: z.string() });
/** Payouts that one run looks at. */
const batch = 100;
/** What landlords read on their statement, as short as every way there takes it. */
const messageLength = 18;

const isOver = (state: RentPayoutState): boolean => state === 'returned' || state === 'refused' || state === 'wrong-name';

export function createRentPayouts({ rows, repository, secrets, ledger, provider }: Parts) {
  const { within, move, tell } = rows;

  /** Where the landlord's money goes; undefined once it is forgotten. */
  function bankOf({ bank }: Pick<StoredRent, 'bank'>): PayeeBank | undefined {
    const text = bank === undefined ? undefined : secrets.decrypt('rents', bank);
    return text === undefined ? undefined : bankSchema.parse(JSON.parse(text));
  }

  /** The one that is not over. */
  const openOf = async (rent: Pick<StoredRent, 'id'>, tx?: DbTransaction): Promise<RentPayout | undefined> =>
    (await repository.payouts(rent.id, tx)).findLast(({ state }) => !isOver(state));

  /** Whether a provider can bring this rent to its landlord. */
  function reaches(rent: Pick<StoredRent, 'terms' | 'bank'>): boolean {
    const bank = bankOf(rent);
    return provider !== undefined && rent.terms !== undefined && bank !== undefined && provider.reaches(rent.terms.rent.currency, bank);
  }

  /** Has it brought to the landlord; what was asked of the graph and of the money before holds. */
  async function begin(tx: DbTransaction, rent: StoredRent, isCompany: boolean, by: StaffId, now: Date): Promise<void> {
    if (!provider) throw new TypeError('no provider of payouts is set up');
    await move(tx, rent, 'send', 'staff');
    await repository.addPayout(tx, rent.id, { reference: randomUUID(), provider: provider.name, isCompany, begunAt: now, begunBy: by });
  }

  async function post(tx: DbTransaction, effect: string, { id, terms }: StoredRent, way: 'out' | 'back', now: Date): Promise<void> {
    if (!terms) throw new TypeError('a rent without terms was paid out');
    const { minor, currency } = terms.rent;
    const out = way === 'out' ? minor : -minor;
    const entries: readonly [LedgerEntry, LedgerEntry] = [
      { account: rentAccount(id), amount: { minor: out, currency } },
      { account: provider?.isLive ? 'bank' : 'provider:sandbox', amount: { minor: -out, currency } },
    ];
    if (!(await ledger.post(tx, { effect, entries }, now))) throw new TypeError(`${effect} was booked before`);
  }

  /** What a provider said last, written down and acted upon. */
  async function take(
    tx: DbTransaction,
    rent: StoredRent,
    payout: RentPayout,
    told: { readonly state: RentPayoutState; readonly providerRef?: string },
    now: Date,
  ) {
    await repository.setPayout(tx, payout.id, { ...told, seenAt: now });
    const ref = told.providerRef ?? payout.providerRef;
    if (told.state === 'sent' && nextRentState(rent.state, 'pay-out', 'payout')) {
      const reference = `${provider?.title ?? payout.provider} ${ref ?? ''}`;
      await move(tx, rent, 'pay-out', 'payout', { payout: reference, ended_at: now });
      await post(tx, `rent:${rent.code}:paid-out:${payout.id}`, rent, 'out', now);
      await tell(tx, { ...rent, payout: reference }, 'paid_out', now, String(payout.id));
    }
    if (isOver(told.state) && nextRentState(rent.state, 'return', 'payout')) {
      const wasThere = rent.state === 'paid_out';
      await move(tx, rent, 'return', 'payout', { payout: null, ended_at: null });
      if (!wasThere) return;
      await post(tx, `rent:${rent.code}:paid-back:${payout.id}`, rent, 'back', now);
      await tell(tx, { ...rent, payout: undefined }, 'returned', now, String(payout.id));
    }
  }

  /** Asks the provider, with nothing locked meanwhile. */
  async function askOf(rent: StoredRent, { reference, providerRef, isCompany }: RentPayout) {
    if (!provider || !rent.terms) return undefined;
    if (providerRef !== undefined) {
      const state = await provider.query(providerRef);
      return state && { state };
    }
    const bank = bankOf(rent);
    if (!bank) return undefined;
    const message = (bank.note === '' ? rent.code : bank.note).slice(0, messageLength);
    const answer = await provider.send({ reference, amount: rent.terms.rent, payee: { ...bank, isCompany }, message });
    if (answer.ok) return { state: 'under-way', providerRef: answer.providerRef } as const;
    return answer.why === 'unreachable' ? undefined : { state: answer.why };
  }

  return {
    isLive: provider?.isLive ?? false,
    bankOf,
    reaches,
    begin,

    payoutsOf: (rent: Pick<StoredRent, 'id'>): Promise<readonly RentPayout[]> => repository.payouts(rent.id),

    /** Sends what was asked for, and asks what became of what is on its way. */
    async followPayouts(now: Date): Promise<void> {
      if (!provider) return;
      const turns = apart();
      for (const code of await repository.toFollow(now, batch))
        await turns.run(async () => {
          const rent = await repository.find(code);
          const payout = rent && (await openOf(rent));
          if (!rent || !payout || payout.provider !== provider.name) return;
          const told = await askOf(rent, payout);
          await within(code, async (tx, current) => {
            const same = current && (await openOf(current, tx));
            if (!current || same?.id !== payout.id) return;
            await take(tx, current, same, told ?? { state: same.state }, now);
          });
        });
      turns.end();
    },
  };
}
