/** The words islands of the map are given: every one in the page's language, chosen on the server. */
export type MapWords = Readonly<
  Record<
    | 'title'
    | 'help'
    | 'show'
    | 'loading'
    | 'failed'
    | 'again'
    | 'viewMap'
    | 'viewList'
    | 'zoomIn'
    | 'zoomOut'
    | 'layers'
    | 'schools'
    | 'stations'
    | 'rings'
    | 'ringsNone'
    | 'draw'
    | 'drawHint'
    | 'cancel'
    | 'here'
    | 'wholeMap'
    | 'close'
    | 'full'
    | 'cluster'
    | 'home'
    | 'homeFull'
    | 'none'
    | 'previous'
    | 'next'
    | 'page'
    | 'ring10'
    | 'ring20'
    | 'ring30'
    | 'schematic',
    string
  >
>;

/** Fills the places of a message. @example fill('{{a}} of {{b}}', { a: 1, b: 2 }) // '1 of 2' */
export function fill(message: string, values: Readonly<Record<string, string | number>>): string {
  return message.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => String(values[name] ?? whole));
}
