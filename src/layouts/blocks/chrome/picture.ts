/** A picture in the sizes of R9.41, with its colours as placeholder and its evening twin on dark pages. Its styles are picture.css. */
import { pictureWidths } from '#lib/features/pictures/picture-source.rules.ts';
import type { PictureFormat, PictureSource, PictureWidth } from '#lib/features/pictures/picture-source.rules.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';

export type PictureProps = {
  readonly picture: PictureSource;
  readonly alt: string;
  /** How wide it is shown, as `sizes` of HTML. */
  readonly sizes: string;
  /** Fetched first: it is seen before anything is scrolled. */
  readonly eager?: boolean;
  readonly class?: string | undefined;
  /** Widths to choose from, in pixels: a picture that is never large names no large ones. */
  readonly widths?: readonly PictureWidth[];
  /** What it is, said on it where it is no photograph of the thing; its `alt` says so too. */
  readonly label?: string | undefined;
};

export function picture({ picture: source, alt, sizes, eager = false, class: own, widths = pictureWidths, label }: PictureProps): Html {
  const { dark, vector, placeholder } = source;
  // None is named twice: a photograph is no wider than it came.
  const set = (of: PictureSource, format: PictureFormat): string =>
    widths
      .flatMap((width, at) => (at > 0 && of.url(widths[at - 1] ?? width, format) === of.url(width, format) ? [] : `${of.url(width, format)} ${width}w`))
      .join(',');
  const isSingle = vector !== undefined || source.url(320, 'avif') === source.url(1600, 'webp');
  const classes = ['picture', own, vector ? 'drawing' : !dark && !isSingle && 'lit'].filter(Boolean).join(' ');
  const shape = html` class="${classes}"${!vector && html` style="${`--sky:${placeholder.sky};--wall:${placeholder.wall}`}"`}`;
  const image = html` src="${vector ?? source.url(640, 'webp')}" alt="${alt}" width="${source.width}" height="${source.height}"${
    eager ? html` fetchpriority="high" decoding="async"` : html` loading="lazy"`
  }`;
  // Where there is nothing to choose from, the image is all.
  if (isSingle) return html`<img${shape}${image}>`;
  return html`<picture${shape}${label && html` data-label="${label}"`}>${
    dark && html`<source type="image/avif" media="(prefers-color-scheme:dark)" srcset="${set(dark, 'avif')}" sizes="${sizes}">`
  }<source type="image/avif" srcset="${set(source, 'avif')}" sizes="${sizes}"><img${image}></picture>`;
}
