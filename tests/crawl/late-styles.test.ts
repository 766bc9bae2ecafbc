/** What late styles are for stands after them on every kind of page, so that nothing is shown without its styles. */
import { describe, expect, inject, test } from 'vitest';
import { lateSheets } from '#tests/support/late-styles.ts';
import { findPagePaths } from '#tests/support/page-types.ts';

const paths = await findPagePaths(inject('baseUrl'));

/** The styles that stand in a page itself. */
const stylesIn = (html: string): string => [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, css = '']) => css).join('');

/** Classes of all elements of a piece of HTML. */
const classesIn = (html: string): Set<string> =>
  new Set(
    [...html.replaceAll(/<(style|script)\b[\s\S]*?<\/\1>/g, '').matchAll(/ class=(?:"([^"]*)"|([\w-]+))/g)].flatMap(([, names, one = '']) =>
      (names ?? one).split(' '),
    ),
  );

describe.each(Object.entries(paths))('%s', (_, path) => {
  test('shows nothing before the styles it needs', async () => {
    const html = await (await fetch(`${inject('baseUrl')}${path}`)).text();
    const own = stylesIn(html);
    // What comes when somebody acts brings its styles along.
    for (const closed of ['search-panel', 'enlarge', 'seen']) expect(own, closed).not.toContain(`.${closed}`);
    for (const { name, classes } of lateSheets) {
      const link = html.indexOf(`/_assets/${name}.`);
      const before = classesIn(link < 0 ? html : html.slice(0, link));
      // Where a page does without the sheet, what it has of its parts has their styles in the page.
      const isStyled = (one: string): boolean => link < 0 && new RegExp(`\\.${one}\\b`).test(own);
      expect(
        [...classes].filter((one) => before.has(one) && !isStyled(one)),
        name,
      ).toEqual([]);
    }
  });

  test('asks for its script and late styles after what is seen, and for all of its script at once', async () => {
    const html = await (await fetch(`${inject('baseUrl')}${path}`)).text();
    for (const { name } of lateSheets) expect(html, name).not.toMatch(new RegExp(`<link[^>]*/_assets/${name}\\.(?![^>]*fetchpriority="?low)`));
    const asked = [...html.matchAll(/<script type=module fetchpriority=low src="?([^">]+)/g)].map(([, src = '']) => src);
    expect(html).not.toMatch(/<script type="module" src/);
    for (const src of asked) {
      const script = await (await fetch(`${inject('baseUrl')}${src}`)).text();
      for (const [, part = ''] of script.matchAll(/(?:^|;)import(?:\{[^}]*\}from)?["'`]\.\/([^"'`]+)/g)) expect(asked, src).toContain(`/_assets/${part}`);
    }
  });
});
