/** The audit log: what gets in, and what is noticed afterwards. */
import { createHash, createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, test } from 'vitest';
import type { DbTransaction } from '#lib/db/database.ts';
import { AuditRefusedError, canonical, checkedEntry, noHash } from '#lib/features/audit/audit.rules.ts';
import type { AuditEntry, FactsOf } from '#lib/features/audit/audit.rules.ts';
import { createAuditFeature } from '#lib/features/audit/audit.feature.ts';
import { createAudit } from '#lib/features/audit/audit.service.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { secondNode } from '#tests/support/second-node.ts';

let base: TestDatabase;
let audit: Audit;
beforeAll(async () => {
  base = await testDatabase();
  audit = createAuditFeature({ db: base.db }).service;
});
beforeEach(() => tamper('delete from audit_log'));
afterAll(() => base.close());

const moved = (order: number): AuditEntry<'order-moved'> => ({ actor: 'staff:3', action: 'order-moved', subject: `order:${order}`, data: { from: 1, to: 2 } });
const within = <T>(work: (tx: DbTransaction) => Promise<T>): Promise<T> => base.db.transaction().execute(work);
const write = (entry: AuditEntry, to = audit): Promise<void> => within((tx) => to.append(tx, entry));
async function writeSome(count: number, to = audit): Promise<void> {
  for (let order = 1; order <= count; order++) await write(moved(order), to);
}

/** As somebody who owns the database. */
async function tamper(statement: string): Promise<void> {
  await within(async (tx) => {
    for (const line of ['alter table audit_log disable trigger all', statement, 'alter table audit_log enable trigger all']) await sql.raw(line).execute(tx);
  });
}

test('each row carries the hash of the one before, and a whole chain is told so with its end', async () => {
  expect(await audit.verify()).toEqual({ kind: 'whole', rows: 0, last: undefined });
  await write({ actor: 'person:7', action: 'signed-in', subject: 'person:7', data: { means: 'passkey' } });
  await write({ actor: 'command:import', action: 'catalogue-imported', subject: 'supplier:4', data: { houses: 3, changed: 2, removed: 0, refused: 1 } });
  const rows = await audit.list({ most: 10 });
  expect(rows.map(({ id, actor, action, subject, data, prev_hash }) => [id, actor, action, subject, JSON.parse(data), prev_hash])).toEqual([
    [2n, 'command:import', 'catalogue-imported', 'supplier:4', { houses: 3, changed: 2, removed: 0, refused: 1 }, rows[1]?.hash],
    [1n, 'person:7', 'signed-in', 'person:7', { means: 'passkey' }, noHash],
  ]);
  expect(rows[0]?.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  expect(await audit.verify()).toEqual({ kind: 'whole', rows: 2, last: { id: 2n, hash: rows[0]?.hash } });
  expect(await audit.list({ subject: 'person:7', most: 10 })).toHaveLength(1);
});

test('twenty who append at once, over two nodes, make one chain', async () => {
  const second = await secondNode(base);
  try {
    const other = createAudit({ db: second.db });
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? base.db : second.db).transaction().execute((tx) => (index % 2 === 0 ? audit : other).append(tx, moved(index + 1))),
      ),
    );
  } finally {
    await second.close();
  }
  expect(await audit.verify()).toMatchObject({ kind: 'whole', rows: 20, last: { id: 20n } });
});

test('a transaction taken back leaves no row and no gap', async () => {
  await writeSome(2);
  await expect(
    within(async (tx) => {
      await audit.append(tx, moved(3));
      throw new Error('not this time');
    }),
  ).rejects.toThrow('not this time');
  await writeSome(1);
  expect(await audit.verify()).toMatchObject({ kind: 'whole', rows: 3, last: { id: 3n } });
});

test('rows cannot be changed, deleted or emptied away', async () => {
  await writeSome(1);
  for (const statement of [`update audit_log set actor = 'nobody'`, 'delete from audit_log', 'truncate audit_log'])
    await expect(sql.raw(statement).execute(base.db), statement).rejects.toThrow('audit_log only takes new rows');
  expect(await audit.verify()).toMatchObject({ kind: 'whole', rows: 1 });
});

describe('whoever owns the database and changes the log all the same', () => {
  const after = async (statement: string, asked: Parameters<Audit['verify']>[0] = {}) => {
    await tamper(statement);
    return audit.verify(asked);
  };

  test.each([
    ['actor', `'staff:4'`],
    ['subject', `'order:9'`],
    ['action', `'order-moved '`],
    ['at', `at + interval '1 microsecond'`],
    ['data', `'{"to": 3, "from": 1}'`],
    ['data', `'{"to": 2.0, "from": 1}'`],
    ['hash', `repeat('a', 64)`],
  ])('and edits %s to %s: the row is named', async (column, value) => {
    await writeSome(4);
    expect(await after(`update audit_log set ${column} = ${value} where id = 3`)).toEqual({ kind: 'broken', id: 3n, fault: 'edited' });
    // Begun behind it, the check takes it on trust.
    expect((await audit.verify({ from: 5n })).kind).toBe('whole');
  });

  test('and writes a row anew with its hash: the next one does not follow from it', async () => {
    await writeSome(4);
    const [first] = (await audit.list({ most: 4 })).toReversed();
    if (!first) throw new Error('there was to be a row');
    const hash = createHash('sha256')
      .update(canonical({ ...first, actor: 'staff:9' }))
      .digest('hex');
    expect(await after(`update audit_log set actor = 'staff:9', hash = '${hash}' where id = 1`)).toEqual({ kind: 'broken', id: 1n, fault: 'edited' });
  });

  test('and deletes: the place is named; the end of the log is known by an anchor kept elsewhere', async () => {
    await writeSome(5);
    const [last] = await audit.list({ most: 1 });
    const anchor = { id: last?.id ?? 0n, hash: last?.hash ?? '' };
    expect(await audit.verify({ anchor })).toMatchObject({ kind: 'whole', rows: 5 });
    expect(await after('delete from audit_log where id = 5')).toMatchObject({ kind: 'whole', rows: 4 });
    expect(await audit.verify({ anchor })).toEqual({ kind: 'broken', id: 5n, fault: 'missing' });
    expect(await after('delete from audit_log where id = 2')).toEqual({ kind: 'broken', id: 2n, fault: 'missing' });
    expect(await audit.verify({ from: 3n })).toEqual({ kind: 'broken', id: 2n, fault: 'missing' });
    expect(await after('delete from audit_log where id = 1')).toEqual({ kind: 'broken', id: 1n, fault: 'missing' });
  });

  test('and inserts: the row is named', async () => {
    await writeSome(2);
    const insert = (id: number) =>
      `insert into audit_log select ${id}, at, actor, action, subject, data, repeat('b', 64), repeat('c', 64) from audit_log where id = 1`;
    expect(await after(insert(3))).toEqual({ kind: 'broken', id: 3n, fault: 'inserted' });
    expect(await after(insert(0))).toEqual({ kind: 'broken', id: 0n, fault: 'inserted' });
  });

  test('and has no key cannot write a chain that holds', async () => {
    const sign = (line: string): string => `k1.${createHmac('sha256', 'a key that is not in the database').update(line).digest('base64url')}`;
    const keyed = createAudit({ db: base.db, seal: { sign, verify: (line, signature) => sign(line) === signature } });
    await writeSome(3, keyed);
    expect(await keyed.verify()).toMatchObject({ kind: 'whole', rows: 3 });
    expect(await audit.verify()).toEqual({ kind: 'broken', id: 1n, fault: 'edited' });
    // Written with the plain digest, as somebody without the key would.
    await write(moved(4));
    expect(await keyed.verify()).toEqual({ kind: 'broken', id: 4n, fault: 'edited' });
  });
});

describe('what may be said', () => {
  const entry = { actor: 'staff:3', action: 'order-moved', subject: 'order:1', data: { from: 1, to: 2 } };
  const refused: readonly (readonly [string, object])[] = [
    ['an action nobody declared', { action: 'looked' }],
    ['an inherited name as action', { action: 'constructor' }],
    ['a fact of another name', { data: { from: 1, to: 2, password: 'hunter2' } }],
    ['a fact left out', { data: { from: 1 } }],
    ['text where a number belongs', { data: { from: 1, to: 'a@b.example' } }],
    ['a phone number as id', { data: { from: 1, to: 13_800_138_000 } }],
    ['a fraction', { data: { from: 1, to: 1.5 } }],
    ['a mail address as actor', { actor: 'person:a@b.example' }],
    ['a phone number as actor', { actor: 'person:7700900123' }],
    ['a phone number as subject', { subject: 'person:7700900123' }],
    ['a mail address as subject', { subject: 'mail:a@b.example' }],
    ['a word that is none of the list', { action: 'signed-in', data: { means: 'hunter2' } }],
  ];

  test.each(refused)('%s is refused, and the message does not repeat it', async (_, change) => {
    const wrong = { ...entry, ...change };
    const message = await within((tx) => audit.append(tx, wrong as AuditEntry)).then(
      () => 'written',
      (error: unknown) => (error instanceof AuditRefusedError ? error.message : String(error)),
    );
    expect(message).toMatch(/^(?:action|actor|subject|data)/);
    expect(message).not.toMatch(/hunter2|@|7700900123|13800138000/);
    expect(await audit.list({ most: 1 })).toEqual([]);
  });

  test('types refuse the same where the code is ours', () => {
    expectTypeOf<FactsOf<'signed-in'>>().toEqualTypeOf<{ readonly means: 'password' | 'code' | 'third-party' | 'ticket' | 'passkey' | 'password-and-code' }>();
    // @ts-expect-error there is no such fact
    const entry: AuditEntry<'order-moved'> = { actor: 'staff:1', action: 'order-moved', subject: 'order:1', data: { from: 1, to: 2, mail: 'a@b.example' } };
    expect(() => checkedEntry(entry)).toThrow(AuditRefusedError);
  });
});
