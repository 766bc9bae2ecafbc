/** What staff see of rents and do about them: passing on, sending back, notes. */
import type { SecondPerson } from '#lib/features/payouts/payouts.schema.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { Ledger } from '#lib/features/ledger/ledger.schema.ts';
import { rentAccount } from '#lib/features/ledger/ledger.rules.ts';
import type { PaymentsService } from '#lib/features/payments/payments.service.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Collecting } from '#lib/features/payments/payments.schema.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import { nextRentState } from './payrent.process.rules.ts';
import type { RentState } from './payrent.process.rules.ts';
import { totalOf } from './payrent.rules.ts';
import type { PayeeBank, Rent, RentDeed, RentNote } from './payrent.schema.ts';
import { refOf } from './payrent-rows.service.ts';
import type { RentRows, RentRowsParts } from './payrent-rows.service.ts';
import type { RentPayouts } from './payrent-payouts.service.ts';

export type RentDeskParts = Pick<RentRowsParts, 'repository' | 'secrets' | 'transact'> & {
  readonly rows: RentRows;
  readonly collecting: Pick<Collecting, 'kept' | 'refund'>;
  readonly ledger: Pick<Ledger, 'post'>;
  readonly payments: Pick<PaymentsService, 'paidWith'>;
  readonly audit: Pick<Audit, 'append'>;
  /** Whether money moves. */
  readonly isReal: () => boolean;
  readonly seconds: Pick<SecondPerson, 'ask' | 'drop' | 'open'>;
  /** Brings it to landlords where a provider is set up. */
  readonly payouts: Pick<RentPayouts, 'begin' | 'reaches' | 'bankOf'> & { readonly isLive: boolean };
};

type SeeRefusal = 'unknown' | 'not-now' | 'not-whole' | 'only-trial' | 'not-reached' | 'same-person';
/** `asked`: a second person has to say the same. */
type Seen = 'asked' | 'done';

export function createRentDesk({ rows, repository, secrets, collecting, ledger, payments, audit, isReal, seconds, payouts, transact }: RentDeskParts) {
  const { open, within, move, tell } = rows;

  return {
    /** For staff, and for what a payment is called: whose it is does not matter. */
    async ofCode(code: string): Promise<Rent | undefined> {
      const stored = await repository.find(code);
      return stored && open(stored);
    },

    list: async (states: readonly RentState[], before: number | undefined, most: number): Promise<readonly Rent[]> =>
      (await repository.list(states, before, most)).map(open),

    /** What a first person asked to be done and a second has not yet. */
    askedOf: ({ id }: Pick<Rent, 'id'>, now: Date) => seconds.open(`rent:${id}`, now),

    ofFile: (file: string): Promise<number | undefined> => repository.ofFile(file),

    paidWith: (code: string) => payments.paidWith(refOf(code)),

    async notes(rent: Pick<Rent, 'id'>): Promise<readonly RentNote[]> {
      return (await repository.notes(rent.id)).map(({ by, at, sealed }) => ({ by, at, text: secrets.decrypt('rents', sealed) ?? '' }));
    },

    /** Where the landlord's money goes, for who passes it on; that it was looked at is written down first. */
    async bankFor(code: string, by: StaffId): Promise<PayeeBank | undefined> {
      const stored = await repository.find(code);
      const bank = stored?.state === 'paid' ? payouts.bankOf(stored) : undefined;
      if (!stored || !bank) return undefined;
      await transact((tx) => audit.append(tx, { actor: `staff:${by}`, action: 'rent-bank-seen', subject: `rent:${stored.id}`, data: {} }));
      return bank;
    },

    /** What staff do about a rent. */
    async see(
      code: string,
      { deed, isCompany, reference, text }: { readonly deed: RentDeed; readonly isCompany: boolean; readonly reference: string; readonly text: string },
      by: StaffId,
      now: Date,
    ): Promise<Outcome<Seen, SeeRefusal>> {
      return within<Outcome<Seen, SeeRefusal>>(code, async (tx, rent) => {
        if (!rent || rent.state === 'draft') return refused('unknown');
        const { terms } = rent;
        const event = deed === 'note' ? undefined : ({ send: 'send', 'pay-out': 'pay-out', refund: 'decline', keep: 'keep' } as const)[deed];
        if (!terms || (event && !nextRentState(rent.state, event, 'staff'))) return refused('not-now');
        const kept = await collecting.kept(refOf(code), tx);
        // What a bank took back, or what goes back already, is not there to be passed on.
        const isWhole = kept?.minor === totalOf(terms).minor;
        const isTrial = (await payments.paidWith(refOf(code), tx))?.provider === 'sandbox';
        const note = async (): Promise<void> => {
          if (text !== '') await repository.addNote(tx, rent.id, { by, sealed: secrets.encrypt('rents', text), at: now });
        };
        /** Whether somebody else has asked for the same before: what goes to a landlord takes two. */
        const asked = async (said: Readonly<Record<string, string>>): Promise<Outcome<Seen, SeeRefusal>> => {
          const answer = await seconds.ask(tx, `rent:${rent.id}`, { act: deed, ...said }, by, now);
          if (answer === 'same-person') return refused('same-person');
          if (answer !== 'first') return done('done');
          await note();
          await audit.append(tx, { actor: `staff:${by}`, action: 'payout-asked', subject: `rent:${rent.id}`, data: { amount: Number(terms.rent.minor) } });
          return done('asked');
        };
        switch (deed) {
          case 'send': {
            if (!isWhole) return refused('not-whole');
            if (isTrial && payouts.isLive) return refused('only-trial');
            // Real money does not go to a provider's sandbox.
            if (!payouts.reaches(rent) || (!isTrial && !payouts.isLive)) return refused('not-reached');
            const first = await asked({ payee: isCompany ? 'company' : 'person' });
            if (!first.ok || first.value === 'asked') return first;
            await payouts.begin(tx, rent, isCompany, by, now);
            break;
          }
          case 'pay-out': {
            if (!isWhole) return refused('not-whole');
            if (isTrial && isReal()) return refused('only-trial');
            const first = await asked({ reference });
            if (!first.ok || first.value === 'asked') return first;
            await move(tx, rent, 'pay-out', 'staff', { payout: reference, paid_out_by: by, ended_at: now });
            const entries = [
              { account: rentAccount(rent.id), amount: terms.rent },
              { account: isTrial ? 'provider:sandbox' : 'bank', amount: { minor: -terms.rent.minor, currency: terms.rent.currency } },
            ] as const;
            if (!(await ledger.post(tx, { effect: `rent:${code}:paid-out`, entries }, now))) throw new TypeError(`rent ${code} was passed on before`);
            await tell(tx, { ...rent, payout: reference }, 'paid_out', now);
            break;
          }
          case 'refund':
            // Of what a bank has taken back nothing is left to send.
            await move(tx, rent, kept && kept.minor > 0n ? 'decline' : 'cancel', 'staff', { ended_at: now });
            if (kept && kept.minor > 0n) await collecting.refund(tx, refOf(code), { amount: kept, reason: text.slice(0, 300), by }, now);
            await tell(tx, rent, 'declined', now);
            break;
          case 'keep':
            if (!isWhole) return refused('not-whole');
            await move(tx, rent, 'keep', 'staff', { ended_at: null });
            break;
          case 'note':
            break;
        }
        await note();
        if (deed !== 'note') await seconds.drop(tx, `rent:${rent.id}`);
        const data = { deed, amount: Number(deed === 'note' ? 0n : terms.rent.minor) };
        await audit.append(tx, { actor: `staff:${by}`, action: 'rent-changed', subject: `rent:${rent.id}`, data });
        return done('done');
      });
    },
  };
}
