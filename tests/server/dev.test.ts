/**
 * `npm run dev`: every kind of page and call answers as in production, without a build. It serves a copy of the tree that goes by another
 * name, so that a page on which the old one is written shows here.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { freePort } from '#tests/support/free-port.ts';

const folder = mkdtempSync(join(tmpdir(), 'loftling-dev-test-'));
const tree = join(folder, 'tree');
let child: ChildProcess;
let origin = '';
let output = '';

/** Names of the tree, and those that an operator would put in their place. */
const others = { Loftling: 'Nestwell', 栖学: '新居易', 棲學: '新居易' } as const;

/** A copy of the tree with one file edited: the brand. */
function copyWithOtherBrand(): void {
  for (const name of ['src', 'scripts', 'public', 'docs', 'package.json', 'package-lock.json', 'tsconfig.json', 'astro.config.mjs', 'server.ts'])
    cpSync(name, join(tree, name), { recursive: true });
  symlinkSync(resolve('node_modules'), join(tree, 'node_modules'));
  const file = join(tree, 'src/lib/brand.ts');
  let text = readFileSync(file, 'utf8');
  for (const [before, after] of Object.entries(others)) text = text.replaceAll(before, after);
  writeFileSync(file, text);
}

/** An editor's picture in that copy, at the end of the FAQ. */
async function showPicture(): Promise<void> {
  mkdirSync(join(tree, 'src/content/pictures'));
  const picture = sharp({ create: { width: 1_200, height: 800, channels: 3, background: '#0f5c6e' } });
  writeFileSync(join(tree, 'src/content/pictures/desk.webp'), await picture.webp().toBuffer());
  appendFileSync(join(tree, 'src/content/help/en-us/faq.md'), '\n![A desk by the window](/pictures/desk.webp)\n');
}

beforeAll(async () => {
  copyWithOtherBrand();
  await showPicture();
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  child = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: tree,
    // The setting says where, as for the server.
    env: { PORT: String(port), PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: folder, SAMPLE_CATALOGUE: 'off' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const isReady = (): Promise<boolean> =>
    fetch(`${origin}/_api/time`).then(
      ({ ok }) => ok,
      () => false,
    );
  await vi.waitFor(
    async () => {
      if (!(await isReady())) throw new Error(output);
    },
    { timeout: 300_000, interval: 500 },
  );
});
afterAll(() => {
  child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

test('shows cached, built, private-to-be and missing pages, and answers calls, files for machines and pictures', async () => {
  for (const [path, status, holds] of [
    ['/', 200, '<html lang="zh-CN"'],
    ['/en/uk/london', 200, '<h1'],
    ['/vn/city', 200, '<html lang="vi"'],
    ['/en/blog', 200, '<h1'],
    ['/en/no-such-page', 404, '<h1'],
    ['/_houseApi/search/suggest?keyword=leeds', 200, '"error_code":0'],
    ['/robots.txt', 200, 'Sitemap:'],
    ['/dev/outbox', 200, '<html'],
    ['/en/staff/parts', 200, 'id="problems"'],
    ['/vn/staff/parts?scheme=dark', 200, '<html lang="vi"'],
  ] as const) {
    const answer = await fetch(`${origin}${path}`);
    expect([path, answer.status]).toEqual([path, status]);
    expect(await answer.text(), path).toContain(holds);
  }
});

test('a picture of editors comes with its size, late, and in words', async () => {
  const page = await (await fetch(`${origin}/en/general-pages/helps/123888`)).text();
  expect(page).toMatch(/<img src="[^"]*desk[^"]*" alt="A desk by the window" width="1200" height="800" loading="lazy" decoding="async">/);
});

test('a brand that was changed in brand.ts alone leaves none of the old names on pages, in all languages', async () => {
  const paths = ['/', '/city', '/blog', '/about-uhomes', '/providers', '/manifest.webmanifest', '/llms.txt', '/no-such-page'];
  const seen = new Set<string>();
  for (const prefix of ['', '/en', '/hk', '/tw', '/vn'])
    for (const path of paths) {
      const answer = await fetch(`${origin}${prefix}${path === '/' && prefix !== '' ? '' : path}`);
      const text = await answer.text();
      const old = Object.keys(others).filter((name) => new RegExp(/^\w+$/.test(name) ? String.raw`\b${name}\b` : name).test(text));
      expect([prefix, path, old]).toEqual([prefix, path, []]);
      for (const name of Object.values(others)) if (text.includes(name)) seen.add(name);
    }
  expect([...seen].toSorted()).toEqual([...new Set(Object.values(others))].toSorted());
});

test('ends with status 0 when it is told to', async () => {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect([await ended, output.slice(-300)]).toEqual([[0, null], expect.any(String)]);
});
