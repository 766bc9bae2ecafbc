/** HTML as a small tree, enough to look for elements and to read text with its language. */
export type HtmlElement = { readonly name: string; readonly attributes: ReadonlyMap<string, string>; readonly children: (HtmlElement | string)[] };

const voids = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr']);
const rawText = new Set(['script', 'style', 'textarea', 'title']);
/** An opening tag of these ends an open one of the same name. */
const selfEnding = new Set(['li', 'dt', 'dd', 'p', 'option', 'tr', 'td', 'th']);
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

export function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex: string | undefined, decimal: string | undefined, name: string | undefined) => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal) return String.fromCodePoint(Number(decimal));
    return named[name ?? ''] ?? whole;
  });
}

function attributesOf(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', double, single, bare] of text.matchAll(/([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g)) {
    if (!attributes.has(name.toLowerCase())) attributes.set(name.toLowerCase(), decodeEntities(double ?? single ?? bare ?? ''));
  }
  return attributes;
}

/** Reads a document. Comments and the doctype are left out. */
export function parseHtml(html: string): HtmlElement {
  const root: HtmlElement = { name: '#document', attributes: new Map(), children: [] };
  const open: HtmlElement[] = [root];
  const top = (): HtmlElement => open.at(-1) ?? root;
  const tag = /<!--[\s\S]*?-->|<!doctype[^>]*>|<(\/?)([a-z][\w:-]*)((?:"[^"]*"|'[^']*'|[^'">])*)>/gi;
  let last = 0;
  for (let match = tag.exec(html); match; match = tag.exec(html)) {
    if (match.index > last) top().children.push(decodeEntities(html.slice(last, match.index)));
    last = tag.lastIndex;
    const [, slash, given, rest = ''] = match;
    if (!given) continue;
    const name = given.toLowerCase();
    if (slash) {
      const depth = open.findLastIndex((element) => element.name === name);
      if (depth > 0) open.length = depth;
      continue;
    }
    if (selfEnding.has(name) && top().name === name) open.pop();
    const element: HtmlElement = { name, attributes: attributesOf(rest.replace(/\/$/, '')), children: [] };
    top().children.push(element);
    if (rawText.has(name)) {
      const end = html.toLowerCase().indexOf(`</${name}`, last);
      const content = html.slice(last, end === -1 ? undefined : end);
      element.children.push(name === 'script' || name === 'style' ? content : decodeEntities(content));
      tag.lastIndex = end === -1 ? html.length : html.indexOf('>', end) + 1;
      last = tag.lastIndex;
    } else if (!voids.has(name) && !rest.endsWith('/')) open.push(element);
  }
  if (last < html.length) top().children.push(decodeEntities(html.slice(last)));
  return root;
}

/** Every element below that passes, in document order. */
export function* elements(root: HtmlElement, passes: (element: HtmlElement) => boolean = () => true): Generator<HtmlElement> {
  for (const child of root.children) {
    if (typeof child === 'string') continue;
    if (passes(child)) yield child;
    yield* elements(child, passes);
  }
}

const unread = new Set(['script', 'style', 'template', 'noscript', 'svg']);

/** Pieces of text a reader meets, each with the language the nearest `lang` gives it; alternative texts and labels included. */
export function* texts(root: HtmlElement, lang: string): Generator<{ readonly text: string; readonly lang: string }> {
  const own = root.attributes.get('lang') ?? lang;
  for (const attribute of ['alt', 'aria-label', 'placeholder', 'title']) {
    const value = root.attributes.get(attribute);
    if (value) yield { text: value, lang: own };
  }
  for (const child of root.children) {
    if (typeof child === 'string') {
      if (child.trim()) yield { text: child, lang: own };
    } else if (!unread.has(child.name)) yield* texts(child, own);
  }
}
