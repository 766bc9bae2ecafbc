/** What holds for texts of editors. `npm run content:check` and the editorial tests ask the same rules. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { z } from 'zod';
import { cookiePolicyId, placeholders, privacyPolicyId, serviceAgreementId } from '#lib/features/editorial/editorial.schema.ts';
import { isChinese as isChineseLocale, locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { collections, contentRoot, lineOf } from './entries.ts';
import type { Entry } from './entries.ts';

/** What was found in a text. `at`: what to look for in the file, where that is not the words of `says`. */
type Found = string | { readonly says: string; readonly at: string };

export type Rule = {
  /** As a law: the title of its test. */
  readonly says: string;
  /** What an editor does about it. */
  readonly todo: string;
  of(entry: Entry, all: readonly Entry[]): readonly Found[];
};

const text = (entry: Entry): string => `${entry.data['title']}\n${entry.data['description']}\n${entry.body}`;
const isChinese = ({ locale }: Entry): boolean => isChineseLocale(locale);
const headings = ({ body }: Entry): string[] => body.match(/^#+(?= )/gm) ?? [];
const hanLength = (body: string): number => body.match(/\p{Script=Han}/gu)?.length ?? 0;
const wordCount = (body: string): number => body.match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0;
/** What is read from its beginning to its end: a table is looked into. */
const withoutTables = (body: string): string => body.replaceAll(/^\|.*$/gm, '');

const addressesOf = (sources: unknown): string =>
  JSON.stringify(
    z
      .array(z.object({ url: z.string() }))
      .optional()
      .safeParse(sources)
      .data?.map(({ url }) => url),
  );

const isTranslated = ({ collection }: Entry): boolean => collections[collection].locales.length > 1;
/** The same text in another language. */
const sibling = (entry: Entry, locale: Locale, all: readonly Entry[]): Entry | undefined =>
  all.find((one) => one.collection === entry.collection && one.slug === entry.slug && one.locale === locale);

function allowedLinks(all: readonly Entry[]): ReadonlySet<string> {
  return new Set([
    ...['/', '/city', '/about-uhomes', '/contact-us', '/send-resume', '/order/partner-list'],
    ...[cookiePolicyId, serviceAgreementId, privacyPolicyId].map((id) => `/${id}`),
    ...all.filter(({ collection }) => collection === 'help').map(({ data }) => `/helps/${data['id']}`),
    ...all.filter(({ collection }) => collection === 'guides').map(({ data }) => `/${data['city']}`),
  ]);
}

/** Characters that occur in one script only and are common enough to betray a text in the wrong one. */
const simplifiedOnly = /[们这时说对会请费问见价签证样张学国业应让还没边过实际总单钱宽银显变须确认]/u;
const traditionalOnly = /[們這時說對會請費問見價簽證樣張學國業應讓還沒邊過實際總單錢寬銀顯變須確認]/u;
const characters: Partial<Record<Locale, RegExp>> = {
  'zh-cn': traditionalOnly,
  'zh-tw': simplifiedOnly,
  'zh-hk': simplifiedOnly,
};

/** Words that belong to another region's readers. */
const foreignWords: Partial<Record<Locale, RegExp>> = {
  'zh-cn': /按金|公车|巴士站|资讯|简讯|网路|软体|业主|睇楼|计程车|捷运/u,
  'zh-tw': /按金|信息|網絡|軟件|視頻|公交|巴士站|睇樓|視像|出租車|的士|手提電話|服務器|登錄/u,
  'zh-hk': /押金|信息|網路|軟體|視頻|視訊|公交|公車|房東|出租車|計程車|隱私|服務器|登錄|仲介/u,
};

/** How long texts are: an English word is about one and a half characters of Chinese, and a syllable and a third of Vietnamese. */
const lengths = {
  blog: { words: [500, 900], syllables: [650, 1250], characters: [800, 1500] },
  guides: { words: [350, 600], syllables: [350, 600], characters: [500, 900] },
} as const;

const englishFunctionWords = /\b(?:the|and|with|your|you|is|are|from|this|that)\b/gi;

/** Of a picture: pixels of its width, bytes of its file, and how many a text has at most. */
export const pictureBounds = { least: 600, most: 1_600, bytes: 122_880, ofText: 6 } as const;
export const picturesFolder = `${contentRoot}/pictures`;
const pictureName = /^[a-z0-9]+(?:-[a-z0-9]+)*\.(?:webp|jpg|png)$/;

type Shown = { readonly whole: string; readonly alt: string; readonly target: string };
const picturesIn = ({ body }: Pick<Entry, 'body'>): Shown[] =>
  [...body.matchAll(/!\[([^\]]*)\]\(([^)]*)\)/g)].map(([whole, alt = '', target = '']) => ({ whole, alt: alt.trim(), target }));
const fileOf = (target: string): string => target.replace(/^\/pictures\//, '');

export const rules: readonly Rule[] = [
  {
    says: 'every entry has the shape of its collection',
    todo: 'Write the front matter as docs/recipes/add-an-editorial-page.md has it',
    of: ({ collection, data }) => {
      const parsed = collections[collection].schema.safeParse(data);
      return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => ({ says: `${path.join('.')}: ${message}`, at: `${String(path[0] ?? '')}:` }));
    },
  },
  {
    says: 'descriptions fit a search result',
    todo: 'Make it longer or shorter',
    of: (entry) => {
      const { length } = String(entry.data['description']);
      const [least, most] = isChinese(entry) ? [18, 90] : [50, 155];
      return length >= least && length <= most ? [] : [{ says: `the description has ${length} characters, not ${least} to ${most}`, at: 'description:' }];
    },
  },
  ...(['title', 'description'] as const).map(
    (field): Rule => ({
      says: `no two entries of a locale share a ${field}`,
      todo: 'Write one that says what only this page is about',
      of: (entry, all) => {
        const other = all.find((one) => one !== entry && one.locale === entry.locale && one.data[field] === entry.data[field]);
        return other ? [{ says: `its ${field} is also that of ${other.file}`, at: `${field}:` }] : [];
      },
    }),
  ),
  {
    says: 'every text is there in all five languages',
    todo: 'Create the same file name in the folder of each language',
    of: (entry, all) => {
      const missing = isTranslated(entry) ? locales.filter((locale) => !sibling(entry, locale, all)) : [];
      return missing.length > 0 ? [{ says: `it is missing in ${missing.join(', ')}`, at: '---' }] : [];
    },
  },
  {
    says: 'translations have the same facts and headings',
    todo: 'Write the same in every language; the fact may be wrong in either file',
    of: (entry, all) => {
      const other = isTranslated(entry) ? sibling(entry, 'en-us', all) : undefined;
      if (!other || other === entry) return [];
      const facts = ['id', 'order', 'stage', 'city', 'published', 'updated', 'effective', 'author', 'cover', 'topics', 'cities'];
      const said = (of: Entry, fact: string): string => JSON.stringify(of.data[fact]) ?? 'nothing';
      return [
        ...facts
          .filter((fact) => said(entry, fact) !== said(other, fact))
          .map((fact) => ({ says: `${fact} is ${said(entry, fact)}, and ${said(other, fact)} in ${other.file}`, at: `${fact}:` })),
        ...(headings(entry).join(' ') === headings(other).join(' ')
          ? []
          : [{ says: `its headings are ${headings(entry).join(' ')}, and ${headings(other).join(' ')} in ${other.file}`, at: '#' }]),
        ...(addressesOf(entry.data['sources']) === addressesOf(other.data['sources'])
          ? []
          : [{ says: `its sources are not those of ${other.file}`, at: 'sources:' }]),
        ...(String(picturesIn(entry).map(({ target }) => target)) === String(picturesIn(other).map(({ target }) => target))
          ? []
          : [{ says: `its pictures are not those of ${other.file}`, at: '![' }]),
      ];
    },
  },
  {
    says: 'a translation of a post comes to the sums of the English one',
    todo: 'Work the sum out in this language too',
    of: (entry, all) => {
      const english = entry.collection === 'blog' ? sibling(entry, 'en-us', all) : undefined;
      const sums = [...(english?.body ?? '').matchAll(/\*\*£([\d,.]+)\*\*/g)].map(([, sum = '']) => sum);
      return sums
        .filter((sum) => !entry.body.replaceAll(/(?<=\d)[,.](?=\d)/g, '').includes(sum.replaceAll(/[,.]/g, '')))
        .map((sum) => ({ says: `£${sum} of ${english?.file} is missing`, at: '' }));
    },
  },
  {
    says: 'no English sentence is left in Chinese',
    todo: 'Translate it',
    of: (entry) => (isChinese(entry) ? (text(entry).match(/[A-Za-z'’]+(?: [A-Za-z'’]+){4,}/g) ?? []) : []),
  },
  {
    says: 'no English sentence is left in Vietnamese',
    todo: 'Translate it',
    of: (entry) =>
      entry.locale === 'vi-vn'
        ? text(entry)
            .split(/[.!?:\n]/)
            .filter((sentence) => (sentence.match(englishFunctionWords)?.length ?? 0) > 1)
        : [],
  },
  {
    says: 'Chinese is written in its own script and with the words of its own readers',
    todo: 'Use the word or the character of this region',
    of: (entry) =>
      isChinese(entry)
        ? [characters[entry.locale], foreignWords[entry.locale]].flatMap((wrong) => (wrong ? (wrong.exec(text(entry))?.slice(0, 1) ?? []) : []))
        : [],
  },
  {
    says: 'only h2 and h3 are used',
    todo: 'Begin the heading with ## or ###',
    of: (entry) =>
      headings(entry)
        .filter((marks) => marks !== '##' && marks !== '###')
        .map((marks) => ({ says: `a heading begins with ${marks}`, at: `${marks} ` })),
  },
  {
    says: 'placeholders are known',
    todo: `Use one of ${placeholders.map((name) => `{${name}}`).join(', ')}`,
    of: (entry) => {
      const known = new Set<string>(placeholders.map((name) => `{${name}}`));
      return (text(entry).match(/\{[^}]*\}?/g) ?? []).filter((found) => !known.has(found));
    },
  },
  {
    says: 'links lead only where editors may lead',
    todo: 'Link to a page of this site as docs/recipes/add-an-editorial-page.md lists them, or name a site of others and put its address among the sources',
    of: ({ body }, all) => {
      const allowed = allowedLinks(all);
      return [...body.matchAll(/(?<!!)\[[^\]]*\]\(([^)]*)\)/g)].map(([, target]) => target ?? '').filter((target) => !allowed.has(target));
    },
  },
  {
    says: 'pictures are those of editors, and each says in words what it shows',
    todo: `Put the file into ${picturesFolder} and write ![what it shows](/pictures/name.webp)`,
    of: (entry) => [
      ...picturesIn(entry).flatMap(({ whole, alt, target }) => {
        if (!target.startsWith('/pictures/') || !pictureName.test(fileOf(target)))
          return [{ says: `${target} is not /pictures/ and a name of lower-case letters, digits and hyphens ending in .webp, .jpg or .png`, at: whole }];
        if (!existsSync(join(picturesFolder, fileOf(target)))) return [{ says: `${target} is not there`, at: whole }];
        return [...alt].length < (isChinese(entry) ? 4 : 8) ? [{ says: `the words of ${target} are too few: “${alt}”`, at: whole }] : [];
      }),
      ...(picturesIn(entry).length > pictureBounds.ofText
        ? [{ says: `it has ${picturesIn(entry).length} pictures, more than ${pictureBounds.ofText}`, at: '![' }]
        : []),
    ],
  },
  {
    says: 'there is no HTML and no bare address',
    todo: 'Write Markdown, and put addresses among the sources',
    of: ({ body }) => body.match(/<[a-z!/][^>]*>|https?:\/\/\S+/gi) ?? [],
  },
  {
    says: 'bold text is closed: in Chinese, asterisks between a bracket and a character stay visible',
    todo: 'Close it with **, after a character and not after a bracket or a quotation mark',
    of: ({ body }) =>
      body.split('\n').flatMap((line) => {
        const parts = line.split('**');
        if (parts.length % 2 === 0) return [line];
        return parts.filter((part, at) => at % 2 === 1 && /\p{P}$/u.test(part) && /^[\p{L}\p{N}]/u.test(parts[at + 1] ?? ''));
      }),
  },
  {
    says: 'blog posts and guides have their length',
    todo: 'Write more or less',
    of: (entry) => {
      if (entry.collection !== 'blog' && entry.collection !== 'guides') return [];
      const prose = withoutTables(entry.body);
      const length = isChinese(entry) ? hanLength(prose) : wordCount(prose);
      const unit = isChinese(entry) ? 'characters' : entry.locale === 'vi-vn' ? 'syllables' : 'words';
      const [least, most] = lengths[entry.collection][unit];
      return length >= least && length <= most ? [] : [{ says: `it has ${length} ${unit}, not ${least} to ${most}`, at: '' }];
    },
  },
];

/** What a rule finds in one text, a line each: file, line, what it is, what to do. */
export const findingsIn = (entry: Entry, rule: Rule, all: readonly Entry[]): string[] =>
  rule.of(entry, all).map((found) => {
    const { says, at } = typeof found === 'string' ? { says: found, at: found } : found;
    return `${entry.file}:${lineOf(entry, at)}: ${says.replaceAll(/\s+/g, ' ').trim().slice(0, 160)}. ${rule.todo} (${rule.says}).`;
  });

/** What is wrong with files of editors' pictures, a line each. */
export async function pictureFindings(all: readonly Entry[], folder = picturesFolder): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const shown = new Set(all.flatMap((entry) => picturesIn(entry).map(({ target }) => fileOf(target))));
  const found = await Promise.all(
    readdirSync(folder).map(async (name) => {
      const file = `${folder}/${name}`;
      if (!pictureName.test(name)) return [`${file}: name it with lower-case letters, digits and hyphens, ending in .webp, .jpg or .png.`];
      const bytes = readFileSync(file);
      const { width = 0 } = await sharp(bytes)
        .metadata()
        .catch(() => ({ width: 0 }));
      return [
        ...(width >= pictureBounds.least && width <= pictureBounds.most
          ? []
          : [`${file}: it is ${width} pixels wide. Save it ${pictureBounds.least} to ${pictureBounds.most} wide.`]),
        ...(bytes.length <= pictureBounds.bytes
          ? []
          : [`${file}: it has ${Math.ceil(bytes.length / 1_024)} KB. Save it as WebP with ${pictureBounds.bytes / 1_024} KB at most.`]),
        ...(shown.has(name) ? [] : [`${file}: no text shows it. Show it, or delete it.`]),
      ];
    }),
  );
  return found.flat();
}
