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
    const known = new Map<number, Set<string>>();
    const classesBefore = (end: number): Set<string> => {
      const found = known.get(end) ?? classesIn(html.slice(0, end));
      known.set(end, found);
      return found;
    };
    // What comes when somebody acts brings its styles along.
    for (const closed of ['search-panel', 'enlarge', 'seen']) expect(own, closed).not.toContain(`.${closed}`);
    const placeOf = ({ name }: (typeof lateSheets)[number]): number => {
      const link = html.indexOf(`/_assets/${name}.`);
      return link < 0 ? html.length : link;
    };
    for (const { name, classes } of lateSheets)
      for (const one of classes) {
        // Sheets of several kinds of pages may hold the same part: the first of them that the page has counts.
        const link = Math.min(...lateSheets.filter((sheet) => sheet.classes.has(one)).map(placeOf));
        // Where a page does without all of them, what it has of their parts has its styles in the page.
        const isStyled = link === html.length && new RegExp(`\\.${one}\\b`).test(own);
        expect([one, isStyled || !classesBefore(link).has(one)], name).toEqual([one, true]);
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
