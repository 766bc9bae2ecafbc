/** What the page of feedback shows. */
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { publicPage } from '#lib/public-page.ts';
import type { Reader } from '#lib/reader.ts';
import { referencePattern } from '#lib/ids/patterns.ts';
import type { FeedbackService } from './feedback.service.ts';

export type OpenedFeedback = {
  /** The public page of ours that the reader came from; empty when nobody knows. */
  readonly page: string;
  /** Set once it was taken. */
  readonly sent: { readonly reference: string; readonly tellsOperator: boolean } | undefined;
};

export type FeedbackLoader = ReturnType<typeof createFeedbackLoader>;

export function createFeedbackLoader(feedback: Pick<FeedbackService, 'isStored' | 'tellsOperator'>, geo: GeoIndex) {
  return {
    async open({ query }: Pick<Reader, 'query'>): Promise<OpenedFeedback> {
      const reference = query.get('sent') ?? '';
      const isStored = referencePattern.test(reference) && (await feedback.isStored(reference));
      return {
        page: publicPage(geo, query.get('from')).split(/[?#]/)[0] ?? '',
        sent: isStored ? { reference, tellsOperator: feedback.tellsOperator } : undefined,
      };
    },
  };
}
