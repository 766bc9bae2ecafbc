/** What one answered page says about itself, to search engines and to readers. */
import { elements, parseHtml, texts } from './html.ts';
import type { HtmlElement } from './html.ts';

export type ReadPage = {
  /** Path and query as asked for. */
  readonly path: string;
  readonly status: number;
  readonly location: string | undefined;
  readonly html: string;
  readonly lang: string;
  readonly titles: readonly string[];
  readonly descriptions: readonly string[];
  readonly h1s: readonly string[];
  readonly canonicals: readonly string[];
  readonly noindex: boolean;
  readonly meta: ReadonlyMap<string, string>;
  /** hreflang → absolute address, in order. */
  readonly alternates: readonly (readonly [string, string])[];
  readonly jsonLd: readonly string[];
  /** Addresses of links that stay in the page's own language. */
  readonly links: readonly string[];
  /** Addresses of scripts, styles, pictures and fonts. */
  readonly resources: readonly string[];
  /** Pieces of text with their language, of the whole page. */
  readonly texts: readonly { readonly text: string; readonly lang: string }[];
  /** All text in one line, single spaces. */
  readonly text: string;
};

const attribute = (element: HtmlElement, name: string): string => element.attributes.get(name) ?? '';
export const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
const textOf = (element: HtmlElement): string => oneLine([...texts(element, '')].map(({ text }) => text).join(''));

export function readPage(path: string, status: number, location: string | undefined, html: string): ReadPage {
  const root = parseHtml(html);
  const all = [...elements(root)];
  const named = (name: string): HtmlElement[] => all.filter((element) => element.name === name);
  const metas = named('meta');
  const link = (rel: string): HtmlElement[] => named('link').filter((element) => attribute(element, 'rel') === rel);
  const metaText = (name: string): string[] => metas.filter((element) => attribute(element, 'name') === name).map((element) => attribute(element, 'content'));
  const [document] = named('html');
  const lang = document ? attribute(document, 'lang') : '';
  const [body] = named('body');
  const everywhere = body ? [...texts(body, lang)] : [];
  return {
    path,
    status,
    location,
    html,
    lang,
    titles: [...elements(root, ({ name }) => name === 'head')]
      .flatMap((head) => head.children)
      .filter((child) => typeof child !== 'string' && child.name === 'title')
      .map((child) => (typeof child === 'string' ? child : textOf(child))),
    descriptions: metaText('description'),
    h1s: named('h1').map(textOf),
    canonicals: link('canonical').map((element) => attribute(element, 'href')),
    noindex: metaText('robots').some((content) => content.includes('noindex')),
    meta: new Map(metas.map((element) => [attribute(element, 'property') || attribute(element, 'name'), attribute(element, 'content')])),
    alternates: link('alternate')
      .filter((element) => element.attributes.has('hreflang'))
      .map((element) => [attribute(element, 'hreflang'), attribute(element, 'href')] as const),
    jsonLd: named('script')
      .filter((element) => attribute(element, 'type') === 'application/ld+json')
      .map(({ children }) => children.filter((child) => typeof child === 'string').join('')),
    links: named('a')
      .filter((element) => element.attributes.has('href') && !element.attributes.has('hreflang'))
      .map((element) => attribute(element, 'href')),
    resources: [
      ...all.flatMap((element) =>
        element.name === 'a'
          ? []
          : [
              attribute(element, 'src'),
              ...attribute(element, 'srcset')
                .split(',')
                .map((one) => one.trim().split(/\s+/)[0] ?? ''),
            ],
      ),
      ...named('link')
        .filter((element) => !['canonical', 'alternate', 'prev', 'next'].includes(attribute(element, 'rel')))
        .map((element) => attribute(element, 'href')),
    ].filter(Boolean),
    texts: everywhere,
    text: oneLine(everywhere.map(({ text }) => text).join(' ')),
  };
}
