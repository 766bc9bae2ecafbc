/** Blocks whose HTML is cached: the same on every page of a language, so they may read nothing of one page. */
import { test } from 'vitest';
import { expectNone, filesBelow, frontmatter, importsOf, markup } from './source-files.ts';

const astro = new Map(filesBelow(['src'], /\.astro$/).map((file) => [file.path, file]));

/** What stands inside `<Cached>` in a file. */
const insides = (text: string): string[] => [...markup(text).matchAll(/<Cached [\s\S]*?>([\s\S]*?)<\/Cached\s*>/g)].map(([, inside = '']) => inside);
const cachers = [...astro.values()].filter(({ text }) => insides(text).length > 0);

/** Every block that is rendered inside `<Cached>`, directly or by one that is. */
function cachedBlocks(): Set<string> {
  const found = new Set<string>();
  const queue = cachers.flatMap((file) => {
    const names = new Set(insides(file.text).flatMap((inside) => [...inside.matchAll(/<([A-Z]\w*)/g)].map(([, name = '']) => name)));
    return importsOf(file).flatMap(({ to }) => (names.has(/(\w+)\.astro$/.exec(to)?.[1] ?? '') ? [to] : []));
  });
  for (const path of queue) {
    const file = astro.get(path);
    if (!file || found.has(path)) continue;
    found.add(path);
    queue.push(...importsOf(file).flatMap(({ to }) => (to.endsWith('.astro') ? [to] : [])));
  }
  return found;
}

test('cached blocks read the shared part of the view alone', () => {
  const blocks = [...cachedBlocks()].flatMap((path) => astro.get(path) ?? []);
  const findings = blocks
    .filter(({ text }) => /Astro\.(locals(?!\))|request|url|cookies)|locals\.view/.test(frontmatter(text).replaceAll('sharedView(Astro.locals)', '')))
    .map(({ path }) => path);
  expectNone(
    findings,
    'It stands inside <Cached>, so its HTML is shown on other pages too. Read sharedView(Astro.locals), and take everything else as a prop that the key names.',
  );
});

test('what stands inside a cache names no clock, reader, query, tags or loaders', () => {
  const findings = cachers.flatMap(({ path, text }) =>
    insides(text).flatMap((inside) =>
      /\b(now|visitor|query|tags|loaders|environment|Astro)\b(?!['-])/.exec(inside)
        ? [`${path}: ${/\b(now|visitor|query|tags|loaders|environment|Astro)\b/.exec(inside)?.[0]}`]
        : [],
    ),
  );
  expectNone(findings, 'Work it out before, hand the result in, and name it in the key.');
});
