/** Who reads as a machine. A file of its own, because the script of every page carries it. */

// CUBOT is a maker of phones.
const crawlerPattern = /(?<!cu)bot\b|spider|crawl|slurp|bingpreview|facebookexternalhit|lighthouse/i;

/** Crawlers see the same main content, without popups, AB variants and tracking (R6.26, decisions). */
export function isCrawler(userAgent: string): boolean {
  return crawlerPattern.test(userAgent);
}
