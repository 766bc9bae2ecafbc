/** Who asks axe: one file, which judges each shape of page once in a run. */
import { test } from 'vitest';
import { expectNone, filesBelow } from './source-files.ts';

const asks = ['tests/support/axe.ts'];

test('no test asks axe by itself', () => {
  const findings = filesBelow(['tests', 'scripts'], /\.tsx?$/)
    .filter(({ path, text }) => !asks.includes(path) && path !== 'tests/guards/axe.test.ts' && /axe-core|\bAxeBuilder\b|\.analyze\(\)/.test(text))
    .map(({ path }) => path);
  expectNone(findings, 'Ask violations() of tests/support/axe.ts, or faults() of tests/support/form-faults.ts: they judge a shape of page once.');
});
