/** What is wrong with the page of a form for the eye or for assistive techniques, with script and without. */
import type { Browser, Page } from '@playwright/test';
import { axe, everyRule } from './axe.ts';

/** What is wrong with the page for the eye or for assistive techniques. */
export async function faults(page: Page, judged: Page): Promise<readonly (readonly string[])[]> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  const words = await page.evaluate(() => document.body.innerText);
  const unsaid = words.split('\n').filter((line) => /\[object |\bundefined\b|\bNaN\b|\{\{/.test(line));
  if (judged !== page) {
    const body = await page.content();
    await judged.route(page.url(), (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }));
    await judged.goto(page.url());
    await judged.unroute(page.url());
  }
  const { violations } = await axe(judged).withTags(everyRule).analyze();
  return [
    ...violations.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map(({ html }) => html.slice(0, 160))]),
    ...(unsaid.length > 0 ? [['a value that is no text', ...unsaid]] : []),
    ...(beyond > 0 ? [[`${beyond} px too wide`]] : []),
  ];
}

/** A page that shows what one without script was sent: the rules of accessibility are themselves a script. */
export async function withScript(browser: Browser, baseURL: string, width: number): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: true, viewport: { width, height: 844 } });
  await context.addCookies([{ name: 'cookie_consent', value: 'necessary', url: baseURL }]);
  await context.addInitScript(() => {
    sessionStorage.setItem('appBarClosed', '1');
    for (const key of ['appPromptClosed', 'isShowEntryUserGuide']) localStorage.setItem(key, '1');
  });
  return context.newPage();
}
