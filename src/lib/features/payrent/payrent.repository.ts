import { dayMs } from '#lib/dates/dates.ts';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import type { Joining } from '#lib/features/accounts/joining.schema.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { asId } from '#lib/ids/ids.ts';
import type { StaffId, UserId } from '#lib/ids/ids.ts';
import { isCurrency } from '#lib/money/currencies.ts';
import type { RentState } from './payrent.process.rules.ts';
import { houseKinds } from './payrent.schema.ts';
import type { HouseKind, Rent, RentPayout, RentPayoutState, RentSecrets, RentTerms } from './payrent.schema.ts';

/** A rent with what only the service opens. */
export type StoredRent = Omit<Rent, keyof RentSecrets> & { readonly sealed: string | undefined; readonly bank: string | undefined };

export type NewRent = Pick<StoredRent, 'code' | 'kind' | 'country' | 'locale' | 'madeAt' | 'terms' | 'sealed' | 'bank' | 'lease'> & {
  readonly userId: UserId;
};

export type NewRentPayout = Pick<RentPayout, 'reference' | 'provider' | 'isCompany' | 'begunAt'> & { readonly begunBy: StaffId };

/** How long after the last look a payout is looked at again. Milliseconds. */
const lookAgain = { asked: 0, moving: 5 * 60_000, sent: 12 * 3_600_000 };
/** Days in which a bank may still send back what was sent. */
const returnDays = 60;

const termsIn = (terms: RentTerms) => ({
  currency: terms.rent.currency,
  rent_minor: terms.rent.minor,
  fee_minor: terms.fee.minor,
  from_day: terms.from,
  to_day: terms.to,
});

export type PayrentRepository = ReturnType<typeof createPayrentRepository>;

export function createPayrentRepository(db: Db) {
  const rows = (on: Db | DbTransaction) => on.selectFrom('rents').selectAll();
  type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number];

  function termsOf({ currency, rent_minor: rent, fee_minor: fee, from_day: from, to_day: to }: Row): RentTerms | undefined {
    if (currency === null || rent === null || fee === null || from === null || to === null) return undefined;
    if (!isCurrency(currency)) throw new TypeError(`a rent is in ${currency}, which is no currency of ours`);
    return { rent: { minor: rent, currency }, fee: { minor: fee, currency }, from, to };
  }
  const rentOf = (row: Row): StoredRent => ({
    id: row.id,
    code: row.code,
    userId: row.user_id === null ? undefined : asId<UserId>(row.user_id),
    state: row.state,
    kind: houseKinds.find((one) => one === row.kind) ?? 'room',
    country: row.country,
    locale: locales.find((one) => one === row.locale) ?? 'en-us',
    terms: termsOf(row),
    sealed: row.sealed ?? undefined,
    bank: row.bank ?? undefined,
    lease: row.lease ?? undefined,
    voucher: row.voucher ?? undefined,
    madeAt: row.made_at,
    payUntil: row.pay_until ?? undefined,
    paidAt: row.paid_at ?? undefined,
    endedAt: row.ended_at ?? undefined,
    payout: row.payout ?? undefined,
    remindDay: row.remind_day ?? undefined,
  });

  const codesOf = (found: readonly { readonly code: string }[]): readonly string[] => found.map(({ code }) => code);

  return {
    async add(tx: DbTransaction, { userId, madeAt, terms, sealed, bank, lease, ...row }: NewRent): Promise<void> {
      await tx
        .insertInto('rents')
        .values({
          ...row,
          ...(terms ? termsIn(terms) : { currency: null, rent_minor: null, fee_minor: null, from_day: null, to_day: null }),
          user_id: userId,
          state: 'draft',
          sealed: sealed ?? null,
          bank: bank ?? null,
          lease: lease ?? null,
          voucher: null,
          consent: null,
          made_at: madeAt,
          pay_until: null,
          paid_at: null,
          ended_at: null,
          payout: null,
          paid_out_by: null,
          remind_day: null,
          remind_on: null,
        })
        .execute();
    },

    async find(code: string, tx?: DbTransaction): Promise<StoredRent | undefined> {
      const row = await rows(tx ?? db)
        .where('code', '=', code)
        .executeTakeFirst();
      return row && rentOf(row);
    },

    async ofUser(userId: UserId, tx?: DbTransaction): Promise<readonly StoredRent[]> {
      const found = await rows(tx ?? db)
        .where('user_id', '=', userId)
        .orderBy('id', 'desc')
        .limit(200)
        .execute();
      return found.map(rentOf);
    },

    /** Newest first; `before`: those with a lower number. */
    async list(states: readonly RentState[], before: number | undefined, most: number): Promise<readonly StoredRent[]> {
      const found = await rows(db)
        .where('state', 'in', states)
        .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
        .orderBy('id', 'desc')
        .limit(most)
        .execute();
      return found.map(rentOf);
    },

    async setHouse(tx: DbTransaction, code: string, home: { readonly kind: HouseKind; readonly country: string; readonly locale: Locale }): Promise<void> {
      await tx.updateTable('rents').set(home).where('code', '=', code).execute();
    },

    async setTerms(tx: DbTransaction, code: string, terms: RentTerms, sealed: string): Promise<void> {
      await tx
        .updateTable('rents')
        .set({ ...termsIn(terms), sealed })
        .where('code', '=', code)
        .execute();
    },

    async setSealed(
      tx: DbTransaction,
      code: string,
      more: { readonly sealed?: string; readonly bank?: string; readonly lease?: string; readonly voucher?: string },
    ) {
      await tx.updateTable('rents').set(more).where('code', '=', code).execute();
    },

    /** Moves a rent on from the state it was seen in. Returns false where it has moved meanwhile. */
    async move(
      tx: DbTransaction,
      code: string,
      from: RentState,
      to: RentState,
      more: {
        readonly consent?: string;
        readonly pay_until?: Date;
        readonly paid_at?: Date;
        readonly ended_at?: Date | null;
        readonly payout?: string | null;
        readonly paid_out_by?: StaffId | null;
      } = {},
    ): Promise<boolean> {
      const { numUpdatedRows } = await tx
        .updateTable('rents')
        .set({ state: to, ...more })
        .where('code', '=', code)
        .where('state', '=', from)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async remove(tx: DbTransaction, code: string): Promise<void> {
      await tx.deleteFrom('rents').where('code', '=', code).execute();
    },

    /** Whether another rent was said to have the same agreement. */
    async isLeaseOfOther(tx: DbTransaction, code: string, lease: string): Promise<boolean> {
      return (await tx.selectFrom('rents').select('id').where('lease', '=', lease).where('code', '!=', code).executeTakeFirst()) !== undefined;
    },

    /** The rent that a file came with. */
    async ofFile(file: string): Promise<number | undefined> {
      const row = await db
        .selectFrom('rents')
        .select('id')
        .where(({ eb, or }) => or([eb('lease', '=', file), eb('voucher', '=', file)]))
        .orderBy('id', 'desc')
        .executeTakeFirst();
      return row?.id;
    },

    /** Those that were not paid in time. */
    async overdue(now: Date, most: number): Promise<readonly string[]> {
      return codesOf(
        await db.selectFrom('rents').select('code').where('state', '=', 'to_pay').where('pay_until', '<=', now).orderBy('pay_until').limit(most).execute(),
      );
    },

    /** Those whose reminder is due on a day or before. */
    async toRemind(today: string, most: number): Promise<readonly string[]> {
      return codesOf(await db.selectFrom('rents').select('code').where('remind_on', '<=', today).orderBy('remind_on').limit(most).execute());
    },

    async setReminder(tx: DbTransaction, code: string, day: number | undefined, on: string | undefined): Promise<void> {
      await tx
        .updateTable('rents')
        .set({ remind_day: day ?? null, remind_on: on ?? null })
        .where('code', '=', code)
        .execute();
    },

    /** Drafts that nobody went on with since, and those of accounts that are gone. */
    async staleDrafts(before: Date, most: number): Promise<readonly string[]> {
      return codesOf(
        await db
          .selectFrom('rents')
          .select('code')
          .where('state', '=', 'draft')
          .where(({ eb, or }) => or([eb('made_at', '<', before), eb('user_id', 'is', null)]))
          .limit(most)
          .execute(),
      );
    },

    /** Ended ones that still have an account or files of what nobody pays again by a reminder. */
    async toForget(before: Date, most: number): Promise<readonly string[]> {
      return codesOf(
        await db
          .selectFrom('rents')
          .select('code')
          .where('ended_at', '<', before)
          .where('remind_on', 'is', null)
          .where(({ eb, or }) => or([eb('bank', 'is not', null), eb('lease', 'is not', null), eb('voucher', 'is not', null)]))
          .limit(most)
          .execute(),
      );
    },

    async forget(tx: DbTransaction, code: string): Promise<void> {
      await tx.updateTable('rents').set({ bank: null, lease: null, voucher: null }).where('code', '=', code).execute();
    },

    async addNote(tx: DbTransaction, rentId: number, note: { readonly by: StaffId; readonly sealed: string; readonly at: Date }): Promise<void> {
      await tx.insertInto('rent_notes').values({ rent_id: rentId, made_by: note.by, sealed: note.sealed, made_at: note.at }).execute();
    },

    async notes(rentId: number): Promise<readonly { readonly by: StaffId; readonly sealed: string; readonly at: Date }[]> {
      const found = await db.selectFrom('rent_notes').selectAll().where('rent_id', '=', rentId).orderBy('id').limit(200).execute();
      return found.map(({ made_by, sealed, made_at }) => ({ by: asId<StaffId>(made_by), sealed, at: made_at }));
    },

    async addPayout(tx: DbTransaction, rentId: number, { reference, provider, isCompany, begunAt, begunBy }: NewRentPayout): Promise<void> {
      await tx
        .insertInto('rent_payouts')
        .values({
          rent_id: rentId,
          reference,
          provider,
          provider_ref: null,
          is_company: isCompany,
          state: 'asked',
          begun_by: begunBy,
          begun_at: begunAt,
          seen_at: begunAt,
        })
        .execute();
    },

    /** Of one rent, oldest first. */
    async payouts(rentId: number, tx?: DbTransaction): Promise<readonly RentPayout[]> {
      const found = await (tx ?? db).selectFrom('rent_payouts').selectAll().where('rent_id', '=', rentId).orderBy('id').limit(50).execute();
      return found.map((row) => ({
        id: row.id,
        reference: row.reference,
        provider: row.provider,
        providerRef: row.provider_ref ?? undefined,
        isCompany: row.is_company,
        state: row.state,
        begunAt: row.begun_at,
        seenAt: row.seen_at,
      }));
    },

    /** Rents of which a provider is to be asked what became of what it brings. */
    async toFollow(now: Date, most: number): Promise<readonly string[]> {
      const before = (milliseconds: number): Date => new Date(now.getTime() - milliseconds);
      return codesOf(
        await db
          .selectFrom('rent_payouts')
          .innerJoin('rents', 'rents.id', 'rent_payouts.rent_id')
          .select('rents.code')
          .where(({ eb, and, or }) =>
            or([
              and([eb('rent_payouts.state', '=', 'asked'), eb('seen_at', '<=', before(lookAgain.asked))]),
              and([eb('rent_payouts.state', 'in', ['waiting', 'under-way']), eb('seen_at', '<=', before(lookAgain.moving))]),
              and([eb('rent_payouts.state', '=', 'sent'), eb('seen_at', '<=', before(lookAgain.sent)), eb('begun_at', '>', before(returnDays * dayMs))]),
            ]),
          )
          .orderBy('seen_at')
          .limit(most)
          .execute(),
      );
    },

    async setPayout(
      tx: DbTransaction,
      id: number,
      { state, providerRef, seenAt }: { readonly state: RentPayoutState; readonly providerRef?: string; readonly seenAt: Date },
    ) {
      await tx
        .updateTable('rent_payouts')
        .set({ state, seen_at: seenAt, ...(providerRef === undefined ? {} : { provider_ref: providerRef }) })
        .where('id', '=', id)
        .execute();
    },

    /** Whether somebody has a payment of rent here, whatever has become of it. */
    async binds(tx: DbTransaction, userId: UserId): Promise<boolean> {
      return (await tx.selectFrom('rents').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst()) !== undefined;
    },

    async join(tx: DbTransaction, { from, into }: Joining): Promise<void> {
      await tx.updateTable('rents').set({ user_id: into }).where('user_id', '=', from).execute();
    },
  };
}
