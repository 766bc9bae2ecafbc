import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { parseYaml } from '#lib/yaml.ts';
import { cookiePolicyId, faqId, privacyPolicyId, serviceAgreementId } from '#lib/features/editorial/editorial.schema.ts';
import { cancellationPolicySchema } from '#lib/features/house/cancellation.schema.ts';
import { lettingLawFileSchema } from '#lib/features/quotes/letting-law.schema.ts';
import type { LettingLimit } from '#lib/features/quotes/letting-law.schema.ts';
import { lineOf, readEntries } from '../../scripts/content/entries.ts';
import type { Entry } from '../../scripts/content/entries.ts';
import { findingsIn, pictureFindings, rules } from '../../scripts/content/rules.ts';

const root = join(import.meta.dirname, '../../src/content');
const entries = readEntries();

/** The first line of a failure is the first thing to do: file, line, what it is. */
function expectNothing(found: readonly string[]): void {
  if (found.length > 0) throw new Error(found.join('\n'));
}

test.each(rules.map((rule) => [rule.says, rule] as const))('%s', (_, rule) => {
  expect(entries.length).toBeGreaterThan(100);
  expectNothing(entries.flatMap((entry) => findingsIn(entry, rule, entries)));
});

test('pictures of editors have a size for pages, and each is shown', async () => {
  expectNothing(await pictureFindings(entries));
});

test('[R2.051][R2.053][R2.054] the numbered documents are where the routes expect them', () => {
  const idOf = (name: string) => entries.find((entry) => entry.name === name)?.data['id'];
  expect(idOf('help/zh-cn/faq')).toBe(faqId);
  expect(idOf('policies/zh-cn/cookie-policy')).toBe(cookiePolicyId);
  expect(idOf('policies/zh-cn/service-agreement')).toBe(serviceAgreementId);
  expect(idOf('policies/zh-cn/privacy-policy')).toBe(privacyPolicyId);
});

test('ids are used once', () => {
  const ids = entries.filter(({ locale }) => locale === 'en-us').flatMap(({ data }) => (data['id'] === undefined ? [] : [data['id']]));
  expect(new Set(ids).size).toBe(ids.length);
});

test('[R2.051] the FAQ answers at least twelve questions', () => {
  const few = entries.filter(({ data, body }) => data['id'] === faqId && (body.match(/^#+ /gm)?.length ?? 0) < 12);
  expectNothing(few.map(({ file }) => `${file}:1: answer at least twelve questions.`));
});

test('sums of English posts are there to be compared', () => {
  const posts = entries.filter(({ collection, locale }) => collection === 'blog' && locale === 'en-us');
  expect(posts.flatMap(({ body }) => body.match(/\*\*£[\d,.]+\*\*/g) ?? []).length).toBeGreaterThan(8);
});

describe('what an editor is told', () => {
  const entry = entries.find(({ name }) => name === 'help/en-us/faq') ?? expect.unreachable('no text');
  const body = (more: string): Entry => ({ ...entry, body: `${entry.body}\n${more}\n`, source: `${entry.source}\n${more}\n` });
  const told = (changed: Entry): string[] =>
    rules.flatMap((rule) =>
      findingsIn(
        changed,
        rule,
        entries.map((one) => (one === entry ? changed : one)),
      ),
    );

  test('names the file, the line and what to do', () => {
    const changed = body('Ask [the office](https://example.org/x).\n\n![](/pictures/room.webp)');
    const line = lineOf(changed, 'Ask [the office]');
    const found = told(changed);
    expect(found).toContainEqual(
      expect.stringMatching(new RegExp(`^src/content/help/en-us/faq\\.md:${line}: https://example.org/x\\. Link to a page of this site`)),
    );
    expect(found).toContainEqual(
      expect.stringMatching(
        new RegExp(`^src/content/help/en-us/faq\\.md:${line + 2}: /pictures/room\\.webp is not there\\. Put the file into src/content/pictures`),
      ),
    );
  });

  test('a picture is one of the folder, by a plain name', () => {
    for (const target of ['https://elsewhere.example/a.webp', 'room.webp', '/pictures/Room 1.webp', '/pictures/../a.webp'])
      expect(told(body(`![A room with a desk](${target})`)).join('\n'), target).toContain('is not /pictures/ and a name');
  });

  test('each translation shows the same pictures', () => {
    expect(
      rules.flatMap((rule) => findingsIn({ ...entry, locale: 'vi-vn', body: `${entry.body}\n![Một bàn học](/pictures/desk.webp)` }, rule, entries)).join('\n'),
    ).toContain('its pictures are not those of src/content/help/en-us/faq.md');
  });

  test('a picture is as wide and as light as pages need, and is shown', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'loftling-pictures-'));
    try {
      const plain = (width: number) => sharp({ create: { width, height: 400, channels: 3, background: '#fbf9f5' } });
      writeFileSync(join(folder, 'desk.webp'), await plain(1_200).webp().toBuffer());
      writeFileSync(join(folder, 'thumb.webp'), await plain(100).webp().toBuffer());
      writeFileSync(join(folder, 'Wide Room.png'), await plain(1_200).png().toBuffer());
      writeFileSync(join(folder, 'heavy.jpg'), Buffer.concat([await plain(1_200).jpeg().toBuffer(), Buffer.alloc(250_000)]));
      const found = (await pictureFindings([body('![A desk by a window](/pictures/desk.webp)')], folder)).join('\n');
      for (const said of ['Wide Room.png: name it', 'thumb.webp: it is 100 pixels wide', 'heavy.jpg: it has 2', 'thumb.webp: no text shows it'])
        expect(found).toContain(said);
      expect(found).not.toContain('desk.webp');
    } finally {
      rmSync(folder, { recursive: true });
    }
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
