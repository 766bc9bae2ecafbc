/** docs/go-live.md and the files of deploy/ say what the program does: commands, bounds, times, figures. They are read here, not run. */
import { existsSync, readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { largestUpload } from '#lib/api/multipart.ts';
import { liveNames } from '../../scripts/live/names.ts';
import { expectNone, filesBelow } from './source-files.ts';

const read = (path: string): string => readFileSync(path, 'utf8');
const goLive = read('docs/go-live.md');
const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(read('package.json'));
const settings = new Set([...read('src/lib/settings.ts').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name = '']) => name));
const deployed = filesBelow(['deploy'], /./);

test('every check of check:live has its place in the checklist', () => {
  const list = goLive.slice(goLive.indexOf('## Checklist'), goLive.indexOf('## A machine with systemd'));
  const named = [...list.matchAll(/check:live -- ([a-z ]+)/g)].flatMap(([, names = '']) => names.trim().split(' '));
  expectNone(
    // The party is asked by all of them together.
    liveNames.filter((name) => name !== 'party' && name !== 'services' && !named.includes(name)),
    'Say in docs/go-live.md at which step it is made.',
  );
  expect(named.filter((name) => !liveNames.some((known) => known === name))).toEqual([]);
});

test('commands, settings and files that going live names are there', () => {
  expectNone(
    [...goLive.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name).filter((name) => !(name in scripts)),
    'Name a script of package.json.',
  );
  const all = [{ path: 'docs/go-live.md', text: goLive }, ...deployed];
  const own = /\b(?:MAIL|SMS|SMTP|STORAGE|OPERATOR|PAYMENT|TRUSTED|SITE|DATABASE|DATA|APP|METRICS|DRAIN|PICTURE|TILES|TRANSFER|REFUND|CLAMD|SAMPLE)_[A-Z_]+\b/g;
  expectNone(
    all.flatMap(({ path, text }) => [...text.matchAll(own)].filter(([name]) => !settings.has(name)).map(([name]) => `${path}: ${name}`)),
    'Name a setting of src/lib/settings.ts.',
  );
  expectNone(
    [...goLive.matchAll(/`(deploy\/[\w.-]+)`/g)].map(([, path = '']) => path).filter((path) => !existsSync(path)),
    'Name a file of deploy/.',
  );
});

test('systemd starts what npm start starts, and waits as long as a stop may take', () => {
  const unit = read('deploy/loftling.service');
  const [, flags = ''] = /exec node (.+)$/.exec(scripts['start'] ?? '') ?? [];
  expect(unit).toContain(`ExecStart=/usr/bin/node ${flags}\n`);
  for (const [setting] of (scripts['start'] ?? '').matchAll(/^[A-Z_]+=\S+/g)) expect(unit).toContain(`Environment=${setting}\n`);
  // 14 s and what a proxy needs to notice.
  expect(Number(/TimeoutStopSec=(\d+)/.exec(unit)?.[1])).toBeGreaterThanOrEqual(14 + 20);
});

test('proxies let the largest form through, and drop a quiet connection before Loftling does', () => {
  const [nginx, caddy, several] = ['deploy/nginx.conf', 'deploy/Caddyfile.one', 'deploy/Caddyfile'].map(read);
  const keeps = Number(/keepAliveTimeout: ([\d_]+)/.exec(read('src/server/server.ts'))?.[1]?.replace('_', '')) / 1_000;
  const reads = Number(/mostRead = (\d+) \* 1_048_576/.exec(read('src/lib/api/multipart.ts'))?.[1]);
  expect(reads).toBeGreaterThan(largestUpload / 1_048_576);
  expect(Number(/client_max_body_size (\d+)m/.exec(nginx ?? '')?.[1])).toBeGreaterThan(reads);
  expect(Number(/max_size (\d+)MB/.exec(caddy ?? '')?.[1]) * 1_000_000).toBeGreaterThanOrEqual(reads * 1_000_000);
  const quiet = [/keepalive_timeout (\d+)s/.exec(nginx ?? ''), /keepalive (\d+)s/.exec(caddy ?? ''), /keepalive (\d+)s/.exec(several ?? '')];
  for (const found of quiet) expect(Number(found?.[1])).toBeLessThan(keeps);
  const port = /PORT: z.*default\(([\d_]+)\)/.exec(read('src/lib/settings.ts'))?.[1]?.replace('_', '');
  for (const text of [nginx, caddy]) expect(text).toContain(`127.0.0.1:${port}`);
  expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
  expect(nginx).toContain('proxy_set_header Host $host;');
  expect(nginx?.match(/log_format[^;]+/)?.[0]).not.toMatch(/\$request\b|\$request_uri|\$args/);
});

test('alerts ask for figures that there are', () => {
  const rules = load(read('deploy/alerts.yml')) as { groups: { rules: { expr: string }[] }[] };
  const asked = rules.groups.flatMap((group) => group.rules.flatMap(({ expr }) => expr.match(/loftling_\w+/g) ?? []));
  expect(asked.length).toBeGreaterThan(3);
  const told = new Set(filesBelow(['src'], /\.ts$/).flatMap(({ text }) => [...text.matchAll(/name: '(loftling_\w+)'/g)].map(([, name]) => name)));
  expect(asked.filter((name) => !told.has(name))).toEqual([]);
});

test('figures of sizing are those that were measured', () => {
  const measured = read('docs/benchmarks.md');
  for (const [said, row] of [
    ['281 MB after the start', '| twenty seconds after the start | 281 |'],
    ['873 MB after 20,000', '| after 20,000 pages | 873 |'],
    ['462 MB after a second start', 'at 462 MB 30 s after a second start'],
    ['a comparison of homes 1,170', '| house_compare | 1166 |'],
    ['17 s for the first start', '| first | 17.1 |'],
    ['4 s afterwards', '| second | 3.9 |'],
    ['141 a second, 99 of 100 within 341 ms', '| among 40 homes | 141 | 224 | 283 | 341 |'],
    ['55 a second; hashing alone would allow 69', '| signing in | 55.2 |'],
    ['170 lists or 163 homes a second', '| 170 | 197 | 16.2 |'],
  ] as const) {
    expect(goLive).toContain(said);
    expect(measured, `docs/go-live.md, "Sizing", says ${said}`).toContain(row);
  }
});
