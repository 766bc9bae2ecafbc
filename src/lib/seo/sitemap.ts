/** Sitemap files as text, written piece by piece so that their size never lies in memory. */
import type { HreflangLink } from './alternates.ts';

export type SitemapUrl = {
  readonly address: string;
  /** When the page's content last changed; absent when nobody knows. */
  readonly changed?: Date | string | undefined;
  /** As in the page's head. */
  readonly alternates: readonly HreflangLink[];
};

const header = '<?xml version="1.0" encoding="UTF-8"?>\n';
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? character);
}

/** A day stays a day; an instant is given to the second. */
function lastmod(changed: Date | string | undefined): string {
  if (changed === undefined) return '';
  return `<lastmod>${typeof changed === 'string' ? changed : changed.toISOString().replace(/\.\d+Z$/, 'Z')}</lastmod>`;
}

function urlXml({ address, changed, alternates }: SitemapUrl): string {
  const links = alternates.map(({ hreflang, href }) => `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${escapeXml(href)}"/>`).join('');
  return `<url><loc>${escapeXml(address)}</loc>${lastmod(changed)}${links}</url>\n`;
}

const piece = 200;

/** A sitemap of these pages, in pieces of some hundred lines. */
export async function* sitemapXml(urls: AsyncIterable<SitemapUrl> | Iterable<SitemapUrl>): AsyncGenerator<string> {
  yield `${header}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`;
  let lines: string[] = [];
  for await (const url of urls) {
    lines.push(urlXml(url));
    if (lines.length < piece) continue;
    yield lines.join('');
    lines = [];
  }
  yield `${lines.join('')}</urlset>\n`;
}

/** The index that names every sitemap. */
export function sitemapIndexXml(files: readonly { readonly address: string; readonly changed?: Date | string | undefined }[]): string {
  const entries = files.map(({ address, changed }) => `<sitemap><loc>${escapeXml(address)}</loc>${lastmod(changed)}</sitemap>\n`);
  return `${header}<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</sitemapindex>\n`;
}
