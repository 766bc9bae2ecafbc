/** Papers that are printed for one person: as many in an hour as dear writes, and evidence in a bounded line that is left by who goes. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { Count, CounterStore } from '#lib/api/counters.schema.ts';
import type { SessionReaders } from '#lib/api/gates/session.ts';
import { createSharedLimits, sharedLimits } from '#lib/api/shared-limits.ts';
import { createContractsHandler } from '#server/files/contracts-handler.ts';
import { createEvidenceHandler } from '#server/files/evidence-handler.ts';
import { createPaperLimit } from '#server/files/paper-limit.ts';
import { createReceiptsHandler } from '#server/files/receipts-handler.ts';
import { createRentReceiptsHandler } from '#server/files/rent-receipts-handler.ts';
import type { Handler } from '#server/handler.ts';

const paper = Buffer.from('%PDF-');
const most = sharedLimits['write-heavy'].account;
/** The token is the number of whose session it is. */
const sessions = {
  people: { read: async (token: string) => ({ id: token, userId: Number(token), standing: 'renter', provedAt: new Date() }) },
  staff: { read: async () => undefined },
} as unknown as SessionReaders;

/** Counts in this process what nodes count in their database. */
function counters(): CounterStore {
  const points = new Map<string, number>();
  const add = (key: string): Count => {
    points.set(key, (points.get(key) ?? 0) + 1);
    return { key, points: points.get(key) ?? 0, endsIn: 3_600 };
  };
  return {
    add: async (keys) => keys.map(({ key }) => add(key)),
    addWithin: async () => true,
    has: async () => false,
    takeBack: async () => undefined,
    move: async () => undefined,
  };
}

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

/** The files as a server gives them out. @param evidence prints one. */
async function open(factor: number, evidence: () => Promise<Buffer | undefined> = async () => paper) {
  const told: string[] = [];
  /** Cookies of those who went before they were answered. */
  const gone: string[] = [];
  const seen = { requests: 0 };
  const shared = createSharedLimits({ store: counters(), digest: (text) => text, factor });
  const mayPrint = createPaperLimit({ shared, trustedProxies: 0, onRefused: ({ event, path }) => void told.push(`${event} ${path}`) });
  const parts = { sessions, mayPrint, now: () => new Date() };
  const file = async (): Promise<Buffer> => paper;
  const handlers: readonly Handler[] = [
    createReceiptsHandler({ ...parts, receiptFile: file, invoiceFile: file, creditNoteFile: file, sponsorReceipt: file }),
    createRentReceiptsHandler({ ...parts, receiptFile: file }),
    createContractsHandler({ ...parts, contractFile: file, staffContract: file, guardianFile: file, supplierContractFile: file }),
    createEvidenceHandler({ ...parts, file: evidence, photoByLink: async () => undefined }),
  ];
  const server = createServer(async (request, response) => {
    seen.requests += 1;
    response.once('close', () => void (response.writableEnded || gone.push(request.headers.cookie ?? '')));
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    for (const handler of handlers) if ((await handler(request, response, url)) !== undefined) return;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = (path: string, user: number | undefined, signal?: AbortSignal) =>
    fetch(`${origin}${path}`, { headers: user === undefined ? {} : { cookie: `uhouzz_token=${user}` }, ...(signal ? { signal } : {}) });
  return { ask, told, gone, seen };
}

const receipt = '/users/receipts/K7QM-2XPA.pdf';
const rent = '/users/rent-receipts/K7QM-2XPA.pdf';
const evidence = '/users/evidence/en-us/K7QM-2XPA.pdf';
const contract = `/users/contracts/K7QM-2XPA/${'0a'.repeat(32)}.pdf`;
const papers = [receipt, rent, evidence, contract];

test('who has many papers printed is told to come again, whatever kind they are; others are not', async () => {
  const { ask, told } = await open(1);
  for (let index = 0; index < most; index++) expect((await ask(papers[index % papers.length] ?? '', 7)).status).toBe(200);
  for (const path of papers) {
    const answer = await ask(path, 7);
    expect([answer.status, answer.headers.get('retry-after'), answer.headers.get('cache-control')]).toEqual([429, '3600', 'private, no-store']);
  }
  expect(told).toEqual(papers.map((path) => `limit ${path}`));
  expect((await ask(receipt, 8)).status).toBe(200);
  expect((await ask('/users/credit-notes/K7QM-2XPA.pdf', 8)).status).toBe(200);
  // Who is nobody has nothing printed, and spends nothing.
  expect((await ask(receipt, undefined)).status).toBe(404);
});

test('keys that are made up are counted by the address they come from', async () => {
  const { ask } = await open(1);
  const made = (index: number): string =>
    index % 2 === 0 ? `${evidence}?key=made-up-${index}` : `/users/contracts/guardian/${'made-up-'.repeat(3)}${index}.pdf`;
  const statuses = [];
  for (let index = 0; index <= most; index++) statuses.push((await ask(made(index), undefined)).status);
  expect(statuses).toEqual([...Array.from({ length: most }, () => 200), 429]);
});

test('evidence stands in a bounded line: beyond it 503, one file for who asks twice, and none for who has gone', async () => {
  const gate = Promise.withResolvers<void>();
  let printed = 0;
  const { ask, gone, seen } = await open(0, async () => {
    printed++;
    await gate.promise;
    return paper;
  });
  const first = ask(evidence, 1);
  await expect.poll(() => printed).toBe(1);
  const again = ask(evidence, 1);
  const left = new AbortController();
  const leaving = Array.from({ length: 8 }, (_, index) => ask(evidence, 100 + index, left.signal).catch(() => 'gone'));
  const staying = Array.from({ length: 8 }, (_, index) => ask(evidence, 200 + index));
  await expect.poll(() => seen.requests).toBe(18);
  const full = await ask(evidence, 999);
  expect([full.status, full.headers.get('retry-after')]).toEqual([503, '10']);
  left.abort();
  expect(await Promise.all(leaving)).toEqual(leaving.map(() => 'gone'));
  await expect.poll(() => gone).toHaveLength(8);
  gate.resolve();
  expect((await Promise.all([first, again, ...staying])).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  expect(printed).toBe(9);
});
