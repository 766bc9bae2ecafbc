/** The few SVG elements the pictures are made of. Coordinates are pixels of the picture's own viewBox. */

/**
 * A coordinate with one decimal, which is finer than any raster we make.
 * @example round(12.345) // '12.3'
 */
export function round(value: number): string {
  const tenths = Math.round(value * 10);
  const size = Math.abs(tenths);
  // Whole numbers are written quickly, and no other number is: a drawing has a thousand of them.
  if (size >= 1e9 || Number.isNaN(size)) return String(tenths / 10);
  const rest = size % 10;
  const whole = (size - rest) / 10;
  const text = rest === 0 ? String(whole) : `${whole}.${rest}`;
  return tenths < 0 ? `-${text}` : text;
}

/** A `d` or `points` text out of numbers and letters. */
export function trace(...parts: readonly (number | string)[]): string {
  let text = '';
  for (const part of parts) text += (text === '' ? '' : ' ') + (typeof part === 'number' ? round(part) : part);
  return text;
}

export function rect(x: number, y: number, width: number, height: number, fill: string, extra = ''): string {
  if (width <= 0 || height <= 0) return '';
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fill}"${spaced(extra, 'fill')}/>`;
}

export function path(d: string, fill: string, extra = ''): string {
  return `<path d="${d}" fill="${fill}"${spaced(extra, 'fill')}/>`;
}

/** An open path drawn as a line of the given width in pixels. */
export function stroke(d: string, colour: string, width = 1.5, extra = ''): string {
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${round(width)}"${spaced(extra, 'stroke')}/>`;
}

/** Many equal bars as one dashed line: `on` pixels drawn, `off` left out, along a path `thick` pixels wide. */
export function comb(d: string, thick: number, on: number, off: number, colour: string, extra = ''): string {
  return stroke(d, colour, thick, `stroke-dasharray="${fine(on)} ${fine(off)}" ${extra}`.trimEnd());
}

/** Dashes add up along a line, so they are written with two decimals. */
function fine(value: number): string {
  return String(Math.round(value * 100) / 100);
}

export function circle(x: number, y: number, radius: number, fill: string, extra = ''): string {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}"${spaced(extra, 'fill')}/>`;
}

export function ellipse(x: number, y: number, radiusX: number, radiusY: number, fill: string, extra = ''): string {
  return `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(radiusX)}" ry="${round(radiusY)}" fill="${fill}"${spaced(extra, 'fill')}/>`;
}

export function group(content: string, attributes: string): string {
  return content === '' ? '' : `<g ${attributes}>${content}</g>`;
}

/** Moves a drawing; the inner drawing keeps its own origin. */
export function placed(x: number, y: number, content: string): string {
  return group(content, `transform="translate(${round(x)} ${round(y)})"`);
}

/** Something drawn once and repeated with `use`. */
export function symbol(id: string, content: string): string {
  return `<defs><g id="${id}">${content}</g></defs>`;
}

export function use(id: string, x: number, y: number): string {
  return `<use href="#${id}" x="${round(x)}" y="${round(y)}"/>`;
}

/** A repeated surface, `width` × `height` pixels, filled with `url(#id)`. */
export function pattern(id: string, width: number, height: number, content: string): string {
  return `<defs><pattern id="${id}" width="${round(width)}" height="${round(height)}" patternUnits="userSpaceOnUse">${content}</pattern></defs>`;
}

/** A vertical gradient from `top` to `bottom`, filled with `url(#id)`. */
export function verticalGradient(id: string, top: string, bottom: string): string {
  return `<defs><linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient></defs>`;
}

/** A whole picture. Width and height are written too, because sharp reads the raster's density from them. */
export function picture(width: number, height: number, body: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`;
}

/** librsvg paints an element with `opacity` on a layer as large as the picture; the paint's own opacity costs nothing. */
function spaced(extra: string, paint: 'fill' | 'stroke'): string {
  return extra === '' ? '' : ` ${extra.replace(/^opacity=|(?<= )opacity=/, `${paint}-opacity=`)}`;
}
