/** The ledger as the database keeps it, whatever the code does. */
import fc from '#tests/support/properties.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transact } from '#lib/db/unit-of-work.ts';
import { createLedger } from '#lib/features/ledger/ledger.feature.ts';
import type { LedgerAccount, LedgerEntry, Posting } from '#lib/features/ledger/ledger.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { money } from '#lib/money/money.ts';
import { testNow } from '#tests/factories/houses.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';

let base: TestDatabase;
let books: ReturnType<typeof createLedger>;
beforeAll(async () => {
  base = await testDatabase();
  books = createLedger({ db: base.db });
});
afterAll(() => base.close());

const entry = (account: LedgerAccount, minor: bigint, currency: 'GBP' | 'JPY' = 'GBP'): LedgerEntry => ({ account, amount: money(minor, currency) });
const post = (posting: Posting): Promise<boolean> => transact(base.db, (tx) => books.service.post(tx, posting, testNow));
const balance = async (account: LedgerAccount, currency: 'GBP' | 'JPY' = 'GBP') => (await books.service.balance(account, currency)).minor;
/** Writes past the service. */
const write = (...lines: readonly string[]) =>
  base.database.transact(
    async (tx) => void (await lines.reduce(async (before, line) => before.then(async () => void (await sql.raw(line).execute(tx))), Promise.resolve())),
  );

describe('what the database refuses', () => {
  test('[quality 5] rows of the ledger are neither changed nor taken away', async () => {
    await post({ effect: 'test:kept', entries: [entry('bank', 5n), entry('operator:fees', -5n)] });
    for (const table of ['ledger_accounts', 'ledger_transactions', 'ledger_entries']) {
      await expect(write(`update ${table} set id = id`)).rejects.toThrow(/only takes new rows|can only be updated to DEFAULT/);
      await expect(write(`delete from ${table}`)).rejects.toThrow('only takes new rows');
      await expect(write(`truncate ${table} cascade`)).rejects.toThrow('only takes new rows');
    }
    await expect(write(`update ledger_entries set minor = 6`)).rejects.toThrow('only takes new rows');
  });

  test('a transaction that does not balance, in any of its currencies, is not committed', async () => {
    const begin = `insert into ledger_transactions (effect, at) values ('test:odd', now())`;
    const add = (account: string, minor: number, currency: string) =>
      `insert into ledger_entries (transaction_id, account_id, currency, minor) select t.id, a.id, '${currency}', ${minor} from ledger_transactions t, ledger_accounts a where t.effect = 'test:odd' and a.name = '${account}'`;
    await post({ effect: 'test:accounts', entries: [entry('bank', 1n), entry('suspense', -1n)] });
    await expect(write(begin)).rejects.toThrow('does not balance');
    await expect(write(begin, add('bank', 5, 'GBP'))).rejects.toThrow('does not balance');
    await expect(write(begin, add('bank', 5, 'GBP'), add('suspense', -4, 'GBP'))).rejects.toThrow('does not balance');
    await expect(write(begin, add('bank', 5, 'GBP'), add('suspense', -5, 'JPY'))).rejects.toThrow('does not balance');
    await write(begin, add('bank', 5, 'GBP'), add('suspense', -5, 'GBP'));
    // Balanced or not, nothing is put into what stands there already.
    await expect(write(add('bank', 5, 'GBP'), add('suspense', -5, 'GBP'))).rejects.toThrow('is closed');
  });

  test('[quality 5] what somebody has paid is used up once, where fifty try at the same time', async () => {
    await post({ effect: 'test:paid', entries: [entry('bank', 100n), entry('customer:31', -100n)] });
    const tries = await Promise.allSettled(
      Array.from({ length: 50 }, (_, at) => post({ effect: `test:use:${at}`, entries: [entry('customer:31', 100n), entry('bank', -100n)] })),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await balance('customer:31')).toBe(0n);
  });
});

describe('postings', () => {
  test('an effect is posted once, also when many post it at once', async () => {
    const posting: Posting = { effect: 'test:once', entries: [entry('provider:sandbox', 70n), entry('supplier:3', -70n)] };
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(posting)));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect([await balance('provider:sandbox'), await balance('supplier:3')]).toEqual([70n, -70n]);
  });

  test('entries that do not sum to nothing are a mistake of ours', async () => {
    await expect(post({ effect: 'test:bad', entries: [entry('bank', 5n), entry('suspense', -4n)] })).rejects.toThrow(TypeError);
    await expect(post({ effect: 'test:bad', entries: [entry('bank', 5n), entry('suspense', -5n, 'JPY')] })).rejects.toThrow(TypeError);
  });

  test('whatever is posted, each currency sums to nothing and each account has what was moved there', async () => {
    const account = fc.constantFrom<LedgerAccount>('supplier:91', 'deposit:91', 'provider:other', 'supplier:92');
    const move = fc.record({ from: account, to: account, minor: fc.bigInt(1n, 10n ** 15n), currency: fc.constantFrom('GBP' as const, 'JPY' as const) });
    let effects = 0;
    const expected = new Map<string, bigint>();
    await fc.assert(
      fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 4 }), async (moves) => {
        const entries = moves.flatMap(({ from, to, minor, currency }) => [entry(to, minor, currency), entry(from, -minor, currency)]);
        const [first, second, ...rest] = entries;
        if (!first || !second || moves.every(({ from, to }) => from === to)) return;
        const isNothing = (name: LedgerAccount) =>
          ['GBP', 'JPY'].every(
            (code) => entries.filter((one) => one.account === name && one.amount.currency === code).reduce((sum, one) => sum + one.amount.minor, 0n) === 0n,
          );
        if (entries.every(({ account: name }) => isNothing(name))) return;
        await post({ effect: `test:any:${effects++}`, entries: [first, second, ...rest] });
        for (const { account: name, amount } of entries)
          expected.set(`${name} ${amount.currency}`, (expected.get(`${name} ${amount.currency}`) ?? 0n) + amount.minor);
      }),
      { numRuns: 40 },
    );
    for (const [name, minor] of expected) {
      const [own, currency] = name.split(' ');
      expect(await balance(own as LedgerAccount, currency as 'GBP')).toBe(minor);
    }
    const { rows } = await sql<{ sum: string }>`select sum(minor)::text as sum from ledger_entries group by currency`.execute(base.db);
    expect(rows.map(({ sum }) => sum)).toEqual(['0', '0']);
  });

  test('what was free with one account goes along when it is joined with another', async () => {
    await post({ effect: 'test:free', entries: [entry('bank', 40n), entry('customer:51', -40n)] });
    await transact(base.db, (tx) => books.joiner.join(tx, { from: asId<UserId>(51), into: asId<UserId>(52) }));
    expect([await balance('customer:51'), await balance('customer:52')]).toEqual([0n, -40n]);
  });
});
