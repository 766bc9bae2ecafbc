/** Accessibility rules over a page, as tests of it begin: each shape of page, and each part of one, is judged once in a run. */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JSHandle, Page } from '@playwright/test';
import type axe from 'axe-core';
import { shapeOf } from './axe-shape.ts';
import type { Shape } from './axe-shape.ts';

/** What WCAG 2.2 AA asks for, and the habits beyond it that axe knows. */
const everyRule = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Which part of a page is judged, and by which rules; the whole page by all of them without it. */
export type Asked = {
  /** Selectors of what is judged. */
  readonly include?: readonly string[];
  /** Selectors of what is not. */
  readonly exclude?: readonly string[];
  /** Names of rules that alone are asked. */
  readonly only?: readonly string[];
  /** Names of rules that are not asked. */
  readonly without?: readonly string[];
};

/** Where a run keeps which shapes were judged without findings: a file for each, so that workers need not wait for each other. */
const folderName = 'AXE_FOLDER';

/** Begins a run. @returns what ends it, and says how much was judged. */
export function beginJudging(): () => string {
  const folder = mkdtempSync(join(tmpdir(), 'loftling-axe-'));
  process.env[folderName] = folder;
  const countOf = (name: string): number => (existsSync(join(folder, name)) ? readFileSync(join(folder, name)).length : 0);
  return () => {
    const said = `accessibility: ${countOf('asked')} pages looked at, ${countOf('judged')} of them by axe: the others have the shape of one of these`;
    rmSync(folder, { recursive: true, force: true });
    return said;
  };
}

/** Notes one more of it; processes do so at the same time. */
function count(folder: string, name: 'asked' | 'judged'): void {
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, name), '.');
}

/**
 * A page without script is judged where it begins, as it comes. It runs none of axe's timers either: those it has without delay are run at
 * once in their place. Everything else of axe works there, and judges the very page that a reader without script has.
 * @returns whether it is one.
 */
function prepareWithoutScript(): boolean {
  if (!matchMedia('(scripting: none)').matches) return false;
  scrollTo({ top: 0, behavior: 'instant' });
  const atOnce = (work: () => void, delay = 0): number => {
    if (delay <= 1) void Promise.resolve().then(work);
    return 0;
  };
  Object.assign(globalThis, { setTimeout: atOnce });
  return true;
}

/** Where axe has put itself in a page. */
type WithAxe = typeof globalThis & { readonly axe?: typeof axe };

/** From here on leaving parts out takes axe longer than judging them: on the page of all calls, with 510, five times as long. */
const mostLeftOut = 200;

const source = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/**
 * What axe finds wrong with a page, apart from the parts that are known to be well: rules that look at a page as a whole look at these, too.
 * It reports violations alone: writing down the thousands of elements that are well takes longer than looking at them.
 */
async function judge(page: Page, shape: JSHandle<Shape>, known: readonly number[], { include, exclude = [], only, without = [] }: Asked): Promise<string[][]> {
  if (!(await page.evaluate(() => (globalThis as WithAxe).axe !== undefined))) await page.evaluate(source);
  const options: axe.RunOptions = {
    resultTypes: ['violations'],
    runOnly: only ? { type: 'rule', values: [...only] } : { type: 'tag', values: everyRule },
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    // Our pages hold no frames: the policy forbids them.
    iframes: false,
  };
  return shape.evaluate(
    async ({ elements }, asked) => {
      const { axe: judging } = globalThis as WithAxe;
      if (!judging) throw new Error('axe is not here');
      const spared = new Set(asked.known.flatMap((at) => elements[at] ?? []).filter((element) => element.isConnected));
      // A part within a part that is left out need not be named, and axe holds each element against each name.
      const outermost = [...spared].filter((element) => {
        for (let above = element.parentElement; above; above = above.parentElement) if (spared.has(above)) return false;
        return true;
      });
      const left = outermost.length > asked.mostLeftOut ? [] : outermost;
      const context = { ...(asked.include ? { include: asked.include } : {}), exclude: [...asked.exclude, ...left] };
      // What lies half under a row that sticks is as large as it is: where the page happens to be scrolled to is not judged.
      const stuck = [...document.querySelectorAll<HTMLElement>('body > header, main [data-sticks]')].filter(
        (one) => getComputedStyle(one).position === 'sticky',
      );
      for (const one of stuck) one.style.position = 'static';
      const { violations: found } = await judging.run(context, asked.options);
      for (const one of stuck) one.style.removeProperty('position');
      return found.map(({ id, help, nodes }) => [`${id} (${help})`, ...nodes.slice(0, 3).map(({ html }) => html.slice(0, 160))]);
    },
    { known, mostLeftOut, include: include && [...include], exclude: [...exclude], options },
  );
}

/**
 * What rules of accessibility find wrong with a page: each with the first elements it is about. A page of a shape that was found to be well in
 * this run, by any worker, is not judged again, and neither is a part of one (`axe-shape.ts` says what a shape is); one with findings is, so
 * that every place reports them.
 */
export async function violations(page: Page, asked: Asked = {}): Promise<readonly (readonly string[])[]> {
  const folder = process.env[folderName];
  if (folder === undefined) throw new Error(`${folderName} is not set: run browser tests with "npx playwright test" or "npm test -- browser"`);
  const fileOf = (shape: string): string =>
    join(
      folder,
      createHash('sha256')
        .update(`${JSON.stringify(asked)}\n${shape}`)
        .digest('hex'),
    );
  const read = async (): Promise<{ readonly handle: JSHandle<Shape>; readonly whole: string; readonly parts: readonly string[] }> => {
    const handle = await shapeOf(page);
    const shape = await handle.evaluate((one) => ({ page: one.page, parts: one.parts }));
    return { handle, whole: fileOf(`page ${shape.page}`), parts: shape.parts.map(fileOf) };
  };
  const isStill = await page.evaluate(prepareWithoutScript);
  const { handle, whole, parts } = await read();
  count(folder, 'asked');
  if (existsSync(whole)) return [];
  count(folder, 'judged');
  // Of equal parts of a page, such as the cards of a list, the first is judged.
  const known = [...parts.keys()].filter((at) => parts.indexOf(parts[at] ?? '') < at || existsSync(parts[at] ?? ''));
  const found = await judge(page, handle, known, asked);
  // What changed while it was judged may be another shape.
  if (found.length === 0 && (isStill || (await read()).whole === whole)) for (const file of [whole, ...parts]) writeFileSync(file, '');
  return found;
}
