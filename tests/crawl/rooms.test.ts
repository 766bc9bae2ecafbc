/** Rooms of a home and shared flats: what can be had, and nothing about who lives there. */
import { beforeAll, expect, inject, test } from 'vitest';
import { localeFacts, locales } from '#lib/i18n/locales.ts';
import { createPaths } from '#lib/paths.ts';
import { findPagePaths } from '#tests/support/page-types.ts';

/** Of one home and kind, without language. */
let rooms = '';
beforeAll(async () => void (rooms = (await findPagePaths(inject('baseUrl')))['room_list'] ?? ''));

async function read(path: string): Promise<string> {
  const response = await fetch(`${inject('baseUrl')}${path}`);
  expect(response.status, path).toBe(200);
  return response.text();
}

/** What a reader sees, without names of classes and addresses. */
const textOf = (html: string): string => (/<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '').replaceAll(/<style[\s\S]*?<\/style>/g, ' ').replaceAll(/<[^>]+>/g, ' ');
/** The sexes in the five languages, as words of their own. */
const sexes = /\b(?:male|female|men|women|boys?|girls?|nam|nữ)\b|[男女]/iu;

test.each(locales)('[R4.099] a stranger is told of no room who lives in it, on the rooms of a home and in shared flats (%s)', async (locale) => {
  const { prefix } = localeFacts[locale];
  const shared = createPaths('zh-cn', false).to('house_share_list');
  for (const path of [rooms, shared]) {
    const text = textOf(await read(`${prefix && `/${prefix}`}${path}`));
    expect(text.length, path).toBeGreaterThan(300);
    expect(sexes.exec(text)?.[0], path).toBeUndefined();
  }
});

test('a free room leads to its question and its kind to a booking, with the sum', async () => {
  const html = await read(`/en${rooms}`);
  const hrefs = [...html.matchAll(/ href="?([^" >]+)/g)].map(([, href = '']) => href.replaceAll('&amp;', '&').replaceAll('&#38;', '&'));
  const asks = hrefs.filter((href) => href.includes('/intent/askform?') && href.includes('question='));
  const books = hrefs.filter((href) => href.includes('/houses/book-rent?') && href.includes('tenancyId='));
  expect(asks.length).toBeGreaterThan(0);
  expect(books.length).toBeGreaterThan(0);
  const form = await read(asks[0] ?? '');
  const question = new URLSearchParams(asks[0]?.split('?')[1]).get('question') ?? '';
  expect(question).not.toBe('');
  expect(textOf(form)).toContain(question);
  expect(textOf(html)).toMatch(/£[\d,]+ in total/);
});
