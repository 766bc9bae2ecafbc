import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseYaml } from '#lib/yaml.ts';
import { z } from 'zod';
import type { ZodType } from 'zod';
import {
  blogSchema,
  cookiePolicyId,
  faqId,
  guideSchema,
  helpSchema,
  pageSchema,
  placeholders,
  policySchema,
  privacyPolicyId,
  providerPageSchema,
  serviceAgreementId,
  topicSchema,
} from '#lib/features/editorial/editorial.schema.ts';
import { cancellationPolicySchema } from '#lib/features/house/cancellation.schema.ts';
import { lettingLawFileSchema } from '#lib/features/quotes/letting-law.schema.ts';
import type { LettingLimit } from '#lib/features/quotes/letting-law.schema.ts';
import { isChinese as isChineseLocale, locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';

const root = join(import.meta.dirname, '../../src/content');

const collections = {
  blog: { schema: blogSchema, locales },
  providers: { schema: providerPageSchema, locales: ['en-us'] },
  policies: { schema: policySchema, locales },
  help: { schema: helpSchema, locales },
  guides: { schema: guideSchema, locales },
  pages: { schema: pageSchema, locales },
  topics: { schema: topicSchema, locales },
} satisfies Record<string, { schema: ZodType; locales: readonly Locale[] }>;
type Collection = keyof typeof collections;

interface Entry {
  /** Where to look: `help/zh-hk/faq`. */
  name: string;
  collection: Collection;
  locale: Locale;
  slug: string;
  data: Record<string, unknown>;
  body: string;
}

function readEntry(collection: Collection, locale: Locale, file: string): Entry {
  const slug = file.replace(/\.md$/, '');
  const name = `${collection}/${locale}/${slug}`;
  const [, frontMatter, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(join(root, `${name}.md`), 'utf8')) ?? [];
  if (frontMatter === undefined || body === undefined) throw new Error(`${name} has no front matter between two lines of ---`);
  return { name, collection, locale, slug, data: z.record(z.string(), z.unknown()).parse(parseYaml(frontMatter)), body };
}

const collectionNames = Object.keys(collections).filter((name): name is Collection => name in collections);
const entries = collectionNames.flatMap((collection) =>
  collections[collection].locales.flatMap((locale) => readdirSync(join(root, collection, locale)).map((file) => readEntry(collection, locale, file))),
);

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
      .parse(sources)
      ?.map(({ url }) => url),
  );

/** Every entry for which `complaint` finds something, each with what it found: an empty list is a pass. */
function complaints(chosen: readonly Entry[], complaint: (entry: Entry) => readonly string[]): string[] {
  return chosen.flatMap((entry) => complaint(entry).map((found) => `${entry.name}: ${found}`));
}

const helpIds = new Set(entries.filter(({ collection }) => collection === 'help').map(({ data }) => `/helps/${data['id']}`));
const cityPaths = new Set(entries.filter(({ collection }) => collection === 'guides').map(({ data }) => `/${data['city']}`));
const allowedLinks = new Set([
  ...['/', '/city', '/about-uhomes', '/contact-us', '/send-resume', '/order/partner-list'],
  ...[cookiePolicyId, serviceAgreementId, privacyPolicyId].map((id) => `/${id}`),
  ...helpIds,
  ...cityPaths,
]);

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

describe('front matter', () => {
  test('every entry has the shape of its collection', () => {
    expect(
      complaints(entries, ({ collection, data }) => {
        const parsed = collections[collection].schema.safeParse(data);
        return parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
      }),
    ).toEqual([]);
  });

  test('descriptions fit a search result', () => {
    expect(
      complaints(entries, (entry) => {
        const length = String(entry.data['description']).length;
        const [least, most] = isChinese(entry) ? [18, 90] : [50, 155];
        return length >= least && length <= most ? [] : [`description has ${length} characters, wanted ${least} to ${most}`];
      }),
    ).toEqual([]);
  });

  test.each(['title', 'description'])('no two entries of a locale share a %s', (field) => {
    const seen = new Map<string, string>();
    expect(
      complaints(entries, ({ name, locale, data }) => {
        const key = `${locale} ${data[field]}`;
        const other = seen.get(key);
        seen.set(key, name);
        return other ? [`${field} is also that of ${other}`] : [];
      }),
    ).toEqual([]);
  });

  test('[R2.051][R2.053][R2.054] the numbered documents are where the routes expect them', () => {
    const idOf = (name: string) => entries.find((entry) => entry.name === name)?.data['id'];
    expect(idOf('help/zh-cn/faq')).toBe(faqId);
    expect(idOf('policies/zh-cn/cookie-policy')).toBe(cookiePolicyId);
    expect(idOf('policies/zh-cn/service-agreement')).toBe(serviceAgreementId);
    expect(idOf('policies/zh-cn/privacy-policy')).toBe(privacyPolicyId);
  });
});

describe('the five locales', () => {
  const translated = entries.filter(({ collection }) => collections[collection].locales.length > 1);
  const families = Map.groupBy(translated, ({ collection, slug }) => `${collection}/*/${slug}`);

  test.each([...families])('%s exists in all of them with the same facts and headings', (_, family) => {
    expect(family.map(({ locale }) => locale)).toEqual([...locales]);
    for (const fact of ['id', 'order', 'stage', 'city', 'published', 'updated', 'effective', 'author', 'cover'])
      expect(new Set(family.map(({ data }) => data[fact])).size, fact).toBe(1);
    expect(new Set(family.map((entry) => headings(entry).join(' '))).size, 'headings').toBe(1);
    for (const list of ['topics', 'cities']) expect(new Set(family.map(({ data }) => JSON.stringify(data[list]))).size, list).toBe(1);
    expect(new Set(family.map(({ data }) => addressesOf(data['sources']))).size, 'sources').toBe(1);
  });

  test('a translation of a post comes to the sums of the English one', () => {
    const posts = entries.filter(({ collection }) => collection === 'blog');
    const sumsOf = ({ body }: Entry): string[] => [...body.matchAll(/\*\*£([\d,.]+)\*\*/g)].map(([, sum = '']) => sum);
    const english = new Map(posts.filter(({ locale }) => locale === 'en-us').map((entry) => [entry.slug, sumsOf(entry)]));
    expect([...english.values()].flat().length).toBeGreaterThan(8);
    expect(
      complaints(posts, (entry) =>
        (english.get(entry.slug) ?? []).filter((sum) => !entry.body.replaceAll(/(?<=\d)[,.](?=\d)/g, '').includes(sum.replaceAll(/[,.]/g, ''))),
      ),
    ).toEqual([]);
  });

  test('ids are used once', () => {
    const ids = translated.filter(({ locale }) => locale === 'en-us').flatMap(({ data }) => (data['id'] === undefined ? [] : [data['id']]));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('no English sentence is left in Chinese', () => {
    expect(complaints(entries.filter(isChinese), (entry) => text(entry).match(/[A-Za-z'’]+(?: [A-Za-z'’]+){4,}/g) ?? [])).toEqual([]);
  });

  test('no English sentence is left in Vietnamese', () => {
    const vietnamese = entries.filter(({ locale }) => locale === 'vi-vn');
    expect(
      complaints(vietnamese, (entry) =>
        text(entry)
          .split(/[.!?:\n]/)
          .filter((sentence) => (sentence.match(englishFunctionWords)?.length ?? 0) > 1),
      ),
    ).toEqual([]);
  });

  test('Chinese is written in its own script and with the words of its own readers', () => {
    expect(
      complaints(entries.filter(isChinese), (entry) =>
        [characters[entry.locale], foreignWords[entry.locale]].flatMap((wrong) => (wrong ? (wrong.exec(text(entry))?.slice(0, 1) ?? []) : [])),
      ),
    ).toEqual([]);
  });
});

describe('bodies', () => {
  test('only h2 and h3 are used', () => {
    expect(complaints(entries, (entry) => headings(entry).filter((marks) => marks !== '##' && marks !== '###'))).toEqual([]);
  });

  test('placeholders are known', () => {
    const known = new Set<string>(placeholders.map((name) => `{${name}}`));
    expect(complaints(entries, (entry) => (text(entry).match(/\{[^}]*\}?/g) ?? []).filter((found) => !known.has(found)))).toEqual([]);
  });

  test('links lead only where editors may lead', () => {
    expect(
      complaints(entries, ({ body }) => [...body.matchAll(/\]\(([^)]*)\)/g)].map(([, target]) => target ?? '').filter((target) => !allowedLinks.has(target))),
    ).toEqual([]);
  });

  test('there is no HTML and no bare address', () => {
    expect(complaints(entries, ({ body }) => body.match(/<[a-z!/][^>]*>|https?:\/\/\S+/gi) ?? [])).toEqual([]);
  });

  test('bold text is closed: in Chinese, asterisks between a bracket and a character stay visible', () => {
    expect(
      complaints(entries, ({ body }) =>
        body.split('\n').flatMap((line) => {
          const parts = line.split('**');
          if (parts.length % 2 === 0) return [line];
          return parts.filter((part, at) => at % 2 === 1 && /\p{P}$/u.test(part) && /^[\p{L}\p{N}]/u.test(parts[at + 1] ?? ''));
        }),
      ),
    ).toEqual([]);
  });

  test('blog posts and guides have their length', () => {
    expect(
      complaints(entries, (entry) => {
        if (entry.collection !== 'blog' && entry.collection !== 'guides') return [];
        const prose = withoutTables(entry.body);
        const length = isChinese(entry) ? hanLength(prose) : wordCount(prose);
        const [least, most] = lengths[entry.collection][isChinese(entry) ? 'characters' : entry.locale === 'vi-vn' ? 'syllables' : 'words'];
        return length >= least && length <= most ? [] : [`length ${length}, wanted ${least} to ${most}`];
      }),
    ).toEqual([]);
  });

  test('[R2.051] the FAQ answers at least twelve questions', () => {
    expect(
      complaints(
        entries.filter(({ data }) => data['id'] === faqId),
        (entry) => (headings(entry).length < 12 ? ['too few'] : []),
      ),
    ).toEqual([]);
  });
});

/** How the table of deposits says a limit of the law. */
const saidLimit = ({ weeks, months, banned }: LettingLimit): string => {
  if (banned) return 'none';
  const counted = ['no', 'one', 'two', 'three', 'four', 'five', 'six'];
  if (months === 0.5) return 'half a month’s rent';
  if (months === 1) return 'one month’s rent';
  return months ? `${counted[months]} months’ rent` : `${counted[weeks ?? 0]} weeks’ rent`;
};

test('the table of deposits says the limits of the laws that quotes are checked against', () => {
  const names: Readonly<Record<string, string>> = { de: 'Germany', fr: 'France, furnished', ie: 'Ireland', nz: 'New Zealand', uk: 'England' };
  const post = entries.find(({ name }) => name === 'blog/en-us/deposit-protection-by-country');
  const rows = new Map([...(post?.body ?? '').matchAll(/^\| ([^|]+) \| ([^|]+) \|/gm)].map(([, place = '', limit = '']) => [place, limit]));
  const laws = readdirSync(join(root, 'letting-law')).flatMap((file) => {
    const { country, laws: ofCountry } = lettingLawFileSchema.parse(parseYaml(readFileSync(join(root, 'letting-law', file), 'utf8')));
    return ofCountry.flatMap(({ states, limits }) =>
      limits.flatMap((limit) => (limit.rule === 'deposit' ? [{ place: states?.[0] ?? names[country] ?? country, said: saidLimit(limit) }] : [])),
    );
  });
  expect(laws.length).toBeGreaterThan(15);
  expect(laws.filter(({ place, said }) => !rows.get(place)?.includes(said))).toEqual([]);
});

describe('cancellation policies', () => {
  const policies = readdirSync(join(root, 'cancellation-policies')).map((file) => ({
    file,
    policy: cancellationPolicySchema.parse(parseYaml(readFileSync(join(root, 'cancellation-policies', file), 'utf8'))),
  }));

  test('a file is named after its code, and all five are there', () => {
    expect(policies.map(({ policy }) => `${policy.code}.yaml`)).toEqual(policies.map(({ file }) => file));
    expect(policies).toHaveLength(5);
  });

  test('earlier notice never returns less', () => {
    for (const { policy } of policies) {
      const byEvent = Map.groupBy(
        policy.rules.filter(({ daysAfterSigning }) => daysAfterSigning === null),
        ({ event }) => event,
      );
      for (const [event, rules] of byEvent) {
        const shares = rules.toSorted((a, b) => (b.daysBeforeMoveIn ?? -Infinity) - (a.daysBeforeMoveIn ?? -Infinity)).map((rule) => rule.shareOfRentReturned);
        expect(shares, `${policy.code} ${event}`).toEqual(shares.toSorted((a, b) => b - a));
      }
    }
  });
});
