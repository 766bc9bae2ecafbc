/** What a lease costs and what comes back of it: one answer for pages, orders, payments and documents. */
import type { CancellationPolicy } from '#lib/features/house/cancellation.schema.ts';
import { readQuoteData } from './letting-law.files.ts';
import { createQuotesService } from './quotes.service.ts';

type Parts = {
  /** Where editors keep letting law and what stands beside it. */
  readonly content: string;
  readonly policies: ReadonlyMap<CancellationPolicy['code'], CancellationPolicy>;
};

export function createQuotes({ content, policies }: Parts) {
  return { service: createQuotesService(readQuoteData(content), policies) };
}
