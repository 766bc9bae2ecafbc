/**
 * The front matter of what editors write, for what needs titles and dates outside a build: sitemaps, link-preview
 * pictures, `llms.txt`. Pages themselves read the same files through Astro's collections.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseYaml } from '#lib/yaml.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type {
  BlogEntry,
  GuideEntry,
  HelpEntry,
  PageEntry,
  PolicyEntry,
  ProviderPageEntry,
  TopicEntry,
  EditorialKind,
  EditorialBody,
  EditorialEntry,
} from './editorial.schema.ts';
import { blogSchema, guideSchema, helpSchema, pageSchema, policySchema, providerPageSchema, topicSchema, editorialKinds } from './editorial.schema.ts';

/** A text whose front matter cannot be read; the message names the file and the field. */
export class EditorialFileError extends Error {
  override name = 'EditorialFileError';
}

const schemas = {
  blog: blogSchema,
  guides: guideSchema,
  help: helpSchema,
  pages: pageSchema,
  policies: policySchema,
  providers: providerPageSchema,
  topics: topicSchema,
} as const;

function frontMatter(text: string): unknown {
  const match = /^---\r?\n([\s\S]*?)\r?\n---/.exec(text);
  return match ? parseYaml(match[1] ?? '') : undefined;
}

function keyOf(data: BlogEntry | GuideEntry | HelpEntry | PageEntry | PolicyEntry | ProviderPageEntry | TopicEntry, fileName: string): string {
  if ('city' in data) return data.city;
  if ('id' in data) return String(data.id);
  return 'slug' in data && typeof data.slug === 'string' ? data.slug : fileName;
}

function readBody(kind: EditorialKind, locale: Locale, path: string, slug: string): EditorialBody {
  const written = readFileSync(path, 'utf8');
  const parsed = schemas[kind].safeParse(frontMatter(written));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new EditorialFileError(`${path}: ${issue?.path.join('.')}: ${issue?.message}`);
  }
  const { data } = parsed;
  const markdown = written.replace(/^---\r?\n[\s\S]*?\r?\n---/, '');
  const order = 'order' in data && typeof data.order === 'number' ? data.order : 0;
  return { kind, locale, key: keyOf(data, slug), title: data.title, description: data.description, updated: data.updated, markdown, order };
}

function readEntry(kind: EditorialKind, locale: Locale, path: string, slug: string): EditorialEntry {
  const { markdown: _, order: __, ...entry } = readBody(kind, locale, path, slug);
  return entry;
}

/**
 * Texts below `root` with all that is in them, in every locale that has them.
 * @param wanted which of a kind, by file name.
 * @throws {EditorialFileError} at the first file that does not fit its schema.
 */
export function readEditorialBodies(root: string, wanted: Readonly<Partial<Record<EditorialKind, 'all' | readonly string[]>>>): readonly EditorialBody[] {
  return editorialKinds.flatMap((kind) =>
    locales.flatMap((locale) => {
      const folder = join(root, kind, locale);
      const which = wanted[kind];
      if (which === undefined || !existsSync(folder)) return [];
      const slugs = readdirSync(folder).flatMap((name) => (name.endsWith('.md') ? [name.slice(0, -3)] : []));
      return slugs.filter((slug) => which === 'all' || which.includes(slug)).map((slug) => readBody(kind, locale, join(folder, `${slug}.md`), slug));
    }),
  );
}

/**
 * Every text below `root` (`<kind>/<locale>/<slug>.md`), by kind, locale and file name.
 * @throws {EditorialFileError} at the first file that does not fit its schema.
 */
export function readEditorialEntries(root: string): readonly EditorialEntry[] {
  return editorialKinds.flatMap((kind) =>
    locales.flatMap((locale) => {
      const folder = join(root, kind, locale);
      if (!existsSync(folder)) return [];
      const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile() && entry.name.endsWith('.md'));
      return names
        .map(({ name }) => name)
        .sort()
        .map((name) => readEntry(kind, locale, join(folder, name), name.slice(0, -3)));
    }),
  );
}
