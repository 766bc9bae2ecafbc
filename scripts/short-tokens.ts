/**
 * Design tokens have names that say what they are, and a page names them three hundred times. In a build they have a letter or two; what no
 * other sheet changes and is a length (`--s2`, `--radius-card`) stands as that length. In development they keep their names.
 */
import { readFileSync } from 'node:fs';

const sheet = (name: string): string => readFileSync(new URL(`../src/layouts/${name}.css`, import.meta.url), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
const declared = (css: string): ReadonlyMap<string, string> =>
  new Map([...css.matchAll(/--([a-z][\w-]*)\s*:\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()]));

/** a, b, … z, aa, ab, … */
const letters = (index: number): string => (index < 26 ? '' : letters(Math.floor(index / 26) - 1)) + String.fromCodePoint(97 + (index % 26));

/**
 * @param tokens the sheet that declares them.
 * @param changes the sheet of paper, which gives some of them another value.
 * @returns what shortens the tokens in a text. A property of one or two letters that is no token would take the name of one.
 */
export function createShortener(tokens: string, changes: string): (code: string) => string {
  const [known, changed] = [declared(tokens), declared(changes)];
  const lengths = new Map([...known].filter(([name, value]) => /^\d+px$/.test(value) && !changed.has(name)));
  const names = [...known.keys()];
  const short = new Map(names.map((name, index) => [name, letters(index)]));
  const alternatives = [...names].sort((one, other) => other.length - one.length).join('|');
  const constant = new RegExp(`var\\(--(${alternatives})\\)`, 'g');
  // Names in styles and in quotes; nothing else has two hyphens before one of these words.
  const mention = new RegExp(`(?<![\\w-])--(${alternatives})(?![\\w-])`, 'g');
  return (code) =>
    code.replaceAll(constant, (whole, name: string) => lengths.get(name) ?? whole).replaceAll(mention, (_, name: string) => `--${short.get(name)}`);
}

/** What PostCSS hands to a plugin: every sheet, once what it imports stands in it. */
type Sheet = { walkDecls(visit: (declaration: { prop: string; value: string }) => void): void };

/** For Vite: in styles after their imports are put in, in modules before anything is made of them. */
export function shortTokens() {
  const shorten = createShortener(sheet('tokens'), sheet('print'));
  const styles = {
    postcssPlugin: 'loftling-short-tokens',
    Once(root: Sheet): void {
      root.walkDecls((declaration) => {
        declaration.prop = shorten(declaration.prop);
        declaration.value = shorten(declaration.value);
      });
    },
  };
  return {
    name: 'loftling-short-tokens',
    enforce: 'pre' as const,
    apply: 'build' as const,
    config: () => ({ css: { postcss: { plugins: [styles] } } }),
    transform: (code: string, id: string): string | undefined =>
      id.includes('/src/') && !/\.css\b|[?&]type=style/.test(id) && code.includes('--') ? shorten(code) : undefined,
  };
}
