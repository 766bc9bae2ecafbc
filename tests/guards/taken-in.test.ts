/** What people paste and what browsers keep: one place each, so that no new field or control has a way of its own. */
import { expect, test } from 'vitest';
import { formPages } from '#lib/form-pages.ts';
import { partsOf } from '#lib/forms/form-parts.rules.ts';
import { expectNone, filesBelow, linesLike } from './source-files.ts';

const product = filesBelow(['src'], /\.(ts|tsx|astro)$/);

test('codes, numbers and mail addresses are cleaned by one module', () => {
  const findings = product
    .filter(({ path }) => path !== 'src/lib/validation/pasted.rules.ts')
    .flatMap((file) => linesLike(file, /replace(?:All)?\(\/\[\\s\(\)|normalize\('NFKC'\)\s*\.replaceAll\(\/\\D/));
  expectNone(findings, 'Ask plainNumber, plainCode, plainSigns or plainMailbox of src/lib/validation/pasted.rules.ts.');
});

test('every field of a form that is a code, a number or a mail address is cleaned of what pasting brings', () => {
  let seen = 0;
  for (const [name, { definition }] of Object.entries(formPages))
    for (const field of definition.fields.filter(({ kind }) => kind === 'code' || kind === 'phone' || kind === 'email')) {
      seen++;
      expect(partsOf(definition).find((part) => part.name === field.name)?.plain, `${name} ${field.name}`).toBeDefined();
    }
  expect(seen).toBeGreaterThan(10);
});

/** Each catches what a browser throws that lets nothing be stored: there, already the name of the storage throws. */
const storages = ['src/scripts/browser-storage.ts', 'src/islands/browser/kept.ts', 'src/islands/browser/api.ts', 'src/islands/captcha/solve-captcha.ts'];

test('what a browser keeps is asked for where a refusal is caught', () => {
  const findings = product
    .filter(({ path }) => !storages.includes(path))
    .flatMap((file) => linesLike(file, /\b(?:window\.)?(?:local|session)Storage(?:\.|\[|\s*[=!]==)/))
    .filter((line) => !/:\d+: (\*|\/\/|\/\*)/.test(line));
  expectNone(findings, 'Use recall and keep of src/scripts/browser-storage.ts.');
});
