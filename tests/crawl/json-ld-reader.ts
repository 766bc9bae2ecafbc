/** Looks through structured data for what a reader of the page cannot see. */

type Visit = (key: string, value: unknown, owner: Readonly<Record<string, unknown>>) => void;

function walk(value: unknown, visit: Visit): void {
  if (Array.isArray(value)) for (const one of value) walk(one, visit);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      visit(key, inner, value as Readonly<Record<string, unknown>>);
      walk(inner, visit);
    }
  }
}

/** Digits of a number as our languages group them: 1,234.50 and 1.234,50 both give 1234. */
function wholeNumbers(text: string): ReadonlySet<string> {
  const numbers = text.match(/\d+(?:[.,]\d{3})*(?:[.,]\d{1,2})?(?!\d)/g) ?? [];
  return new Set(numbers.map((number) => number.replace(/[.,]\d{1,2}$/, '').replaceAll(/\D/g, '')));
}

/** Without spaces: a page's text has one around every link in a sentence, the structured data has none in Chinese. */
const plain = (text: string): string => text.replaceAll(/\s+/g, '').toLowerCase();

/** Names, headlines, texts and prices that the page's text does not show. */
export function hiddenValues(jsonLd: unknown, pageText: string): string[] {
  const seen = plain(pageText);
  const numbers = wholeNumbers(pageText);
  const hidden = new Set<string>();
  walk(jsonLd, (key, value) => {
    if (['name', 'alternateName', 'headline', 'text', 'streetAddress'].includes(key) && typeof value === 'string' && !seen.includes(plain(value)))
      hidden.add(`${key} ${value.slice(0, 80)}`);
    if (
      ['price', 'lowPrice', 'highPrice', 'minPrice', 'maxPrice'].includes(key) &&
      (typeof value === 'string' || typeof value === 'number') &&
      !numbers.has(String(value).split('.')[0] ?? '')
    )
      hidden.add(`${key} ${value}`);
  });
  return [...hidden];
}

/** The positions of each list, in their order. */
export function positionsOf(jsonLd: unknown): number[][] {
  const lists: number[][] = [];
  walk(jsonLd, (key, value) => {
    if (key !== 'itemListElement' || !Array.isArray(value)) return;
    const positions = value.flatMap((item: unknown) => (typeof item === 'object' && item !== null && 'position' in item ? [Number(item.position)] : []));
    if (positions.length > 0) lists.push(positions);
  });
  return lists;
}
