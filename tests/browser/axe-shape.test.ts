/** What makes two pages one to rules of accessibility, and what does not. */
import type { Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { shapeOf } from '../support/axe-shape.ts';
import { expect, test } from '../support/browser.ts';

type Given = { readonly main?: string; readonly style?: string; readonly lang?: string; readonly title?: string };

const form = '<form><label for="name">Your name</label><input id="name" value="Ann"><button class="send">Send</button></form>';
const style = 'a, button { display: inline-block; min-width: 48px; min-height: 48px } .pale { color: #bbb }';

const shapeNow = async (page: Page): Promise<string> => (await shapeOf(page)).evaluate(({ page: whole }) => whole);

async function show(page: Page, { main = form, style: sheet = style, lang = 'en', title = 'A form' }: Given = {}): Promise<string> {
  await page.setContent(
    `<!doctype html><html lang="${lang}"><head><title>${title}</title><style>${sheet}</style></head><body><main>${main}</main></body></html>`,
  );
  return shapeNow(page);
}

test('other words, values and numbers leave the shape of a page as it is', async ({ page }) => {
  const before = await show(page);
  expect(await show(page)).toBe(before);
  expect(await show(page, { main: form.replace('Your name', 'Family name').replace('Ann', 'Minh').replace('Send', 'Send it'), title: 'Another' })).toBe(before);
  // What an id is called says nothing either, as long as it leads to the same.
  expect(await show(page, { main: form.replace('for="name"', 'for="n-2"').replace('id="name"', 'id="n-2"') })).toBe(before);
});

for (const [what, changed] of [
  ['a button without words', { main: form.replace('>Send<', '><') }],
  ['a button with a sign alone', { main: form.replace('>Send<', '>×<') }],
  ['a label that is gone', { main: form.replace(/<label.*<\/label>/, '') }],
  ['a label of nothing', { main: form.replace('for="name"', 'for="other"') }],
  ['two of one id', { main: `${form}<p id="name">Once more</p>` }],
  ['another class', { main: form.replace('class="send"', 'class="send pale"') }],
  ['another attribute', { main: form.replace('<button', '<button aria-pressed="mixed"') }],
  ['another role', { main: form.replace('<button', '<button role="tab"') }],
  ['a colour of another sheet', { style: `${style} .send { color: #999 }` }],
  ['smaller targets', { style: style.replaceAll('48px', '20px') }],
  ['another language', { lang: 'vi' }],
  ['no title', { title: '' }],
  ['an empty field', { main: form.replace(' value="Ann"', '') }],
  ['more headings', { main: `<h3>Form</h3>${form}` }],
] as const satisfies readonly (readonly [string, Given])[]) {
  test(`${what} makes another shape`, async ({ page }) => {
    const before = await show(page);
    expect(await show(page, changed)).not.toBe(before);
  });
}

test('width, colours of the theme, focus and states make other shapes', async ({ page }) => {
  const seen = new Set([await show(page)]);
  const also = async () => {
    const shape = await shapeNow(page);
    expect(seen.has(shape)).toBe(false);
    seen.add(shape);
  };
  seen.clear();
  await also();
  await page.getByRole('textbox').focus();
  await also();
  await page.emulateMedia({ colorScheme: 'dark' });
  await also();
  await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active' });
  await also();
  await page.setViewportSize({ width: 390, height: 844 });
  await also();
});

test('a list is the same with more of the same in it; a table with a fifth row', async ({ page }) => {
  const list = (count: number) => `<ul>${Array.from({ length: count }, (_, at) => `<li><a href="/${at}">Home ${at}</a> <b>£${at}</b></li>`).join('')}</ul>`;
  expect(await show(page, { main: list(7) })).toBe(await show(page, { main: list(1) }));
  const pairs = (count: number) => `<dl>${'<dt>Rent</dt><dd>£400</dd>'.repeat(count)}</dl>`;
  expect(await show(page, { main: pairs(5) })).toBe(await show(page, { main: pairs(2) }));
  expect(await show(page, { main: list(3).replace('>Home 1<', '><') })).not.toBe(await show(page, { main: list(3) }));
  const table = (rows: number) => `<table><tbody>${'<tr><th>Rent</th><td>£400</td></tr>'.repeat(rows)}</tbody></table>`;
  expect(await show(page, { main: table(9) })).toBe(await show(page, { main: table(5) }));
  expect(await show(page, { main: table(3) })).not.toBe(await show(page, { main: table(2) }));
});

test('what a word changes for targets, regions that scroll and names is part of the shape', async ({ page }) => {
  const scrolls = (words: string) => `<div style="overflow: auto; width: 100px; height: 40px"><p>${words}</p></div>`;
  expect(await show(page, { main: scrolls('Rent '.repeat(60)) })).not.toBe(await show(page, { main: scrolls('Rent') }));
  const small = { style: 'a { font-size: 12px }' };
  const link = (words: string) => `<p>${words} <a href="/terms">the terms</a></p>`;
  expect(await show(page, { ...small, main: link('By sending this you agree to') })).not.toBe(await show(page, { ...small, main: link('Of') }));
  const navs = (second: string) => `<nav aria-label="Pages"><a href="/">Home</a></nav><nav aria-label="${second}"><a href="/">Home</a></nav>`;
  expect(await show(page, { main: navs('Pages') })).not.toBe(await show(page, { main: navs('Languages') }));
  const named = (name: string) => `<button aria-label="${name}">Send</button>`;
  expect(await show(page, { main: named('Send the form') })).not.toBe(await show(page, { main: named('Away with it') }));
  expect(await show(page, { main: named('Send the form') })).toBe(await show(page, { main: named('Send it') }));
});

test('a page that is well is judged once; one with findings each time', async ({ page }) => {
  await show(page, { main: `<h1>A form</h1>${form}` });
  expect(await violations(page)).toEqual([]);
  await show(page, { main: `<h1>Another</h1>${form}` });
  expect(await violations(page)).toEqual([]);
  for (const words of ['Pale words', 'Other pale words']) {
    await show(page, { main: `<h1>A form</h1><p class="pale">${words}</p>` });
    expect(await violations(page)).toEqual([[expect.stringMatching(/^color-contrast /), `<p class="pale">${words}</p>`]]);
  }
});

test('a part that is known is judged again where what is around it makes it another', async ({ page }) => {
  const rules = async () => (await violations(page)).map(([rule]) => rule?.split(' ')[0]);
  const grey = `${style} p { color: #767676 } .dim { background: #bbb }`;
  const part = '<section><h3>Rent</h3><p>Words</p></section>';
  await show(page, { style: grey, main: `<h1>A form</h1><h2>What it costs</h2><div>${part}</div>` });
  expect(await rules()).toEqual([]);
  await show(page, { style: grey, main: `<h1>A form</h1><h2>What it costs</h2><div class="dim">${part}</div>` });
  expect(await rules()).toEqual(['color-contrast']);
  await show(page, { style: grey, main: `<h1>A form</h1><div>${part}</div>` });
  expect(await rules()).toEqual(['heading-order']);
  // What is known is left out, and what is new beside it is found.
  await show(page, { style: grey, main: `<h1>A form</h1><h2>What it costs</h2><div>${part}</div><div><button></button></div>` });
  expect(await rules()).toEqual(['button-name']);
  // An id that is there twice, a name that two landmarks have: both parts are others then.
  const nav = '<nav aria-label="Pages"><ul><li><a href="/">Home</a></li></ul></nav>';
  await show(page, { main: `<h1>A form</h1>${nav}` });
  expect(await rules()).toEqual([]);
  await show(page, { main: `<h1>A form</h1>${nav}<div>${nav}</div>` });
  expect(await rules()).toEqual(['landmark-unique']);
  await show(page, { main: `<h1>A form</h1>${nav}${nav.replace('nav', 'main').replace('/nav', '/main').replace('Pages', 'Others')}` });
  expect(await rules()).toContain('landmark-no-duplicate-main');
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a page is judged as it is', async ({ page }) => {
    await show(page, { main: `<h1>A form</h1><p class="pale">Pale words</p><button></button>` });
    expect((await violations(page)).map(([rule]) => rule?.split(' ')[0])).toEqual(['button-name', 'color-contrast']);
  });
});
