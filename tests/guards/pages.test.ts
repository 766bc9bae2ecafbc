/** Pages: short, in the route table, and free of what the content security policy and the path builders forbid. */
import ts from 'typescript';
import { expect, test } from 'vitest';
import { routes } from '#lib/routes.ts';
import type { RouteDefinition } from '#lib/routes.ts';
import { codeOf, expectNone, filesBelow, frontmatter, lineOf, linesLike, markup, visit } from './source-files.ts';

const astro = filesBelow(['src'], /\.astro$/);
const pages = filesBelow(['src/pages'], /\.astro$/);
const table: readonly (readonly [string, RouteDefinition])[] = Object.entries(routes);

test('a page file has at most 40 lines of frontmatter', () => {
  const findings = pages.map(({ path, text }) => ({ path, lines: frontmatter(text).split('\n').length })).filter(({ lines }) => lines > 40);
  expectNone(
    findings.map(({ path, lines }) => `${path}: ${lines} lines`),
    'Let a loader give the page what it shows, and move markup into a block.',
  );
});

test('a page file declares no functions', () => {
  const findings = pages.flatMap((file) => {
    const code = codeOf(file);
    const found: string[] = [];
    for (const statement of code.statements) {
      if (ts.isFunctionDeclaration(statement) && statement.name?.text !== 'getStaticPaths') found.push(`${file.path}:${lineOf(code, statement)}`);
      if (!ts.isVariableStatement(statement)) continue;
      for (const { name, initializer } of statement.declarationList.declarations) {
        const isFunction = initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer));
        if (isFunction && name.getText() !== 'getStaticPaths') found.push(`${file.path}:${lineOf(code, statement)}: ${name.getText()}`);
      }
    }
    return found;
  });
  expectNone(findings, 'Move the function to the loader, to rules, or to src/lib under its domain word.');
});

/** The pattern of the table that a file under src/pages answers; `catalogue/…` files are named by the table instead. */
function patternOf(path: string): string {
  const segments = path
    .replace(/^src\/pages\//, '')
    .replace(/\.astro$/, '')
    .split('/')
    .filter((segment) => segment !== 'index' && !/^\[\.\.\.\w+\]$/.test(segment));
  return `/${segments.map((segment) => segment.replaceAll(/\[(\w+)\]/g, ':$1')).join('/')}`;
}

const shape = (pattern: string): string => pattern.replaceAll(/:\w+/g, ':');

/** Whether a file's pattern answers a route's: a parameter of the file stands for any one segment. */
function answers(filePattern: string, routePattern: string): boolean {
  const [file, route] = [filePattern.split('/'), shape(routePattern).split('/')];
  return file.length === route.length && file.every((segment, index) => segment.startsWith(':') || segment === route[index]);
}
const ownPages = new Set(['src/pages/404.astro', 'src/pages/500.astro', 'src/pages/closed.astro']);

test('every open route of the table has its page file', () => {
  const files = new Set(pages.map(({ path }) => path));
  const built = pages.filter(({ path }) => !path.startsWith('src/pages/catalogue/')).map(({ path }) => patternOf(path));
  const findings = table.flatMap(([name, { page, pattern }]) => {
    if (page === 'later' || page === 'file') return [];
    const there = page === 'built' ? built.some((file) => answers(file, pattern ?? '')) : files.has(`src/pages/${page}.astro`);
    return there ? [] : [`${name}: no file for ${page === 'built' ? (pattern ?? '') : `src/pages/${page}.astro`}`];
  });
  expectNone(findings, 'Write the page, or mark the route as later in src/lib/routes.ts.');
});

test('every page file is in the route table', () => {
  const named = new Set(table.map(([, { page }]) => `src/pages/${page}.astro`));
  const built = table.filter(([, { page }]) => page === 'built').map(([, { pattern }]) => pattern ?? '');
  const findings = pages.filter(({ path }) => !ownPages.has(path) && !named.has(path) && !built.some((route) => answers(patternOf(path), route)));
  expectNone(
    findings.map(({ path }) => path),
    'Add the route to src/lib/routes.ts, or remove the file.',
  );
});

test('no two routes of the table have the same pattern', () => {
  const patterns = table.flatMap(([, { pattern }]) => (pattern === null ? [] : [shape(pattern)]));
  expect(patterns.filter((pattern, index) => patterns.indexOf(pattern) !== index)).toEqual([]);
});

test('catalogue pages are never prerendered', () => {
  const findings = pages.filter(({ path, text }) => path.startsWith('src/pages/catalogue/') && !/export const prerender = false;/.test(text));
  expectNone(
    findings.map(({ path }) => path),
    'Add: export const prerender = false;',
  );
});

test('scripts are files: nothing inline, no event handlers in markup', () => {
  const findings = astro.flatMap(({ path, text }) => {
    const body = markup(text);
    const found: string[] = [];
    for (const match of body.matchAll(/<script\b[^>]*>|\son[a-z]{3,}\s*=\s*["'{]|javascript:/gi)) {
      if (/^<script/i.test(match[0]) && (/\bsrc=/.test(match[0]) || /type="application\/(ld\+)?json"/.test(match[0]))) continue;
      found.push(`${path}:${body.slice(0, match.index).split('\n').length}: ${match[0].trim()}`);
    }
    return found;
  });
  expectNone(findings, 'The content security policy refuses it. Put the code into src/scripts, listen there, and mark the element with a data attribute.');
});

test('no address is written by hand', () => {
  const findings = astro.flatMap((file) => linesLike({ ...file, text: markup(file.text) }, /\b(?:href|action)=(?:"\/|\{\s*['"`]\/)(?![^"'`]*\.\w{2,11}["'`])/));
  expectNone(findings, 'Use view.paths (src/lib/paths.ts): it knows the locale, and a route that moves takes its links along.');
});

test('no locale prefix is written by hand', () => {
  const findings = filesBelow(['src'], /\.(astro|ts|tsx)$/)
    .filter(({ path, text }) => /['"`]\/(?:en|hk|tw|vn)/.test(text) && !/^src\/(content|lib\/i18n\/locales\.ts|lib\/resolve\.ts)/.test(path))
    .flatMap((file) => {
      const code = codeOf(file);
      const found: string[] = [];
      visit(code, (node) => {
        if ((ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateHead(node)) && /^\/(en|hk|tw|vn)(\/|$)/.test(node.text))
          found.push(`${file.path}:${lineOf(code, node)}: '${node.text}'`);
      });
      return found;
    });
  expectNone(findings, 'Use paths.local() or a builder of src/lib/paths.ts.');
});

test('no form puts a field of its own into the address as what the reader sees prices in', () => {
  const findings = pages
    .filter(({ path }) => /^src\/pages\/(?:account|staff)\//.test(path))
    .flatMap(({ path, text }) => (/method="get"/.test(text) && /name="currency"/.test(text) ? [path] : []));
  expectNone(findings, 'Call the field something else: `currency` in an address is the choice of the reader for all pages.');
});
