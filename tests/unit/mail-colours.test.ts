/** Every mail in every language and with everything it may say, as it is read in light and in dark: what is written stands out from its ground. */
import { describe, expect, test } from 'vitest';
import { allMails } from '#lib/all-mails.ts';
import { locales } from '#lib/i18n/locales.ts';
import { samplesOf } from '#lib/mail/mail-samples.ts';
import { createSite } from '#lib/paths.ts';
import { parseHtml } from '#tests/crawl/html.ts';
import type { HtmlElement } from '#tests/crawl/html.ts';

/** Least contrast of text (WCAG 2.2, 1.4.3). */
const least = 4.5;
const site = createSite('https://homes.example.org', new Map());

type Scheme = 'light' | 'dark';
type Colours = { readonly ink: string; readonly ground: string };
type Rule = { readonly names: readonly string[]; readonly style: string };

const schemeRules = /@media \(prefers-color-scheme:dark\)\{((?:[^{}]+\{[^{}]*\})*)\}/;
/** What the mail says of the dark, whatever else its elements say. */
const darkRules = (html: string): readonly Rule[] =>
  [...(schemeRules.exec(html)?.[1] ?? '').matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, names = '', style = '']) => ({ names: names.split(','), style }));

/** The last colour that a style names. */
const colourIn = (style: string, property: 'color' | 'background'): string | undefined =>
  [...style.matchAll(/(?:^|;)\s*([\w-]+)\s*:\s*([^;]+)/g)]
    .filter(([, name]) => name === property || (property === 'background' && name === 'background-color'))
    .map(([, , value = '']) => value.replace('!important', '').trim())
    .at(-1);

function brightness(colour: string): number {
  const [, hex] = /^#([\da-f]{6})$/i.exec(colour) ?? [];
  if (hex === undefined) throw new Error(`"${colour}" is no colour of six digits`);
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast({ ink, ground }: Colours): number {
  const [brighter = 0, darker = 0] = [brightness(ink), brightness(ground)].sort((a, b) => b - a);
  return (brighter + 0.05) / (darker + 0.05);
}

/** Each piece of text with the colours it has, as mail readers that keep the head of a mail show it. */
function written(element: HtmlElement, scheme: Scheme, rules: readonly Rule[], around: Colours): readonly (Colours & { readonly text: string })[] {
  const { name, attributes, children } = element;
  const own = attributes.get('style') ?? '';
  if (['head', 'style', 'title'].includes(name) || /display:\s*none/.test(own)) return [];
  const names = [name, ...(attributes.get('class') ?? '').split(' ').map((one) => `.${one}`)];
  const inDark = scheme === 'dark' ? rules.filter((rule) => rule.names.some((one) => names.includes(one))).map(({ style }) => style) : [];
  // A link takes no colour from around it.
  const inherited = name === 'a' ? { ...around, ink: '#0000ee' } : around;
  const colours = [own, ...inDark].reduce(
    (before, style) => ({ ink: colourIn(style, 'color') ?? before.ink, ground: colourIn(style, 'background') ?? before.ground }),
    inherited,
  );
  return children.flatMap((child) =>
    typeof child === 'string' ? (child.trim() ? [{ ...colours, text: child.trim() }] : []) : written(child, scheme, rules, colours),
  );
}

/** What readers have where a mail says nothing: black on white, or in the dark black on a dark ground. */
const unsaid: Readonly<Record<Scheme, Colours>> = { light: { ink: '#000000', ground: '#ffffff' }, dark: { ink: '#000000', ground: '#121212' } };

const inputs = new Map(allMails.map((mail) => [mail.name, samplesOf(mail)]));

describe.each(allMails.map((mail) => [mail.name, mail] as const))('%s', (name, mail) => {
  test.each(locales)('is read in light and in dark in %s', (locale) => {
    const all = inputs.get(name) ?? [];
    expect(all.length).toBeGreaterThan(0);
    for (const input of all) {
      const { html } = mail.write(input, locale, site);
      expect(html).toContain('<meta name="color-scheme" content="light dark">');
      expect(html).toContain('<meta name="supported-color-schemes" content="light dark">');
      const rules = darkRules(html);
      expect(rules.length).toBeGreaterThan(0);
      const root = parseHtml(html);
      for (const scheme of ['light', 'dark'] as const) {
        const pieces = written(root, scheme, rules, unsaid[scheme]);
        expect(pieces.length).toBeGreaterThan(2);
        expect({ scheme, pale: pieces.filter((piece) => !(contrast(piece) >= least)) }).toEqual({ scheme, pale: [] });
      }
    }
  });
});

test('what somebody could not read is noticed', () => {
  const told = (body: string, scheme: Scheme, style = '') =>
    written(
      parseHtml(`<body style="color:#1d2733;background:#ffffff">${body}</body>`),
      scheme,
      [
        { names: ['body'], style },
        { names: ['.x'], style: 'color:#e6ebf0' },
      ],
      unsaid[scheme],
    ).map((piece) => contrast(piece) >= least);
  const dark = 'background:#14191f!important;color:#e6ebf0!important';
  expect(told('<p>a</p>', 'light')).toEqual([true]);
  expect(told('<p>a</p>', 'dark', dark)).toEqual([true]);
  expect(told('<p>a</p>', 'dark', 'background:#14191f!important'), 'black on dark').toEqual([false]);
  expect(told('<p style="color:#5b6673">a</p>', 'dark', dark), 'a colour of its own').toEqual([false]);
  expect(told('<p class="x" style="color:#5b6673">a</p>', 'dark', dark)).toEqual([true]);
  expect(told('<a href="/">a</a>', 'dark', dark), 'a link without a colour').toEqual([false]);
  expect(told('<p style="color:#999999">a</p>', 'light')).toEqual([false]);
});
