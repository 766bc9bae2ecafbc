/** What is held for providers, as the ledger says it, and what was passed on to them. */
import { sql } from 'kysely';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { asId } from '#lib/ids/ids.ts';
import type { StaffId, SupplierId } from '#lib/ids/ids.ts';
import { isCurrency } from '#lib/money/currencies.ts';
import type { Money } from '#lib/money/money.ts';
import { readMovement } from './payouts.rules.ts';
import type { Held, Movement, Payout } from './payouts.schema.ts';

export type NewPayout = {
  readonly supplierId: SupplierId;
  readonly rent: Money;
  readonly deposit: Money;
  readonly reference: string;
  readonly by: StaffId;
  /** Who asked for it first. */
  readonly askedBy: StaffId;
};

export type PayoutsRepository = ReturnType<typeof createPayoutsRepository>;

type Sums = { readonly supplier_id: number; readonly name: string; readonly currency: string; readonly rent: string; readonly deposit: string };

export function createPayoutsRepository(db: Db) {
  /** Credits stand below nothing in the books: what we owe is turned, so that it stands above. */
  async function heldBy(supplierId: SupplierId | undefined, on: Db | DbTransaction): Promise<readonly Held[]> {
    const { rows } = await sql<Sums>`
      select s.id as supplier_id, s.name, e.currency,
        (-coalesce(sum(e.minor) filter (where a.name like 'supplier:%'), 0))::text as rent,
        (-coalesce(sum(e.minor) filter (where a.name like 'deposit:%'), 0))::text as deposit
      from ledger_accounts a
      join ledger_entries e on e.account_id = a.id
      join suppliers s on a.name in ('supplier:' || s.id, 'deposit:' || s.id)
      where ${supplierId === undefined ? sql`true` : sql`s.id = ${supplierId}`}
      group by s.id, s.name, e.currency
      having sum(e.minor) filter (where a.name like 'supplier:%') <> 0 or sum(e.minor) filter (where a.name like 'deposit:%') <> 0
      order by s.name, s.id, e.currency`.execute(on);
    return rows.flatMap(({ supplier_id, name, currency, rent, deposit }) =>
      isCurrency(currency)
        ? [{ supplierId: asId<SupplierId>(supplier_id), name, rent: { minor: BigInt(rent), currency }, deposit: { minor: BigInt(deposit), currency } }]
        : [],
    );
  }

  /** What each of these postings was for: the code of an order, or the reference of a transfer. */
  async function codesOf(effects: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    const names = (of: string): readonly string[] => effects.flatMap((effect) => (readMovement(effect)?.of === of ? [readMovement(effect)?.name ?? ''] : []));
    const [requests, refunds, disputes, payouts] = [names('request').map(Number), names('refund'), names('dispute'), names('payout').map(Number)];
    if (requests.length > 0)
      for (const { id, code } of await db.selectFrom('payment_requests').select(['id', 'code']).where('id', 'in', requests).execute())
        found.set(`request ${id}`, code);
    if (refunds.length > 0)
      for (const { reference, code } of await db
        .selectFrom('refunds')
        .innerJoin('payments', 'payments.id', 'refunds.payment_id')
        .innerJoin('payment_requests', 'payment_requests.id', 'payments.request_id')
        .select(['refunds.reference', 'code'])
        .where('refunds.reference', 'in', refunds)
        .execute())
        found.set(`refund ${reference}`, code);
    const theirs = names('there');
    if (theirs.length > 0)
      for (const { refund, code } of await db
        .selectFrom('provider_refunds')
        .innerJoin('payments', 'payments.id', 'provider_refunds.payment_id')
        .innerJoin('payment_requests', 'payment_requests.id', 'payments.request_id')
        .select(['refund', 'code'])
        .where('refund', 'in', theirs)
        .execute())
        found.set(`there ${refund}`, code);
    if (disputes.length > 0)
      for (const { dispute, code } of await db
        .selectFrom('payment_disputes')
        .innerJoin('payments', 'payments.id', 'payment_disputes.payment_id')
        .innerJoin('payment_requests', 'payment_requests.id', 'payments.request_id')
        .select(['dispute', 'code'])
        .where('dispute', 'in', disputes)
        .execute())
        found.set(`dispute ${dispute}`, code);
    if (payouts.length > 0)
      for (const { id, reference } of await db.selectFrom('supplier_payouts').select(['id', 'reference']).where('id', 'in', payouts).execute())
        found.set(`payout ${id}`, reference);
    return found;
  }

  return {
    heldOf: (supplierId: SupplierId, tx?: DbTransaction): Promise<readonly Held[]> => heldBy(supplierId, tx ?? db),
    /** Of every provider for whom anything is held, or who owes us. */
    held: (): Promise<readonly Held[]> => heldBy(undefined, db),

    /** What of it is for stays that have not begun by a day: it may have to go back to who paid. */
    async notBegun(tx: DbTransaction, supplierId: SupplierId, currency: string, today: string): Promise<{ readonly rent: bigint; readonly deposit: bigint }> {
      const { rows } = await sql<{ rent: string; deposit: string }>`
        with ahead as (
          select r.id from orders o
          join houses h on h.id = o.house_id
          join payment_requests r on r.kind = 'order' and r.code = o.code
          where h.supplier_id = ${supplierId} and o.period_from > ${today}
        ), effects as (
          select 'request:' || id || ':taken' as effect from ahead
          union
          select 'refund:' || f.reference || s.ending from refunds f
          join payments p on p.id = f.payment_id
          join ahead on ahead.id = p.request_id
          cross join (values (''), (':by-hand'), (':failed'), (':dropped')) as s (ending)
          union
          select 'chargeback:' || p.provider || ':' || d.dispute || s.ending from payment_disputes d
          join payments p on p.id = d.payment_id
          join ahead on ahead.id = p.request_id
          cross join (values (''), (':returned')) as s (ending)
        )
        select (-coalesce(sum(e.minor) filter (where a.name like 'supplier:%'), 0))::text as rent,
          (-coalesce(sum(e.minor) filter (where a.name like 'deposit:%'), 0))::text as deposit
        from effects
        join ledger_transactions t on t.effect = effects.effect
        join ledger_entries e on e.transaction_id = t.id and e.currency = ${currency}
        join ledger_accounts a on a.id = e.account_id and a.name in (${`supplier:${supplierId}`}, ${`deposit:${supplierId}`})`.execute(tx);
      const [row] = rows;
      const atLeastNone = (text = '0'): bigint => (BigInt(text) > 0n ? BigInt(text) : 0n);
      return { rent: atLeastNone(row?.rent), deposit: atLeastNone(row?.deposit) };
    },

    async nameOf(supplierId: SupplierId): Promise<string | undefined> {
      return (await db.selectFrom('suppliers').select('name').where('id', '=', supplierId).executeTakeFirst())?.name;
    },

    /** What moved last on the accounts of a provider, newest first. */
    async movements(supplierId: SupplierId, most: number): Promise<readonly Movement[]> {
      const { rows } = await sql<{ effect: string; currency: string; minor: string; at: Date }>`
        select t.effect, e.currency, (-sum(e.minor))::text as minor, t.at
        from ledger_accounts a
        join ledger_entries e on e.account_id = a.id
        join ledger_transactions t on t.id = e.transaction_id
        where a.name in (${`supplier:${supplierId}`}, ${`deposit:${supplierId}`})
        group by t.id, t.effect, e.currency, t.at
        order by t.id desc limit ${most}`.execute(db);
      const codes = await codesOf(rows.map(({ effect }) => effect));
      return rows.flatMap(({ effect, currency, minor, at }) => {
        const read = readMovement(effect);
        if (!read || !isCurrency(currency)) return [];
        return [{ kind: read.kind, code: codes.get(`${read.of} ${read.name}`) ?? '', amount: { minor: BigInt(minor), currency }, at: new Date(at) }];
      });
    },

    async isKnown(tx: DbTransaction, supplierId: SupplierId, reference: string): Promise<boolean> {
      const row = await tx
        .selectFrom('supplier_payouts')
        .select('id')
        .where('supplier_id', '=', supplierId)
        .where('reference', '=', reference)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Returns its number; undefined where this reference was recorded for this provider before. */
    async add(tx: DbTransaction, { supplierId, rent, deposit, reference, by, askedBy }: NewPayout, now: Date): Promise<number | undefined> {
      const row = await tx
        .insertInto('supplier_payouts')
        .values({
          supplier_id: supplierId,
          currency: rent.currency,
          rent_minor: rent.minor,
          deposit_minor: deposit.minor,
          reference,
          made_by: by,
          made_at: now,
          asked_by: askedBy,
        })
        .onConflict((conflict) => conflict.columns(['supplier_id', 'reference']).doNothing())
        .returning('id')
        .executeTakeFirst();
      return row?.id;
    },

    /** Newest first. */
    async payouts(supplierId: SupplierId, most: number): Promise<readonly Payout[]> {
      const rows = await db.selectFrom('supplier_payouts').selectAll().where('supplier_id', '=', supplierId).orderBy('id', 'desc').limit(most).execute();
      return rows.flatMap(({ id, currency, rent_minor: rent, deposit_minor: deposit, reference, made_by: by, made_at: at }) =>
        isCurrency(currency) ? [{ id, rent: { minor: rent, currency }, deposit: { minor: deposit, currency }, reference, by: asId<StaffId>(by), at }] : [],
      );
    },
  };
}
