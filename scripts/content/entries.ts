/** Texts of editors as files: what each holds, and on which line something stands. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { ZodType } from 'zod';
import { blogSchema, guideSchema, helpSchema, pageSchema, policySchema, providerPageSchema, topicSchema } from '#lib/features/editorial/editorial.schema.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { parseYaml } from '#lib/yaml.ts';

export const contentRoot = 'src/content';

export const collections = {
  blog: { schema: blogSchema, locales },
  providers: { schema: providerPageSchema, locales: ['en-us'] },
  policies: { schema: policySchema, locales },
  help: { schema: helpSchema, locales },
  guides: { schema: guideSchema, locales },
  pages: { schema: pageSchema, locales },
  topics: { schema: topicSchema, locales },
} satisfies Record<string, { schema: ZodType; locales: readonly Locale[] }>;
export type Collection = keyof typeof collections;

export type Entry = {
  /** `help/zh-hk/faq`. */
  readonly name: string;
  /** `src/content/help/zh-hk/faq.md`. */
  readonly file: string;
  readonly collection: Collection;
  readonly locale: Locale;
  readonly slug: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly body: string;
  /** The file whole. */
  readonly source: string;
};

/** The message begins with the file and what to do. */
export class EntryError extends Error {
  override name = 'EntryError';
}

/** @throws {EntryError} for a file without front matter, or with one that is no YAML. */
export function readEntry(collection: Collection, locale: Locale, fileName: string): Entry {
  const slug = fileName.replace(/\.md$/, '');
  const name = `${collection}/${locale}/${slug}`;
  const file = `${contentRoot}/${name}.md`;
  const source = readFileSync(file, 'utf8');
  const [, frontMatter, body] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(source) ?? [];
  if (frontMatter === undefined || body === undefined) throw new EntryError(`${file}:1: begin with front matter between two lines of ---.`);
  try {
    return { name, file, collection, locale, slug, data: z.record(z.string(), z.unknown()).parse(parseYaml(frontMatter)), body, source };
  } catch (error) {
    throw new EntryError(`${file}:1: the front matter is no YAML: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}.`, { cause: error });
  }
}

export const collectionNames = Object.keys(collections).filter((name): name is Collection => name in collections);

/** Every text. @throws as `readEntry` does. */
export const readEntries = (): Entry[] =>
  collectionNames.flatMap((collection) =>
    collections[collection].locales.flatMap((locale) => {
      const folder = join(contentRoot, collection, locale);
      return existsSync(folder) ? readdirSync(folder).map((fileName) => readEntry(collection, locale, fileName)) : [];
    }),
  );

/** The line on which something stands first, from 1; the first one where it stands nowhere. */
export function lineOf({ source }: Pick<Entry, 'source'>, sought: string): number {
  const [first = ''] = sought.split('\n');
  const at = first === '' ? -1 : source.split('\n').findIndex((line) => line.includes(first));
  return at < 0 ? 1 : at + 1;
}
