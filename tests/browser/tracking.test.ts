/** What a browser keeps and sends of a visit: nothing without a yes, nothing before somebody acts. */
import type { BrowserContext, Page, Request } from '@playwright/test';
import { apiPrefixes } from '#lib/api/contract.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { addressOf, expect, test } from '../support/browser.ts';
import { registerIn } from '../support/sign-in.ts';

const desktop = { width: 1280, height: 900 };
test.use({ viewport: desktop });

type Sent = { readonly id: string; readonly event: string; readonly fields: Record<string, unknown> };

/** Collects calls of the API, and the events among them. */
function watchCalls(context: BrowserContext): { readonly calls: string[]; readonly events: Sent[] } {
  const calls: string[] = [];
  const events: Sent[] = [];
  context.on('request', (request: Request) => {
    const { pathname } = new URL(request.url());
    if (!apiPrefixes.some((prefix) => pathname.startsWith(`/${prefix}/`))) return;
    calls.push(pathname);
    if (pathname === '/_track/log') events.push(...(JSON.parse(new URLSearchParams(request.postData() ?? '').get('logs') ?? '[]') as Sent[]));
  });
  return { calls, events };
}

async function answer(context: BrowserContext, baseURL: string | undefined, value: string): Promise<void> {
  await context.addCookies([{ name: 'cookie_consent', value, url: baseURL ?? '' }]);
}
const yes = 'necessary.personalised';

const queued = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem('track_queue'));
const cookiesOf = async (context: BrowserContext): Promise<Map<string, { value: string; days: number }>> =>
  new Map((await context.cookies()).map(({ name, value, expires }) => [name, { value, days: Math.round((expires * 1_000 - Date.now()) / 86_400_000) }]));
const optional = ['xcode', 'semcode', 'utm_source', 'utm_tracker', 'channel', 'device_id', 'trace_id'];

const landing = (locale: 'en-us' | 'zh-cn'): string => `${addressOf('new_list2', locale)}?xcode=ab12&semcode=s-1&utm_source=news&utm_tracker=t1`;

async function switchLanguage(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: localeFacts['en-us'].selfName }).click();
  await page.getByRole('dialog').getByRole('link', { name: localeFacts['vi-vn'].selfName }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'vi');
}

test('[R7.178] a page calls nothing until somebody acts; then the view is recorded', async ({ page, context, baseURL }) => {
  await answer(context, baseURL, yes);
  const { calls, events } = watchCalls(context);
  for (const name of ['index', 'new_list2', 'house_detail'] as const) {
    await page.goto(addressOf(name, 'en-us'), { waitUntil: 'networkidle' });
    expect(calls, name).toEqual([]);
  }
  const answered = page.waitForResponse((response) => response.url().includes('/_track/log'));
  await page.keyboard.press('Shift');
  expect(await (await answered).json()).toMatchObject({ error_code: 0, data: { recorded: 1, dropped: 0 } });
  expect(events.map(({ event }) => event)).toEqual(['PC_PAGE']);
  await expect.poll(() => queued(page)).toBeNull();
});

test('[R7.178] who is signed in is followed like others', async ({ page, context, baseURL }) => {
  await answer(context, baseURL, yes);
  await registerIn(page, 'Lan');
  // What was done on the page before may be sent as soon as this one is there, before a key is pressed.
  const answered = page.waitForResponse((response) => response.url().includes('/_track/log')).then((response): Promise<unknown> => response.json());
  await page.goto(addressOf('index', 'en-us'), { waitUntil: 'networkidle' });
  await page.keyboard.press('Shift');
  expect(await answered).toMatchObject({ error_code: 0, data: { dropped: 0 } });
});

test('without an answer, and after a no, nothing is sent and nothing stored', async ({ page, context, baseURL }) => {
  const { calls } = watchCalls(context);
  for (const given of [undefined, 'necessary']) {
    if (given) await answer(context, baseURL, given);
    await page.goto(landing('en-us'), { referer: 'https://www.baidu.com/s?wd=x', waitUntil: 'networkidle' });
    await page.keyboard.press('Shift');
    await switchLanguage(page);
    await page.mouse.click(5, 5);
    await page.waitForLoadState('networkidle');
    expect(await queued(page)).toBeNull();
    const cookies = await cookiesOf(context);
    expect(optional.filter((name) => cookies.has(name))).toEqual([]);
  }
  expect(calls).toEqual([]);
});

test('[R3.07] [R9.05] [R9.06] what led here, the device and the trace are kept for their time', async ({ page, context, baseURL }) => {
  await answer(context, baseURL, yes);
  await page.goto(landing('zh-cn'), { referer: 'https://www.baidu.com/s?wd=x', waitUntil: 'networkidle' });
  await page.keyboard.press('Shift');
  await expect
    .poll(async () => Object.fromEntries([...(await cookiesOf(context))].filter(([name]) => optional.includes(name))))
    .toEqual({
      xcode: { value: 'ab12', days: 30 },
      semcode: { value: 's-1', days: 30 },
      utm_source: { value: 'news', days: 30 },
      utm_tracker: { value: 't1', days: 30 },
      channel: { value: '3', days: 1 },
      device_id: { value: expect.stringMatching(/^[0-9a-f]{32}$/), days: 365 },
      trace_id: { value: expect.stringMatching(/^[0-9a-f]{32}$/), days: 1 },
    });
});

test('[R7.179] what happens offline waits and is sent once, when the connection is back', async ({ page, context, baseURL }) => {
  await answer(context, baseURL, yes);
  const { events } = watchCalls(context);
  await page.goto(addressOf('index', 'en-us'), { waitUntil: 'networkidle' });
  await context.setOffline(true);
  await page.keyboard.press('Shift');
  await expect.poll(() => queued(page)).toContain('PC_PAGE');
  expect(events).toEqual([]);
  await context.setOffline(false);
  await expect.poll(() => events.map(({ event }) => event)).toEqual(['PC_PAGE']);
  await expect.poll(() => queued(page)).toBeNull();
  await page.goto(addressOf('city', 'en-us'), { waitUntil: 'networkidle' });
  await page.keyboard.press('Shift');
  await expect.poll(() => events.length).toBe(2);
  expect(new Set(events.map(({ id }) => id)).size).toBe(2);
});

test('[R4.081] a change of language is recorded with source and target', async ({ page, context, baseURL }) => {
  await answer(context, baseURL, yes);
  const { events } = watchCalls(context);
  await page.goto(addressOf('new_list2', 'en-us'), { waitUntil: 'networkidle' });
  await switchLanguage(page);
  await page.keyboard.press('Shift');
  await expect
    .poll(() => events.filter(({ event }) => event === 'PC_00372').map(({ fields }) => fields))
    .toContainEqual({
      source_language: 'en-us',
      target_language: 'vi-vn',
    });
});

test('[R3.65] a yes in the banner keeps what led here; withdrawn on the page about cookies, all of it goes', async ({ page, context }) => {
  const t = translator('en-us');
  const { events } = watchCalls(context);
  await page.goto(landing('en-us'));
  await page.keyboard.press('Shift');
  await page.getByRole('button', { name: t('chrome.cookie_accept') }).click();
  await expect.poll(async () => (await cookiesOf(context)).get('xcode')?.value).toBe('ab12');
  await expect.poll(() => events.length).toBe(1);
  const seen = (): Promise<string | null> => page.evaluate(() => localStorage.getItem('kept'));
  await page.goto(addressOf('house_detail', 'en-us'));
  await expect.poll(seen).not.toBeNull();
  await page.goto('/en/general-pages/180720');
  const form = page.getByRole('form', { name: t('chrome.cookie_choice') });
  await expect(form.getByLabel(t('chrome.cookie_personalised'))).toBeChecked();
  await form.getByLabel(t('chrome.cookie_personalised')).uncheck();
  await form.getByRole('button', { name: t('chrome.cookie_save') }).click();
  await expect(form.getByRole('status')).toHaveText(t('chrome.cookie_saved'));
  const cookies = await cookiesOf(context);
  expect(cookies.get('cookie_consent')).toEqual({ value: 'necessary', days: 180 });
  expect(optional.filter((name) => cookies.has(name) && !name.endsWith('_id'))).toEqual([]);
  await expect.poll(seen).toBeNull();
  expect(await queued(page)).toBeNull();
  await page.goto(addressOf('house_detail', 'en-us'));
  expect(await seen()).toBeNull();
});

for (const locale of ['zh-cn', 'zh-hk', 'zh-tw', 'vi-vn'] as const) {
  test(`[R3.64] readers of ${locale}, who see no banner, choose on the page about cookies`, async ({ page, context }) => {
    const t = translator(locale);
    const { prefix } = localeFacts[locale];
    await page.goto(`${prefix && `/${prefix}`}/general-pages/180720`);
    const form = page.getByRole('form', { name: t('chrome.cookie_choice') });
    await expect(form.getByLabel(t('chrome.cookie_necessary'), { exact: false }).first()).toBeDisabled();
    await expect(form.getByLabel(t('chrome.cookie_personalised'))).not.toBeChecked();
    await form.getByLabel(t('chrome.cookie_personalised')).check();
    await form.getByRole('button', { name: t('chrome.cookie_save') }).click();
    await expect(form.getByRole('status')).toHaveText(t('chrome.cookie_saved'));
    expect((await cookiesOf(context)).get('cookie_consent')?.value).toBe(yes);
  });
}

/** A fault as the browser would tell of it, in a script of ours. */
function breakScript(page: Page): Promise<void> {
  return page.evaluate(() => {
    const error = Object.assign(new Error('bad code 481516'), { stack: `Error\n at a (${location.origin}/_assets/Default.abc.js:1:2)` });
    dispatchEvent(new ErrorEvent('error', { error }));
  });
}

for (const [chance, reported] of [
  [0.49, 1],
  [0.5, 0],
] as const) {
  test(`[R9.34] at a chance of ${chance} a fault of our scripts is reported ${reported} times, without the number in it`, async ({
    page,
    context,
    baseURL,
  }) => {
    await answer(context, baseURL, yes);
    const { events } = watchCalls(context);
    await page.addInitScript(`Math.random = () => ${chance}`);
    await page.goto(`${addressOf('index', 'en-us')}?xcode=ab12`);
    // What follows a visit comes late; once it keeps the code, it also hears of faults.
    await expect.poll(async () => (await cookiesOf(context)).has('xcode')).toBe(true);
    await breakScript(page);
    if (reported > 0) await expect.poll(() => queued(page)).toContain('PC_ERROR');
    expect(events).toEqual([]);
    await page.keyboard.press('Shift');
    await expect.poll(() => events.some(({ event }) => event === 'PC_PAGE')).toBe(true);
    expect(events.filter(({ event }) => event === 'PC_ERROR').map(({ fields }) => fields['message'])).toEqual(reported > 0 ? ['bad code [number]'] : []);
  });
}

const duringTest = new Date('2024-08-20T00:00:00Z');
/** A page the chat-icon test is about. */
const inTest = '/en/uk/manchester';

test('[R3.10] [R4.090] [R4.093] a running AB test shows its part and is kept in a cookie until it ends', async ({ page, context, baseURL }) => {
  await page.clock.setFixedTime(duringTest);
  await page.goto(inTest, { waitUntil: 'networkidle' });
  await expect(page.locator('html')).not.toHaveAttribute('data-ab-chat-icon');
  await answer(context, baseURL, yes);
  await page.goto(inTest, { waitUntil: 'networkidle' });
  await expect(page.locator('html')).toHaveAttribute('data-ab-chat-icon', 'A');
  await expect(page.locator('[data-part="get-in-touch"]')).toBeVisible();
  expect((await cookiesOf(context)).get('ab_chat-icon')).toEqual({ value: 'A', days: 3 });
  await page.goto('/en/uk/london', { waitUntil: 'networkidle' });
  await expect(page.locator('html')).not.toHaveAttribute('data-ab-chat-icon');
  await expect(page.locator('[data-part="get-in-touch"]')).toBeHidden();
});

test('[R4.091] when no test runs, nothing of it is loaded', async ({ page, context, baseURL }) => {
  await answer(context, baseURL, yes);
  const scripts: string[] = [];
  page.on('request', (request) => void (request.resourceType() === 'script' && scripts.push(request.url())));
  await page.goto(inTest, { waitUntil: 'networkidle' });
  expect(scripts.filter((url) => /ab-tests/.test(url))).toEqual([]);
  await expect(page.locator('html')).not.toHaveAttribute('data-ab-chat-icon');
});

test.describe('crawlers', () => {
  test.use({ userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' });
  test('[R6.26] see no notices', async ({ page }) => {
    await page.goto('/en/uk/london', { waitUntil: 'load' });
    await page.locator('h1').click();
    for (const notice of await page.locator('[data-notice]').all()) await expect(notice).toBeHidden();
  });
  test('take part in no AB test', async ({ page, context, baseURL }) => {
    await answer(context, baseURL, yes);
    await page.clock.setFixedTime(duringTest);
    await page.goto(inTest, { waitUntil: 'networkidle' });
    await expect(page.locator('html')).not.toHaveAttribute('data-ab-chat-icon');
    expect((await cookiesOf(context)).has('ab_chat-icon')).toBe(false);
  });
});
