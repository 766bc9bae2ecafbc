/** Where an address of ours leads, as far as its path tells. Pure, browser-safe. */

/**
 * Whether an address is in one of some countries.
 * @param slugs of countries, parted by spaces.
 * @example isWithin('/en/uk/leeds', 'uk jersey') // true
 */
export function isWithin(url: string, slugs: string): boolean {
  const parts = url.split(/[/?#]/);
  return slugs.split(' ').some((slug) => slug !== '' && parts.includes(slug));
}
