/** What is wrong with the page of a form for the eye or for assistive techniques, with script and without. */
import type { Page } from '@playwright/test';
import { violations } from './axe.ts';
import type { Asked } from './axe.ts';

/** What is wrong with the page for the eye or for assistive techniques. @param asked what rules are asked; all of them, of the whole page, without it. */
export async function faults(page: Page, asked: Asked = {}): Promise<readonly (readonly string[])[]> {
  const { beyond, words } = await page.evaluate(() => ({
    beyond: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    words: document.body.innerText,
  }));
  const unsaid = words.split('\n').filter((line) => /\[object |\bundefined\b|\bNaN\b|\{\{/.test(line));
  return [
    ...(await violations(page, asked)),
    ...(unsaid.length > 0 ? [['a value that is no text', ...unsaid]] : []),
    ...(beyond > 0 ? [[`${beyond} px too wide`]] : []),
  ];
}
