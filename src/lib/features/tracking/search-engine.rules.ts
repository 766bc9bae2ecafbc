/** Which search engine a reader came from. Pure. */

/** Source codes of search engines by referrer host (R9.69, decisions). */
const engines = { google: 1, bing: 2, baidu: 3, sogou: 4, so360: 5, yahoo: 6 } as const;
export type SearchEngine = keyof typeof engines;

/** The engine a visit came from. @example searchEngineOf('www.baidu.com') // { name: 'baidu', code: 3 } */
export function searchEngineOf(referrerHost: string): { readonly name: SearchEngine; readonly code: number } | undefined {
  const host = referrerHost.toLowerCase();
  const name = (Object.keys(engines) as SearchEngine[]).find((engine) =>
    (engine === 'so360' ? /(^|\.)so\.com$/ : new RegExp(`(^|\\.)${engine}\\.`)).test(host),
  );
  return name && { name, code: engines[name] };
}
