/** The score with its sample size and where the reviews come from, then by aspect. Its styles are review-summary.css. */
import { removals, reviewAspects } from '#lib/features/catalogue/listings.schema.ts';
import type { Reviews } from '#lib/features/house/house.schema.ts';
import { removalLabels } from '#lib/features/reviews/reviews.words.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { coded } from '#lib/i18n/coded.ts';
import { numberFormat } from '#lib/i18n/formats.ts';
import type { HouseWords } from './house-words.ts';
import { rating } from './rating.ts';

/** How many were removed, and why: nothing where none was. */
export function reviewsRemoved({ t }: Pick<HouseWords, 't'>, { removed }: Pick<Reviews, 'removed'>): Html | undefined {
  const all = removals.flatMap((reason) =>
    removed[reason] ? [t('house.review_removed_for', { reason: t(removalLabels[reason]), count: removed[reason] })] : [],
  );
  const count = removals.reduce((sum, reason) => sum + (removed[reason] ?? 0), 0);
  return count === 0 ? undefined : html`<p class="small muted">${t('house.reviews_removed', { count })} ${all.join(t('house.review_removed_and'))}</p>`;
}

export function reviewSummary(words: HouseWords, reviews: Reviews): Html | undefined {
  const { t, intl } = words;
  if (reviews.score === undefined) return undefined;
  const one = numberFormat(intl, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const { stays } = reviews;
  const aspects = reviewAspects.map((aspect) => {
    const score = reviews.aspects[aspect];
    return (
      score !== undefined && html`<dt>${coded(t, 'review_aspect', aspect)}</dt><dd style="--part:${Math.round((score / 5) * 100)}%">${one.format(score)}</dd>`
    );
  });
  return html`<div class="score-summary"><p class="score"><strong>${one.format(reviews.score)}</strong>${rating(words, reviews.score)}<span class="muted">${t(
    'house.review_count',
    {
      count: reviews.count,
    },
  )}</span> <span class="small muted">${t('house.review_sources', { stays, imports: reviews.count - stays })}${
    reviews.count < 5 && ` · ${t('house.review_few')}`
  }</span></p><dl>${aspects}</dl></div>`;
}
