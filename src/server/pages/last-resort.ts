/**
 * The page for when no page can be rendered, not even that of errors: one text for each language, made when the server starts and kept.
 * It needs no file, no place index, no database and no other answer of ours.
 */
import { brandName } from '#lib/brand.ts';
import { escaped } from '#lib/html.ts';
import { defaultLocale, localeFacts, localeOfPrefix, locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import type { MessageKey } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';

/** `failed`: something went wrong on our side; `busy`: more is asked than can be answered just now. */
type LastResort = 'failed' | 'busy';

/** R8.44: it stands below what the reader is told in their language, for who looks into it. */
export const nestedErrorText = 'An error occured while showing the error page';

export const lastResortHeaders = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } as const;

const style =
  ':root{color-scheme:light dark;--paper:#fbf9f5;--ink:#1d2433;--muted:#5b6475;--act:#0f5c6e;--on:#fff}' +
  '@media(prefers-color-scheme:dark){:root{--paper:#12161d;--ink:#eae7e0;--muted:#a3abb9;--act:#7cc4d4;--on:#12161d}}' +
  'body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.6 system-ui,sans-serif}' +
  'main{display:grid;align-content:center;min-height:100vh;max-width:40rem;margin:auto;padding:1.5rem;box-sizing:border-box}' +
  'p,h1{margin:0 0 1rem}h1{font-size:1.6rem;line-height:1.3}.quiet{color:var(--muted)}small{color:var(--muted)}' +
  'a{display:inline-block;margin:0 .75rem .75rem 0;padding:.6rem 1.1rem;border:1px solid var(--act);border-radius:8px;color:var(--act);text-decoration:none}' +
  'a:first-child{background:var(--act);color:var(--on)}';

const words = {
  failed: ['errors.failed_title', 'errors.failed_text'],
  busy: ['errors.busy_title', 'errors.busy_text'],
} as const satisfies Record<LastResort, readonly [MessageKey, MessageKey]>;

/** @param why a line below, for who looks into it. */
function written(locale: Locale, given: { readonly title: string; readonly text: string; readonly why?: string }): string {
  const t = translator(locale);
  const [title, text] = [escaped(given.title), escaped(given.text)];
  const name = escaped(brandName(locale));
  // The page that was asked for, once more.
  const again = `<a href="">${escaped(t('errors.failed_retry'))}</a>`;
  const home = `<a href="${escaped(createPaths(locale, false).to('index'))}">${escaped(t('errors.home_link'))}</a>`;
  const why = given.why === undefined ? '' : `<p lang="en"><small>${given.why}</small></p>`;
  return (
    `<!doctype html><html lang="${localeFacts[locale].lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<title>${title} | ${name}</title><meta name="robots" content="noindex"><style>${style}</style></head><body><main id="main"><p><b>${name}</b></p>` +
    `<h1>${title}</h1><p class="quiet">${text}</p><p>${again}${home}</p>${why}</main></body></html>`
  );
}

function known(kind: LastResort, locale: Locale): string {
  const [title, text] = words[kind].map((key) => translator(locale)(key));
  return written(locale, { title: title ?? '', text: text ?? '', ...(kind === 'failed' ? { why: nestedErrorText } : {}) });
}

const pages: Readonly<Record<LastResort, ReadonlyMap<Locale, string>>> = {
  failed: new Map(locales.map((locale) => [locale, known('failed', locale)])),
  busy: new Map(locales.map((locale) => [locale, known('busy', locale)])),
};

/** The whole page. */
export const lastResort = (kind: LastResort, locale: Locale): string => pages[kind].get(locale) ?? '';

/** The page for who has asked for more than a client may. @param wait seconds. */
export function limitPage(locale: Locale, wait: number): string {
  const t = translator(locale);
  return written(locale, { title: t('errors.limit_title'), text: t('errors.limit_text', { count: Math.max(1, Math.ceil(wait / 60)) }) });
}

/**
 * The language of whoever asks for an address, by nothing but the address and the host.
 * @param localeHosts origins of locales that live on a host of their own.
 * @example localeAskedFor(new Map())('/vn/help', 'homes.example.org') // 'vi-vn'
 */
export function localeAskedFor(localeHosts: ReadonlyMap<Locale, string>): (pathname: string, host: string) => Locale {
  const ofHost = new Map([...localeHosts].map(([locale, origin]) => [new URL(origin).host, locale]));
  return (pathname, host) => localeOfPrefix(pathname.split('/')[1]) ?? ofHost.get(host) ?? defaultLocale;
}
