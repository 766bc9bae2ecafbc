/** Repeats of a write under one key, over two nodes and one database. */
import { sql } from 'kysely';
import * as z from 'zod/mini';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bind, bindWithin, createApi } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { callerOf } from '#lib/api/caller.ts';
import { contract } from '#lib/api/contract.ts';
import { createIdempotency, scopeOf } from '#lib/api/gates/idempotency.ts';
import type { Session } from '#lib/api/gates/session.ts';
import type { Execution, IdempotencyOptions } from '#lib/api/gates/idempotency.ts';
import { createRateLimits } from '#lib/api/rate-limits.ts';
import { newSealKeys } from '#lib/api/sealing.ts';
import { setCookie } from '#lib/api/set-cookie.ts';
import { wireHeaders } from '#lib/api/signing.ts';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { createIdempotencyRepository, forgetOldKeys } from '#lib/features/transport/idempotency.repository.ts';
import { testDatabase } from '#tests/support/database.ts';
import type { TestDatabase } from '#tests/support/database.ts';
import { secondNode } from '#tests/support/second-node.ts';
import type { SecondNode } from '#tests/support/second-node.ts';
import { bodyOf, form, shown } from '#tests/support/test-wire.ts';

let base: TestDatabase;
let second: SecondNode;
beforeAll(async () => {
  base = await testDatabase();
  second = await secondNode(base);
  await sql`create table deeds (text text not null)`.execute(base.db);
});
afterAll(async () => {
  await second.close();
  await base.close();
});
beforeEach(async () => {
  await sql`delete from deeds`.execute(base.db);
});

const deeds = async (): Promise<number> => (await sql`select 1 from deeds`.execute(base.db)).rows.length;
const text = z.object({ text: z.string() });
const asked = { access: 'public', fulfils: [], method: 'POST', input: text, output: text, repeatable: true, summary: 'Test.' } as const;
const plain = contract({ ...asked, name: 'plain-deed', path: '/_api/test/plain' });
const within = contract({ ...asked, name: 'deed-within', path: '/_api/test/within' });

/** What a deed waits for before it answers. */
let open: Promise<void> = Promise.resolve();
let runs = 0;
beforeEach(() => {
  open = Promise.resolve();
  runs = 0;
});

async function deed(db: Db | DbTransaction, given: string): Promise<{ ok: true; data: { text: string }; cookies: readonly string[] }> {
  const run = ++runs;
  await sql`insert into deeds (text) values (${given})`.execute(db);
  await open;
  if (given.startsWith('throw')) throw new Error('not this time');
  return { ok: true, data: { text: `${given} ${run}` }, cookies: [setCookie('mine', 'alone', 60, false)] };
}

async function node(db: Db, now: () => Date = () => new Date(), options: IdempotencyOptions = {}) {
  const calls: readonly BoundCall[] = [bind(plain, (input) => deed(db, input.text)), bindWithin(within, (input, _, tx) => deed(tx, input.text))];
  const { privateKey } = await newSealKeys();
  const api = createApi({
    calls,
    limits: createRateLimits(0),
    idempotency: createIdempotency(createIdempotencyRepository(db), options),
    sealKey: privateKey,
    ownOrigins: new Set(),
    now,
    onFailure: () => undefined,
  });
  return (path: string, given: string, key: string | undefined, headers: Readonly<Record<string, string>> = {}) =>
    api.request(path, {
      method: 'POST',
      body: new URLSearchParams({ text: given }).toString(),
      headers: {
        'accept-language': 'en-us',
        ...form,
        ...(key === undefined ? {} : { [wireHeaders.idempotencyKey]: key }),
        [wireHeaders.deviceId]: 'device-0001',
        ...headers,
      },
    });
}

const underWay = () => expect.poll(() => runs).toBe(1);

describe.each([plain.path, within.path])('%s', (path) => {
  test('[quality 3] twenty at once over two nodes are done once, and all get the same answer', async () => {
    const nodes = [await node(base.db), await node(second.db)] as const;
    const gate = Promise.withResolvers<void>();
    open = gate.promise;
    const answers = Array.from({ length: 20 }, (_, index) => nodes[index % 2 === 0 ? 0 : 1](path, 'once', `twenty${path.length}`));
    await underWay();
    gate.resolve();
    const got = await Promise.all(answers);
    expect(new Set(await Promise.all(got.map(async (one) => `${one.status} ${JSON.stringify(await bodyOf(one))}`)))).toEqual(
      new Set(['200 {"error_code":0,"message":"","data":{"text":"once 1"}}']),
    );
    expect([runs, await deeds()]).toEqual([1, 1]);
    // What the first asker alone was given is not given again.
    expect(got.map((one) => one.headers.getSetCookie().length).sort()).toEqual([...Array.from({ length: 19 }, () => 0), 1]);
    expect(await shown(nodes[1](path, 'other', `twenty${path.length}`))).toEqual([422, 1104]);
  });

  test('a node whose clock is 61 seconds ahead does not take a call under way for a dead one', async () => {
    const first = await node(base.db);
    const ahead = await node(second.db, () => new Date(Date.now() + 61_000));
    const gate = Promise.withResolvers<void>();
    open = gate.promise;
    const key = `clock-ahead-${path.length}`;
    const one = first(path, 'a', key);
    await underWay();
    const other = ahead(path, 'a', key);
    gate.resolve();
    expect([(await bodyOf(one)).data, (await bodyOf(other)).data, runs]).toEqual([{ text: 'a 1' }, { text: 'a 1' }, 1]);
  });

  test('whoever has waited in vain is told when to ask again', async () => {
    const first = await node(base.db);
    const impatient = await node(second.db, undefined, { patience: 60 });
    const gate = Promise.withResolvers<void>();
    open = gate.promise;
    const key = `waits-in-vain-${path.length}`;
    const one = first(path, 'a', key);
    await underWay();
    // The embedded database has one connection, which a transaction under way keeps: there the other waits for its turn.
    if (path === plain.path || second.db !== base.db) {
      const refused = await impatient(path, 'a', key);
      expect([...(await shown(refused.clone())), refused.headers.get('retry-after')]).toEqual([409, 1103, '2']);
    }
    gate.resolve();
    expect(await shown(one)).toEqual([200, 0]);
    expect(runs).toBe(1);
  });

  test('a failure of ours leaves the key free', async () => {
    const ask = await node(base.db);
    const key = `throws${path.length}`;
    expect(await shown(ask(path, 'throw', key))).toEqual([500, 500]);
    expect(await shown(ask(path, 'fine', key))).toEqual([200, 0]);
    expect(runs).toBe(2);
  });

  test('keys are the session’s, before it the pre-session’s, else the device’s', async () => {
    const ask = await node(base.db);
    const key = `scoped${path.length}`;
    const pre = (id: string) => ({ cookie: `loftling_pre=${id.padEnd(22, 'x')}`, 'sec-fetch-site': 'same-origin' });
    for (const headers of [{}, { [wireHeaders.deviceId]: 'device-0002' }, pre('a'), pre('b')])
      expect(await shown(ask(path, 'a', key, headers))).toEqual([200, 0]);
    expect(runs).toBe(4);
    const again = await ask(path, 'a', key, pre('b'));
    expect([again.headers.get('idempotent-replay'), runs]).toEqual(['true', 4]);
    const caller = callerOf(new Headers(pre('a')), new Date());
    const session: Session = { id: 's-1', userId: 7, standing: 'renter', provedAt: new Date(0) };
    expect(scopeOf('x', { ...caller, session })).toBe('x session s-1');
    const { rows } = await sql<{ key: string }>`select key from idempotency_keys`.execute(base.db);
    expect(rows.filter(({ key: stored }) => /[ax]{5}|device|scoped/.test(stored))).toEqual([]);
  });
});

test('what a call within a transaction wrote goes when it throws, with or without a key; a named refusal stays the answer', async () => {
  const ask = await node(base.db);
  expect(await shown(ask(within.path, 'throw', 'gone-again-1'))).toEqual([500, 500]);
  expect(await shown(ask(within.path, 'throw', undefined))).toEqual([500, 500]);
  expect(await deeds()).toBe(0);
  expect(await shown(ask(within.path, 'kept', undefined))).toEqual([200, 0]);
  expect(await deeds()).toBe(1);
});

describe('a claim', () => {
  const counted = (run: () => Promise<void>): Execution<string, DbTransaction> => ({
    kind: 'plain',
    async run() {
      runs++;
      await run();
      return { value: 'first', answer: { status: 200, body: '{}' }, keep: true };
    },
  });

  test('lives as long as its call, however short the lease', async () => {
    const [one, other] = [
      createIdempotency(createIdempotencyRepository(base.db), { leaseSeconds: 0.3 }),
      createIdempotency(createIdempotencyRepository(second.db)),
    ];
    const gate = Promise.withResolvers<void>();
    const ask = { key: 'k', scope: 'long', digest: 'd', execution: counted(() => gate.promise) };
    const first = one.once(ask);
    await underWay();
    const began = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(base.db);
    const repeat = other.once(ask);
    // Three leases later the second still waits.
    await expect
      .poll(
        async () =>
          (await sql<{ over: boolean }>`select clock_timestamp() > ${began.rows[0]?.at}::timestamptz + interval '0.9 seconds' as over`.execute(base.db)).rows[0]
            ?.over,
      )
      .toBe(true);
    expect(runs).toBe(1);
    gate.resolve();
    expect([await first, await repeat, runs]).toEqual([{ kind: 'first', value: 'first' }, { kind: 'repeat', answer: { status: 200, body: '{}' } }, 1]);
  });

  test('that was lost writes nothing: neither its answer nor the other’s freedom', async () => {
    const store = createIdempotencyRepository(base.db);
    const lost = await store.claim('fenced', 'd', 60);
    // Its process stood still past the lease.
    await base.db.updateTable('idempotency_keys').set({ leased_until: sql<Date>`now() - interval '1 second'` }).where('key', '=', 'fenced').execute();
    const held = await store.claim('fenced', 'd', 60);
    if (lost.kind !== 'new' || held.kind !== 'new') throw new Error('both were to have it');
    expect(await store.renew('fenced', lost.claimId, 60)).toBe(false);
    await store.release('fenced', lost.claimId);
    expect(await store.claim('fenced', 'd', 60)).toEqual({ kind: 'busy' });
    expect(await store.finish('fenced', lost.claimId, { status: 200, body: 'lost' })).toBe(false);
    expect(await store.finish('fenced', held.claimId, { status: 200, body: 'held' })).toBe(true);
    expect(await store.claim('fenced', 'd', 60)).toEqual({ kind: 'known', digest: 'd', answer: { status: 200, body: 'held' } });
  });

  test('of a version without leases ends a minute after it began', async () => {
    const store = createIdempotencyRepository(base.db);
    const row = (key: string, age: string) =>
      base.db
        .insertInto('idempotency_keys')
        .values({ key, digest: 'd', status: null, body: null, started_at: sql<Date>`now() - ${age}::interval`, claim_id: null, leased_until: null });
    await row('young', '50 seconds').execute();
    await row('old', '61 seconds').execute();
    expect([(await store.claim('young', 'd', 60)).kind, (await store.claim('old', 'd', 60)).kind]).toEqual(['busy', 'new']);
  });

  test('is forgotten after a day, and free then', async () => {
    const store = createIdempotencyRepository(base.db);
    const claim = await store.claim('yesterday', 'd', 60);
    if (claim.kind !== 'new') throw new Error('it was to be new');
    await store.finish('yesterday', claim.claimId, { status: 200, body: '{}' });
    await base.db.updateTable('idempotency_keys').set({ started_at: sql<Date>`now() - interval '25 hours'` }).where('key', '=', 'yesterday').execute();
    expect((await store.claim('yesterday', 'e', 60)).kind).toBe('new');
    await base.db.updateTable('idempotency_keys').set({ started_at: sql<Date>`now() - interval '25 hours'` }).where('key', '=', 'yesterday').execute();
    expect(await forgetOldKeys(base.db)).toBe(1);
  });
});

test('an answer that is encrypted to its asker cannot be kept for another', async () => {
  const both = { ...asked, name: 'both', path: '/_api/test/both', sealed: true } as const;
  // @ts-expect-error one of the two
  expect(contract(both)).toBe(both);
  const call: BoundCall = { kind: 'plain', contract: both, answer: async () => ({ ok: true, data: { text: '' } }) };
  const { privateKey } = await newSealKeys();
  const api = () =>
    createApi({
      calls: [call],
      limits: createRateLimits(0),
      idempotency: createIdempotency(createIdempotencyRepository(base.db)),
      sealKey: privateKey,
      ownOrigins: new Set(),
      now: () => new Date(),
      onFailure: () => undefined,
    });
  expect(api).toThrow('both is repeatable and sealed');
});
