/** Where islands stand in markup that functions write: HouseMarkup.astro puts them there. What others wrote is escaped, so it makes no spot. */
import { Html } from '#lib/html.ts';

/** @param name made of letters, digits, colons and hyphens. */
export function islandSpot(name: string): Html {
  return Html.of(`<!--${name}-->`);
}

/** Markup in turns with names of islands that stand between. @example piecesOf('a<!--b-->c') // ['a', 'b', 'c'] */
export function piecesOf(markup: string): readonly string[] {
  return markup.split(/<!--([\w:-]+)-->/);
}
