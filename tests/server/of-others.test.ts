/**
 * Pages and files of people on the built site: the address of what another person has answers as one that never was. Two people have one of
 * everything when the site starts; what one is answered with the other's ids is compared, with its owner's answer beside it.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPaths } from '#lib/paths.ts';
import { routes } from '#lib/routes.ts';
import type { RouteDefinition } from '#lib/routes.ts';
import { belongingsSettings, missing, openBelongingsDesk, withEverything } from '#tests/support/belongings.ts';
import type { Belongings, Thing } from '#tests/support/belongings.ts';
import { databaseForServer } from '#tests/support/database.ts';
import { fileRows, otherHandlers, pageRows, plainParts, publicParts, secretParts } from '#tests/support/ids-of-pages.ts';
import { known } from '#tests/support/list-pages.ts';
import { startSite } from '#tests/support/site.ts';
import type { Site } from '#tests/support/site.ts';

const paths = createPaths('en-us', false);
const ofPeople = Object.entries<RouteDefinition>(routes).filter(
  ([, { access, render, page }]) => page !== 'later' && !access.startsWith('staff') && (access !== 'public' || render === 'private'),
);
const parametersOf = ({ pattern }: RouteDefinition): readonly string[] => [...(pattern ?? '').matchAll(/:(\w+)/g)].map(([, name = '']) => name);

test('every part of the address of every private page is known to name something of a person, or not to', () => {
  const parts = ofPeople
    .filter(([name]) => !name.startsWith('staff'))
    .flatMap(([name, route]) => [...parametersOf(route), ...(route.query ?? [])].map((part) => ({ part, row: `${name}.${part}` })));
  const isKnown = (part: string, row: string): boolean => row in pageRows || secretParts.has(row) || publicParts.has(row) || plainParts.has(part);
  expect(parts.filter(({ part, row }) => !isKnown(part, row)).map(({ row }) => row)).toEqual([]);
  const rows = new Set(parts.map(({ row }) => row));
  expect(
    [...Object.keys(pageRows), ...secretParts, ...publicParts].filter((row) => !rows.has(row)),
    'rows of no page',
  ).toEqual([]);
  const names = new Set(parts.map(({ part }) => part));
  expect(
    [...plainParts].filter((part) => !names.has(part)),
    'parts of no page',
  ).toEqual([]);
});

test('every handler of files is known to give out something of a person, or not to', () => {
  const handlers = readdirSync('src/server/files').flatMap((file) => /^(.+)-handler\.ts$/.exec(file)?.[1] ?? []);
  const listed = [...new Set([...fileRows.map(({ handler }) => handler), ...otherHandlers])];
  expect(listed.sort()).toEqual(handlers.sort());
});

const folder = mkdtempSync(join(tmpdir(), 'loftling-of-others-'));
let site: Site;
let [owner, stranger]: Belongings[] = [];
beforeAll(async () => {
  const secret = randomBytes(32);
  const desk = await openBelongingsDesk({ open: () => databaseForServer({ dataDir: folder }), secret, now: new Date(), settings: { DATA_DIR: folder } });
  try {
    owner = await withEverything(desk, 0);
    stranger = await withEverything(desk, 1);
  } finally {
    await desk.office.close();
  }
  site = await startSite({ ...belongingsSettings, APP_SECRET: secret.toString('base64'), RATE_LIMIT_FACTOR: '0' }, folder);
});
afterAll(async () => {
  await site.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** An answer without the id itself, and without what differs from one answer to the next. */
async function answered(by: Belongings, address: string, id: string) {
  const cookie = [...by.by.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  // Packed, a page is as long as its tokens are random; its etag is the digest of them too.
  const headersSent = { cookie, 'sec-fetch-site': 'same-origin', 'accept-encoding': 'identity' };
  const answer = await fetch(`${site.baseUrl}${address}`, { headers: headersSent, redirect: 'manual' });
  // An id of few digits stands in a page for other things too.
  const alone = id.length < 8 ? String.raw`(?<=[?&;]\w+=)${id}(?![\w-])` : id;
  // Tokens of forms are written otherwise each time.
  const without = (text: string): string => text.replaceAll(new RegExp(alone, 'g'), 'the-id').replaceAll(/(name="(?:csrf|whose)" value=")[^"]+/g, '$1a token');
  const headers = [...answer.headers].filter(([name]) => !['date', 'etag', 'x-trace-id', 'x-query-count', 'server-timing'].includes(name));
  const body = Buffer.from(await answer.arrayBuffer()).toString('latin1');
  return { status: answer.status, headers: without(JSON.stringify(headers)), body: without(body) };
}

/** What a text says from where it is another than the other. */
function from(text: string, other: string): string {
  if (text === other) return '';
  const at = [...text].findIndex((letter, index) => letter !== other[index]);
  return text.slice(Math.max(at - 80, 0), at + 80);
}

function addressOf(row: string, id: string, more: Readonly<Record<string, string>> = {}): string {
  const [, name = '', part = ''] = /^(.+)\.(\w+)$/.exec(row) ?? [];
  const given: Readonly<Record<string, string>> = { ...more, [part]: id };
  const route = known(ofPeople.find(([one]) => one === name))[1];
  const inPath = parametersOf(route);
  const path = (route.pattern ?? '').replaceAll(/:(\w+)/g, (_, one: string) => encodeURIComponent(given[one] ?? ''));
  const query = new URLSearchParams(Object.entries(given).filter(([one]) => !inPath.includes(one))).toString();
  return `${paths.local(path)}${query === '' ? '' : `?${query}`}`;
}

const pages = Object.entries(pageRows).map(([row, { of, more }]) => ({ row, of, address: (id: string, own: Belongings) => addressOf(row, id, more?.(own)) }));
const files = fileRows.map(({ handler, of, path }) => ({ row: `${handler} of ${of} at ${path('…', {} as Belongings)}`, of, address: path }));
const rows: readonly { readonly row: string; readonly of: Thing; readonly address: (id: string, own: Belongings) => string }[] = [...pages, ...files];

describe('what another person has', () => {
  test.each(rows)('is for a stranger as if it were not there: $row', async ({ of, address }) => {
    const [mine, theirs] = [known(stranger), known(owner)];
    const never = await answered(mine, address(missing(of), mine), missing(of));
    const real = await answered(mine, address(theirs[of], mine), theirs[of]);
    expect(real, from(real.headers + real.body, never.headers + never.body)).toEqual(never);
  });

  test.each(rows)('is its owner’s: $row', async ({ of, address }) => {
    const theirs = known(owner);
    const never = await answered(theirs, address(missing(of), theirs), missing(of));
    const real = await answered(theirs, address(theirs[of], theirs), theirs[of]);
    expect({ status: real.status, headers: '', body: real.body.length }).not.toEqual({ status: never.status, headers: '', body: never.body.length });
  });
});
