/** What the assistant quotes stands where it says, on the running site, and its page is nobody else's. */
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { readPassages } from '#lib/features/assistant/passages.files.ts';
import { particulars } from '#lib/features/editorial/particulars.rules.ts';
import { locales } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';

const ask = (path: string, init: RequestInit = {}): Promise<Response> => fetch(`${inject('baseUrl')}${path}`, { redirect: 'manual', ...init });

test.for(locales)('[R1.40] %s: every passage leads to its place on a page that there is', async (locale) => {
  const paths = createPaths(locale, false);
  const passages = readPassages(join(process.cwd(), 'src/content'), locale, paths, particulars(locale, translator(locale), new Date()));
  const places = Map.groupBy(passages, ({ href }) => href.split('#')[0] ?? '');
  for (const [path, onPage] of places) {
    const answer = await ask(path);
    expect(answer.status, path).toBe(200);
    const html = await answer.text();
    for (const { href } of onPage) {
      const [, anchor] = href.split('#');
      if (anchor !== undefined) expect(html.includes(`id="${anchor}"`), href).toBe(true);
    }
  }
});

test('[R1.40] the page answers without script, for its reader alone and for no search engine', async () => {
  const { href: address } = new URL('/en/assistant?q=When+do+I+get+my+deposit+back%3F', inject('baseUrl'));
  const answer = await fetch(address);
  const html = await answer.text();
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  expect(html).toMatch(/<meta name="robots" content="noindex/);
  expect(html).toContain('/en/general-pages/helps/123888#what-happens-to-my-deposit');
  expect(html).toContain('question=When+do+I+get+my+deposit+back%3F');
});

test('[R1.40] what somebody writes is text on the page, and nothing else', async () => {
  const html = await (await ask(`/en/assistant?q=${encodeURIComponent('<img src=x onerror=alert(1)>"\'')}`)).text();
  // It stands in the value of the field, and as text in the way to the search.
  expect(html).toContain('&lt;img src=x');
  expect(html.replaceAll(/"[^"]*"/g, '""')).not.toContain('<img src=x');
  const long = await ask(`/en/assistant?q=${'a'.repeat(201)}`);
  expect(await long.text()).toContain(translator('en-us')('assistant.too_long', { most: 200 }));
});

test('[R1.44] [R6.22] Chinese pages have a customer chat, which is a form that asks us', async () => {
  for (const locale of locales) {
    const paths = createPaths(locale, false);
    const front = await (await ask(paths.to('index'))).text();
    expect(front.includes(`href="${paths.to('mchat')}"`), locale).toBe(locale.startsWith('zh'));
    expect(front.includes(`href="${paths.to('assistant')}"`), locale).toBe(true);
  }
  const chat = await ask('/mchat');
  expect([chat.status, chat.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  expect(await chat.text()).toMatch(/<form[^>]* id="ask-form" method="post" action="\/mchat"/);
});

test('[R1.40] the question comes along to the form that asks a person', async () => {
  const html = await (await ask('/en/intent/askform?question=May+I+bring+my+cat%3F')).text();
  expect(html).toMatch(/<textarea[^>]*name="content"[^>]*>\s*May I bring my cat\?/);
});
