/** What a user agent string says about the client. */

/** R6.27. Phones and app views are "mobile" to the API (app types 4 and 64, R6.28). */
export type Environment = 'desktop' | 'mobile-web' | 'app-web-view' | 'mini-program';

/** @example environmentOf('… MicroMessenger/8.0 miniProgram') // 'mini-program' */
export function environmentOf(userAgent: string): Environment {
  if (/miniProgram/i.test(userAgent)) return 'mini-program';
  if (/LoftlingApp|uhouzz/i.test(userAgent)) return 'app-web-view';
  return /Mobi|Android|iPhone|iPad/i.test(userAgent) ? 'mobile-web' : 'desktop';
}

/** Whether the app around the page has its own chrome (R2.189). */
export function isInAppView(environment: Environment): boolean {
  return environment === 'app-web-view' || environment === 'mini-program';
}

// CUBOT is a maker of phones.
const crawlerPattern = /(?<!cu)bot\b|spider|crawl|slurp|bingpreview|facebookexternalhit|lighthouse/i;

/** Crawlers see the same main content, without popups, AB variants and tracking (R6.26, decisions). */
export function isCrawler(userAgent: string): boolean {
  return crawlerPattern.test(userAgent);
}

/** App types that are mobile clients (R6.28). */
export function isMobileAppType(appId: number): boolean {
  return appId === 4 || appId === 64;
}

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
