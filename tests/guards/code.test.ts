/** House rules of the code that no linter knows. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { codeOf, expectNone, filesBelow, lineOf, linesLike, topmost, visit } from './source-files.ts';

const source = [...filesBelow(['src', 'scripts', 'tests'], /\.(ts|tsx|astro)$/), ...topmost(/^server\.ts$/)];
const product = source.filter(({ path }) => path.startsWith('src/') || path === 'server.ts');

/** Whether an expression is the result of `.json()`, awaited or not. */
function isFromJson(node: ts.Expression): boolean {
  if (ts.isAwaitExpression(node) || ts.isParenthesizedExpression(node)) return isFromJson(node.expression);
  return ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === 'json';
}

/** What each of them is written with: a file without is not parsed. Formatted code has no blank before a ! that follows its expression. */
const writtenWith = /\bany\b|[^\s([{!&|=:?,;<]!|\.json\b/;

test('no any, no non-null !, no cast of what .json() gives', () => {
  for (const code of ['x: any', 'a.b!.c', 'f()!', 'list[0]!', '(await answer.json()) as Home']) expect(code).toMatch(writtenWith);
  const findings = source.flatMap((file) => {
    if (!writtenWith.test(file.text)) return [];
    const code = codeOf(file);
    const found: string[] = [];
    visit(code, (node) => {
      const what =
        node.kind === ts.SyntaxKind.AnyKeyword
          ? 'any'
          : ts.isNonNullExpression(node)
            ? 'non-null !'
            : ts.isAsExpression(node) && isFromJson(node.expression) && node.type.kind !== ts.SyntaxKind.UnknownKeyword
              ? 'a cast of .json()'
              : undefined;
      if (what) found.push(`${file.path}:${lineOf(code, node)}: ${what}`);
    });
    return found;
  });
  expectNone(findings, 'Use unknown and a zod schema, or handle the missing case.');
});

/** Runs in browsers, which ask the site that their page came from. */
const ofBrowsers = /^src\/(?:islands|scripts)\/|^src\/lib\/api\/client\.ts$/;
/** Whether a call asks another host: by the runtime's own fetch, by the library over it, or by the client that signs for a bucket. */
const asksOutside = ({ expression }: ts.CallExpression): boolean =>
  ts.isIdentifier(expression)
    ? /^(?:fetch|ofetch|\$fetch)$/.test(expression.text)
    : ts.isPropertyAccessExpression(expression) &&
      expression.name.text === 'fetch' &&
      ts.isIdentifier(expression.expression) &&
      expression.expression.text === 'client';
const staysThere = (settings: ts.Expression | undefined): boolean =>
  settings !== undefined &&
  ts.isObjectLiteralExpression(settings) &&
  settings.properties.some(
    (one) =>
      ts.isPropertyAssignment(one) &&
      one.name.getText() === 'redirect' &&
      ts.isStringLiteral(one.initializer) &&
      (one.initializer.text === 'manual' || one.initializer.text === 'error'),
  );

test('what the server asks of others follows no redirect: it could lead anywhere', () => {
  let looked = 0;
  const findings = product.flatMap((file) => {
    if (ofBrowsers.test(file.path) || !/fetch\(/.test(file.text) || !file.path.endsWith('.ts')) return [];
    const code = codeOf(file);
    const found: string[] = [];
    visit(code, (node) => {
      if (!ts.isCallExpression(node) || !asksOutside(node)) return;
      looked += 1;
      if (!staysThere(node.arguments[1])) found.push(`${file.path}:${lineOf(code, node)}`);
    });
    return found;
  });
  expect(looked).toBeGreaterThan(5);
  expectNone(findings, "Say redirect: 'manual' or 'error', or ask by createOutside of src/lib/ports/outside.ts.");
});

test('only config.ts reads the environment', () => {
  const findings = product
    .filter(({ path }) => path !== 'src/lib/config.ts')
    .flatMap((file) => linesLike({ ...file, text: file.text.replaceAll('readConfig(process.env)', '') }, /\bprocess\.env\b|\bimport\.meta\.env\b/))
    .filter((line) => !/:\d+: (\*|\/\/|\/\*)/.test(line));
  expectNone(findings, 'Add the setting to src/lib/settings.ts, with a default and a doc comment, and take it as an argument.');
});

test('programs that write into the data folder first see to it that only their user can read what they make', () => {
  const programs = source.filter(
    ({ path, text }) => /^(?:server|scripts\/[\w-]+)\.ts$/.test(path) && /\b(?:openLoftling|openDatabase|startLoftling)\(/.test(text),
  );
  // A command that is declared imports it when it runs: before that it may install and build, which is for everybody.
  const isFirst = (text: string): boolean =>
    /^import '[^']*\/private-files\.ts';/.test(text.slice(Math.max(0, text.search(/^import /m)))) ||
    text.slice(Math.max(0, text.indexOf('await import('))).startsWith("await import('#lib/private-files.ts')");
  const findings = programs
    // What the export writes is for everybody; its database is closed to others by its lock.
    .filter(({ path, text }) => path !== 'scripts/export-setup.ts' && !isFirst(text))
    .map(({ path }) => path);
  expectNone(findings, "Let `import '#lib/private-files.ts';` be the program's first import.");
});

test('there is one way to a transaction', () => {
  const findings = product
    .filter(({ path }) => path !== 'src/lib/db/unit-of-work.ts')
    .flatMap((file) => linesLike(file, /\.(?:transaction|startTransaction)\(\)|\bpg_advisory_lock/));
  expectNone(findings, 'Use transact() of src/lib/db/unit-of-work.ts: it has limits, begins again after a collision, and refuses queries past it.');
});

test('what people type is read as people write amounts: a point alone is read of what machines write', () => {
  /** What they read: settings and files of the operator, tables of homes and banks, and what we wrote ourselves. */
  const machines = [
    'lib/money/typed-amounts.ts',
    'lib/setting-shapes.ts',
    'lib/features/quotes/letting-law.schema.ts',
    'lib/features/feeds/feed-fields.rules.ts',
    'lib/features/statements/statement-camt.files.ts',
    'lib/features/statements/statement-amounts.rules.ts',
    'lib/features/orders/orders.words.ts',
    'lib/features/payments/mail/payment-receipt.mail.ts',
    'lib/features/payments/mail/payment-refunded.mail.ts',
    // A number of whole pounds, read before.
    'lib/features/wishes/wishes.rules.ts',
  ];
  const readers = product.filter(({ path, text }) => /import \{[^}]*\bparseDecimal\b/.test(text) && !machines.includes(path.replace(/^src\//, '')));
  expectNone(
    readers.map(({ path }) => path),
    'Read it by readAmount of src/lib/money/typed-amounts.ts, and say what is wrong by amountFault of src/lib/forms/amount-faults.rules.ts.',
  );
  // A form that refuses an amount can also say that it could be two.
  const silent = product.flatMap(({ path, text }) =>
    [...text.matchAll(/\banswers: \[[^\]]*\]/g)]
      .filter(([answers]) => /'\w+\.(?:amount|sum|sponsor_sum|payout)_wrong'/.test(answers) && !answers.includes("'payments.amount_unclear'"))
      .map(() => path),
  );
  expectNone(silent, "Add 'payments.amount_unclear' to the answers of the form.");
});

test('folders and files are named by what they hold', () => {
  const banned = /(^|\/)(utils?|helpers?|common|misc|managers?|shared-stuff)(\/|\.[a-z]+$)/i;
  const findings = source.filter(({ path }) => banned.test(path) || /(?:^|[-.])(?:utils?|helpers?|manager)\.\w+$/i.test(basename(path)));
  expectNone(
    findings.map(({ path }) => path),
    'Name it by its domain word: money, tenancy, filter code …',
  );
});

test('nothing of Google is called', () => {
  // Ports are no browser's code. These lead only those to Google who chose it, and nobody who reads zh-cn.
  const chosen = ['src/lib/ports/identity/google.ts', 'src/lib/ports/captcha/recaptcha.ts'];
  const findings = product
    .filter(({ path }) => !chosen.includes(path))
    .flatMap((file) => linesLike(file, /\b(?:google(?:apis|tagmanager|-analytics|usercontent)?|gstatic|recaptcha|doubleclick|youtube)\.(?:com|net)\b/i));
  expectNone(findings, 'Readers in mainland China cannot reach it, and zh-cn must never try. Serve the file from here, or put the service behind a port.');
});

test('commands and the build ask readConfig for settings too', () => {
  const names = [...readFileSync('src/lib/settings.ts', 'utf8').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(50);
  const byName = new RegExp(`\\benv(?:\\.|\\[['"])(?:${names.join('|')})\\b`);
  const programs = [
    ...filesBelow(['src', 'scripts'], /\.(?:ts|tsx|mjs|astro)$/),
    ...['astro.config.mjs', 'server.ts'].map((path) => ({ path, text: readFileSync(path, 'utf8') })),
  ];
  expectNone(
    programs.flatMap((file) => linesLike(file, byName)),
    'Ask readConfig(process.env) for it: it says what is wrong with a value, and knows what holds without one.',
  );
});

test('exports are named', () => {
  // Astro asks for a default export here: a client directive.
  const findings = product
    .filter(({ path }) => path.endsWith('.ts') && path !== 'src/islands/browser/intent.ts')
    .flatMap((file) => linesLike(file, /^export default /));
  expectNone(findings, 'Export it by its name.');
});

test('comments tell no history and leave no work undone', () => {
  const findings = source.flatMap((file) => linesLike(file, /(?:\/\/|\*)\s*(?:TODO|FIXME|XXX|HACK)\b/)).filter((line) => !line.startsWith('tests/guards/'));
  expectNone(findings, 'Do it, or leave it out and say so in the docs.');
});
