/** What staff read of feeds. */
import type { MessageKey, T } from '#lib/i18n/t.ts';
import type { Severity } from './feed.schema.ts';
import type { FeedRun, FeedRunState } from './feed-runs.schema.ts';

export const feedStateLabels: Readonly<Record<FeedRunState, MessageKey>> = {
  running: 'feeds.running',
  whole: 'feeds.whole',
  part: 'feeds.part',
  failed: 'feeds.failed',
};

export const severityLabels: Readonly<Record<Severity, MessageKey>> = {
  refused: 'feeds.refused',
  dropped: 'feeds.dropped',
  mended: 'feeds.mended',
  noticed: 'feeds.noticed',
};

/** What became of its houses, in a sentence. */
export const sayHouses = (t: T, { counts: { added, changed, unchanged, refusedHouses, closed } }: Pick<FeedRun, 'counts'>): string =>
  t('feeds.houses', { added, changed, unchanged, refused: refusedHouses, closed });
