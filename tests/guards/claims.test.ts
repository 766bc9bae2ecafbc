/** What the site promises its readers (docs/claims.md): each promise stands where the table says, and what keeps it is there. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { catalogues } from '#lib/i18n/catalogues.ts';
import { en } from '#lib/i18n/catalogues/en/index.ts';
import { expectNone, filesBelow } from './source-files.ts';

const rows = readFileSync('docs/claims.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| promise') && !line.startsWith('| --'))
  .map((line) => {
    const [promise = '', where = '', keeper = ''] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    return { promise, where: quoted(where), keepers: quoted(keeper) };
  });

function quoted(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);
}

const messages: Readonly<Record<string, Readonly<Record<string, string>>>> = en;

/** A message of the English catalogue (plural forms by their stem), or a file of the content. */
function stands(where: string): boolean {
  const [area = '', key = ''] = where.split('.');
  const found = messages[area];
  return existsSync(where) || (found !== undefined && (key in found || `${key}_other` in found));
}

test('each promise says where it stands, and stands there', () => {
  expect(rows.length).toBeGreaterThanOrEqual(20);
  const findings = rows.flatMap(({ promise, where }) =>
    where.length === 0 ? [`${promise}: nowhere`] : where.filter((one) => !stands(one)).map((one) => `${promise}: ${one}`),
  );
  expectNone(findings, 'Name the message or the file that makes the promise, or take the row out with the promise.');
});

test('each promise names the test or the code that keeps it', () => {
  const findings = rows.flatMap(({ promise, keepers }) => {
    const [path = '', ...titles] = keepers;
    if (!existsSync(path)) return [`${promise}: ${path || 'nothing'} does not exist`];
    const text = readFileSync(path, 'utf8');
    return titles.filter((title) => !text.includes(title)).map((title) => `${promise}: ${path} has no ${title}`);
  });
  expectNone(findings, 'Write the test first, or take the promise off the site.');
});

test('help, policies and the front page’s promises are all accounted for', () => {
  const named = new Set(rows.flatMap(({ where }) => where));
  const needed = [
    ...filesBelow(['src/content/policies/en-us', 'src/content/help/en-us'], /(?:policy|agreement|whole-price|freshness|cancellation)\.md$/).map(
      ({ path }) => path,
    ),
    ...Object.keys(en.places).flatMap((key) => (/^(?:protect_\w+?_text|family_intro|fresh_day)$/.test(key) ? [`places.${key}`] : [])),
  ];
  expectNone(
    needed.filter((one) => !named.has(one)),
    'Give it a row in docs/claims.md.',
  );
});

test('nothing hurries the reader, in any language', () => {
  const hurry = /hurry|countdown|people are (?:looking|viewing)|người đang xem|人正在看|人正在瀏覽|即将售罄|即將售罄|sắp hết/i;
  const findings = Object.entries(catalogues).flatMap(([language, areas]) =>
    Object.entries(areas).flatMap(([area, entries]) =>
      Object.entries(entries)
        .filter(([, text]) => hurry.test(text))
        .map(([key, text]) => `${language}/${area}.json ${key}: ${text}`),
    ),
  );
  expectNone(findings, 'Say what is so, without urging.');
});
