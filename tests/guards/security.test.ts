/**
 * docs/security.md goes through the whole of ASVS 5.0.0, levels 1 and 2: a requirement without a row, a row that says neither a test nor a plain
 * word, a test that is not there, and a gap that the list at the end leaves out fail here.
 */
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expectNone } from './source-files.ts';

const text = readFileSync('docs/security.md', 'utf8');
const [rowsPart = '', gapsPart = ''] = text.slice(text.indexOf('\n## ASVS 5.0.0')).split('\n## Not met');

/** Numbers of the standard's sections, and of the requirements of levels 1 and 2 in each: `3-6` are all from 3 to 6. */
const asked: Readonly<Record<string, string>> = {
  '1.1': '1-2',
  '1.2': '1-9',
  '1.3': '1-11',
  '1.4': '1-3',
  '1.5': '1-2',
  '2.1': '1-3',
  '2.2': '1-3',
  '2.3': '1-4',
  '2.4': '1',
  '3.2': '1-2',
  '3.3': '1-4',
  '3.4': '1-6',
  '3.5': '1-5',
  '3.7': '1-2',
  '4.1': '1-3',
  '4.2': '1',
  '4.3': '1-2',
  '4.4': '1-4',
  '5.1': '1',
  '5.2': '1-3',
  '5.3': '1-2',
  '5.4': '1-3',
  '6.1': '1-3',
  '6.2': '1-12',
  '6.3': '1-4',
  '6.4': '1-4',
  '6.5': '1-5',
  '6.6': '1-3',
  '6.8': '1-4',
  '7.1': '1-3',
  '7.2': '1-4',
  '7.3': '1-2',
  '7.4': '1-5',
  '7.5': '1-2',
  '7.6': '1-2',
  '8.1': '1-2',
  '8.2': '1-3',
  '8.3': '1',
  '8.4': '1',
  '9.1': '1-3',
  '9.2': '1-4',
  '10.1': '1-2',
  '10.2': '1-2',
  '10.3': '1-4',
  '10.4': '1-11',
  '10.5': '1-5',
  '10.6': '1-2',
  '10.7': '1-3',
  '11.1': '1-2',
  '11.2': '1-3',
  '11.3': '1-3',
  '11.4': '1-4',
  '11.5': '1',
  '11.6': '1',
  '12.1': '1-3',
  '12.2': '1-2',
  '12.3': '1-4',
  '13.1': '1',
  '13.2': '1-5',
  '13.3': '1-2',
  '13.4': '1-5',
  '14.1': '1-2',
  '14.2': '1-4',
  '14.3': '1-3',
  '15.1': '1-3',
  '15.2': '1-3',
  '15.3': '1-7',
  '16.1': '1',
  '16.2': '1-5',
  '16.3': '1-4',
  '16.4': '1-3',
  '16.5': '1-3',
  '17.1': '1',
  '17.2': '1-4',
  '17.3': '1-2',
};

const numbersIn = (ranges: string): readonly number[] =>
  ranges.split(' ').flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, at) => from + at);
  });
const wanted = Object.entries(asked).flatMap(([section, ranges]) => numbersIn(ranges).map((number) => `${section}.${number}`));

const cellsOf = (line: string): readonly string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
const rows = rowsPart.split('\n').flatMap((line) => {
  const [first = '', what = '', here = '', held = ''] = cellsOf(line);
  const [, id, level] = /^(\d+\.\d+\.\d+) · L([12])$/.exec(first) ?? [];
  return id === undefined || level === undefined ? [] : [{ id, what, here, held }];
});

test('each requirement of levels 1 and 2 has one row, in the order of the standard', () => {
  expect(rows.map(({ id }) => id)).toEqual(wanted);
});

const plain = /^(?:does not apply: .{3,}|met by reading, no test)$/;
const quoted = (cell: string): readonly string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);

test('each row names a test, or says plainly that none holds it', () => {
  const findings = rows.filter(({ what, here, held }) => {
    if (what === '' || here === '') return true;
    return !plain.test(held) && !/^not met\b.{8,}/.test(held) && !quoted(held).some((word) => word.startsWith('tests/'));
  });
  expectNone(
    findings.map(({ id, held }) => `${id}: ${held}`),
    'Name the test, or say "not met: …", "does not apply: …" or "met by reading, no test".',
  );
});

test('the tests that rows name are there, with the titles they name', () => {
  const findings = rows.flatMap(({ id, held }) => {
    let file: string | undefined;
    return quoted(held).flatMap((word) => {
      if (word.startsWith('tests/')) {
        file = word;
        return existsSync(word) ? [] : [`${id}: ${word} does not exist`];
      }
      if (file === undefined || !existsSync(file)) return [];
      return readFileSync(file, 'utf8').includes(word) ? [] : [`${id}: ${file} has no "${word}"`];
    });
  });
  expectNone(findings, 'Name the test as it is called now, or say that the requirement is not met.');
});

test('what is not met stands in the list at the end, and nothing else does', () => {
  const listed = gapsPart.split('\n').flatMap((line) => cellsOf(line)[0]?.match(/\d+\.\d+\.\d+/g) ?? []);
  const gaps = rows.filter(({ held }) => held.startsWith('not met')).map(({ id }) => id);
  expect(listed.toSorted()).toEqual(gaps.toSorted());
});
