/** What editors wrote, part by part, as plain words: helps, policies, guides, pages and the blog. Read once for each language. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseYaml } from '#lib/yaml.ts';
import { blogSchema, guideSchema, helpSchema, pageSchema, policySchema } from '#lib/features/editorial/editorial.schema.ts';
import { fillText } from '#lib/features/editorial/editorial.rules.ts';
import type { Fillings } from '#lib/features/editorial/editorial.rules.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { Paths } from '#lib/paths.ts';
import type { Passage } from './assistant.schema.ts';

type Source = {
  readonly folder: string;
  readonly hrefOf: (front: unknown, slug: string, paths: Paths) => string;
  readonly titleOf: (front: unknown) => string;
};

/** In the order in which they are preferred where two say the same. */
const sources: readonly Source[] = [
  { folder: 'help', hrefOf: (front, _, paths) => paths.to('help', { id: helpSchema.parse(front).id }), titleOf: (front) => helpSchema.parse(front).title },
  { folder: 'pages', hrefOf: (_, slug, paths) => paths.to('document', { id: slug }), titleOf: (front) => pageSchema.parse(front).title },
  {
    folder: 'policies',
    hrefOf: (front, _, paths) => paths.to('document', { id: policySchema.parse(front).id }),
    titleOf: (front) => policySchema.parse(front).title,
  },
  {
    folder: 'guides',
    hrefOf(front, _, paths) {
      const [country = '', city = ''] = guideSchema.parse(front).city.split('/');
      return paths.to('guide', { country, city });
    },
    titleOf: (front) => guideSchema.parse(front).title,
  },
  { folder: 'blog', hrefOf: (_, slug, paths) => paths.to('blog_entry', { slug }), titleOf: (front) => blogSchema.parse(front).title },
];

/**
 * A line of Markdown as words.
 * @example plainLine('- **Rent** and [more](/helps/1)') // 'Rent and more'
 * @example plainLine('| Ontario | one month |') // 'Ontario · one month'
 */
export function plainLine(line: string): string {
  const cells = /^\|(.*[\p{L}\p{N}].*)\|\s*$/u
    .exec(line)?.[1]
    ?.split('|')
    .map((cell) => cell.trim());
  return (cells?.join(' · ') ?? line)
    .replace(/^(?:[-*]|\d+\.)\s+/, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/(\*\*|__|`)(.+?)\1/g, '$2')
    .replaceAll(/(?<![\p{L}\p{N}*])\*([^*]+)\*/gu, '$1')
    .trim();
}

/**
 * The name by which the page of a text can be led to one of its headings; as the Markdown renderer makes it.
 * @example anchorOf('What’s in the full price?', new Map()) // 'whats-in-the-full-price'
 */
export function anchorOf(heading: string, taken: Map<string, number>): string {
  const name = heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
  const before = taken.get(name) ?? 0;
  taken.set(name, before + 1);
  return before === 0 ? name : `${name}-${before}`;
}

/** A line that only leads on to another page tells nothing by itself. */
const isWayOn = (line: string): boolean => /^\[[^\]]*\]\([^)]*\)$/.test(line.trim());
/** The way on at the end of a paragraph: the answer has a link of its own. */
const withoutWayOn = (line: string): string => line.replace(/(?<=[.!?。！？])\s*\[[^\]]*\]\([^)]*\)$/, '');

function passagesOf(text: string, key: string, page: string, href: string, fillings: Fillings): readonly Passage[] {
  const taken = new Map<string, number>();
  // What stands before the first heading, perhaps nothing, is part 0.
  const parts = text.startsWith('## ') ? ['', ...text.split(/^(?=## )/m)] : text.split(/^(?=## )/m);
  return parts.flatMap((part, at): readonly Passage[] => {
    const lines = part.split(/\r?\n/);
    const title = lines[0]?.startsWith('## ') ? plainLine(lines[0].slice(3)) : undefined;
    const paragraphs = (title === undefined ? lines : lines.slice(1))
      .filter((line) => !isWayOn(line))
      .map((line) => fillText(plainLine(withoutWayOn(line)), fillings))
      .filter((line) => line !== '' && !/^\|?[\s:|-]+$/.test(line));
    const anchor = title === undefined ? '' : `#${anchorOf(title, taken)}`;
    if (paragraphs.length === 0) return [];
    return [{ key: `${key}/${at}`, page, heading: title === undefined ? page : fillText(title, fillings), paragraphs, rows: [], href: href + anchor }];
  });
}

/**
 * Every part of every text of a language, under the heading that it has on its page.
 * @param root where the texts are, `src/content`. @throws {ZodError} when a text's front matter does not fit.
 */
export function readPassages(root: string, locale: Locale, paths: Paths, fillings: Fillings): readonly Passage[] {
  return sources.flatMap(({ folder, hrefOf, titleOf }) => {
    const inFolder = join(root, folder, locale);
    if (!existsSync(inFolder)) return [];
    const names = readdirSync(inFolder).filter((name) => name.endsWith('.md'));
    return names.toSorted().flatMap((name) => {
      const slug = name.slice(0, -3);
      const [, front = '', body = ''] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(readFileSync(join(inFolder, name), 'utf8')) ?? [];
      const matter: unknown = parseYaml(front);
      return passagesOf(body.trim(), `${folder}/${slug}`, fillText(titleOf(matter), fillings), hrefOf(matter, slug, paths), fillings);
    });
  });
}
