/** The score with its sample size and where the reviews come from, then by aspect. Its styles are review-summary.css. */
import { reviewAspects } from '#lib/features/catalogue/listings.schema.ts';
import type { Reviews } from '#lib/features/house/house.schema.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { coded } from '#lib/i18n/coded.ts';
import { numberFormat } from '#lib/i18n/formats.ts';
import type { HouseWords } from './house-words.ts';
import { rating } from './rating.ts';

export function reviewSummary(words: HouseWords, reviews: Reviews): Html | undefined {
  const { t, intl } = words;
  if (reviews.score === undefined) return undefined;
  const one = numberFormat(intl, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const stays = reviews.newest.filter(({ source }) => source === 'verified-stay').length;
  const aspects = reviewAspects.map((aspect) => {
    const score = reviews.aspects[aspect];
    return (
      score !== undefined &&
      html`<div><dt>${coded(t, 'review_aspect', aspect)}</dt><dd><span class="bar" style="--part:${Math.round((score / 5) * 100)}%" aria-hidden="true"></span>${one.format(score)}</dd></div>`
    );
  });
  return html`<div class="score-summary"><p class="score"><strong>${one.format(reviews.score)}</strong>${rating(words, reviews.score)}<span class="muted">${t(
    'house.review_count',
    {
      count: reviews.count,
    },
  )}</span> <span class="small muted">${t('house.review_sources', { stays, imports: reviews.newest.length - stays })}</span></p><dl>${aspects}</dl>${
    reviews.count < 5 && html`<p class="small muted few">${t('house.review_few')}</p>`
  }</div>`;
}
