/** Where islands stand in markup that functions write: HouseMarkup.astro puts them there. What others wrote is escaped, so it makes no spot. */
import { Html } from '#lib/html.ts';
import { KeptHtml } from '#lib/page-text.ts';

/** @param name made of letters, digits, colons and hyphens. */
export function islandSpot(name: string): Html {
  return Html.of(`<!--${name}-->`);
}

/** Markup in turns with names of islands that stand between. @example piecesOf('a<!--b-->c') // ['a', 'b', 'c'] */
export function piecesOf(markup: string): readonly string[] {
  return markup.split(/<!--([\w:-]+)-->/);
}

const pieces = new WeakMap<object, readonly (KeptHtml | string)[]>();

/** What is shown of a home, written once for as long as it is kept: markup, in turns with names of what stands between. */
export function keptPieces(model: object, write: () => string): readonly (KeptHtml | string)[] {
  const known = pieces.get(model);
  if (known) return known;
  const fresh = piecesOf(write()).map((piece, index) => (index % 2 === 0 ? new KeptHtml(piece) : piece));
  pieces.set(model, fresh);
  return fresh;
}
