/** The layer table of docs/architecture.md where dependency-cruiser does not look: .astro files, and what browser code reaches. */
import { test } from 'vitest';
import { expectNone, filesBelow, importsOf } from './source-files.ts';
import type { Import } from './source-files.ts';

const astro = filesBelow(['src'], /\.astro$/);
const code = filesBelow(['src'], /\.(ts|tsx)$/);
const importsByFile = new Map(code.map((file) => [file.path, importsOf(file)]));

const shown = (one: Import): string => `${one.from}:${one.line}: imports ${one.to}`;

test('pages and layouts import no repository, service, loader or database', () => {
  const below = /\.(repository|service|loader|api)\.ts$|^src\/lib\/(db\/|compose\.ts|config\.ts)|^(pg|kysely|@electric-sql\/pglite|node:.*|fs|path)$/;
  // What editors wrote is part of the build, so no request could bring its loader; it is the only one that pages import.
  const forBuild = (one: Import): boolean => one.from.startsWith('src/pages/') && one.to === 'src/lib/features/editorial/editorial.loader.ts';
  const findings = astro.flatMap(importsOf).filter((one) => below.test(one.to) && !one.typeOnly && !forBuild(one));
  expectNone(findings.map(shown), 'Ask a loader through Astro.locals.view.loaders; give the loader the call that is missing.');
});

test('pages and layouts reach islands, layouts, styles and browser-safe parts of src/lib only', () => {
  const allowed = /^src\/(layouts|islands|styles|scripts|assets)\/|^src\/lib\/|^astro(:|\/)|\.css$|^@fontsource/;
  const findings = astro.flatMap(importsOf).filter((one) => !allowed.test(one.to));
  expectNone(findings.map(shown), 'Wrap the package in a module of src/lib named by its domain word, and import that.');
});

test('schemas, contracts, rules, islands and page scripts reach nothing that does I/O', () => {
  const touchesTheWorld =
    /^(node:.*|fs|path|crypto|pg|kysely|pino|sharp|pg-boss|@electric-sql\/pglite)$|^src\/lib\/(db\/|compose\.ts|config\.ts)|\.(repository|service|loader|api)\.ts$/;
  const browserSafe = code.filter(
    ({ path }) => /\.(schema|contract|rules)\.ts$/.test(path) || /^src\/(islands|scripts)\//.test(path) || /^src\/lib\/(money|dates|ids|geo)\//.test(path),
  );
  const findings: string[] = [];
  for (const { path } of browserSafe) {
    const cameFrom = new Map<string, string>();
    const queue = [path];
    for (const current of queue) {
      for (const one of importsByFile.get(current) ?? []) {
        if (one.typeOnly || cameFrom.has(one.to) || one.to === path) continue;
        cameFrom.set(one.to, current);
        if (touchesTheWorld.test(one.to)) {
          const way = [one.to];
          for (let step: string | undefined = current; step && step !== path; step = cameFrom.get(step)) way.unshift(step);
          findings.push([path, ...way].join(' → '));
        } else queue.push(one.to);
      }
    }
  }
  expectNone(findings, 'These files also run in browsers. Pass the value in as an argument, import only its type, or split the file.');
});
