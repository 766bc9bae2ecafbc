/** What of a page's question goes along with a search for something else. Pure. */
import { formatFilterCode } from '#lib/features/catalogue/filter-code.rules.ts';
import { askedFilter, carriedQuestion, countryOfPage, questionOfPage, questionQuery } from '#lib/features/finding/reader-question.rules.ts';
import type { ReaderQuestion } from '#lib/features/finding/reader-question.rules.ts';
import type { Country } from '#lib/features/geo/geo.schema.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { Reader } from '#lib/reader.ts';
import type { PageRequest } from '#lib/resolve.ts';

/** What a search form carries. */
export type AskedOfSearch = {
  /** Parameters of the page of results. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** Set where a rent is asked for: the filter's code without it, and the slugs of the countries that pay in its currency. */
  readonly abroad: { readonly code: string; readonly within: string } | undefined;
};

/**
 * The query of the page of results that answers a question.
 * @param country in whose currency the rent is asked for. It is told where nothing else of the question tells it.
 */
export function searchAsks(question: ReaderQuestion, country: Country | undefined): string {
  const asks = questionQuery(question);
  return question.filter.rent && !question.near && country ? `${asks}&country_id=${country.id}` : asks;
}

export function askedOfSearch(view: Pick<Reader, 'page' | 'query'> & { readonly page: Pick<PageRequest, 'name'>; readonly geo: GeoIndex }): AskedOfSearch {
  const country = countryOfPage(view);
  const whole = questionOfPage(view);
  const { question, abroad } = carriedQuestion(whole, country, view.geo);
  // Results ask a rent whose country nobody named of any place, and go on doing so.
  const asked = view.page.name === 'search' ? whole : question;
  return {
    // Who looks at a map goes on with one.
    fields: [...new URLSearchParams(searchAsks(asked, country)), ...(view.page.name === 'map' || view.query.has('map') ? [['map', '1'] as const] : [])],
    abroad: abroad && { code: formatFilterCode(askedFilter(abroad.question.filter)), within: abroad.within },
  };
}
