/** The mark drawn as SVG, for pages, pictures and icons. */
import { brandMark } from './brand.ts';

type Colour = (typeof brandMark.shapes)[number]['colour'];

/** What stands inside an `<svg viewBox="0 0 32 32">`. @param colourOf as an attribute may say it: `#0f5c6e`, `var(--harbour)`. */
export function markShapes(colourOf: (colour: Colour) => string): string {
  return brandMark.shapes
    .map(({ colour, path, width }) =>
      width === undefined
        ? `<path d="${path}" fill="${colourOf(colour)}"/>`
        : `<path d="${path}" fill="none" stroke="${colourOf(colour)}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`,
    )
    .join('');
}

/** The mark in the colours of pages, which follow light and dark. */
export const markOfPages = markShapes((colour) => `var(${brandMark.colours[colour].token})`);

/** A document of its own on light ground. */
export const markOnLight = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${markShapes((colour) => brandMark.colours[colour].light)}</svg>`;

/** The icon of a tab, which follows light and dark by itself. */
export function tabIcon(): string {
  const colours = (scheme: 'light' | 'dark'): string =>
    Object.values(brandMark.colours)
      .map((colour) => `${colour.token}:${colour[scheme]}`)
      .join(';');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>svg{${colours('light')}}@media (prefers-color-scheme:dark){svg{${colours('dark')}}}</style>${markOfPages}</svg>\n`;
}
