/** One review in the reader's language, saying which language it was written in. Its styles are review-item.css. */
import { formatDate, formatMonth, monthOf } from '#lib/dates/dates.ts';
import { languageName } from '#lib/features/house/house-faq.rules.ts';
import type { Review } from '#lib/features/house/house.schema.ts';
import { readReview } from '#lib/features/house/review.rules.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { coded } from '#lib/i18n/coded.ts';
import type { HouseWords } from './house-words.ts';
import { othersWords } from './others-words.ts';
import type { CanTranslate } from './others-words.ts';
import { rating } from './rating.ts';

export function reviewItem(words: HouseWords, canTranslate: CanTranslate, review: Review): Html {
  const { t, intl, locale } = words;
  const { text, reply, isTranslated } = readReview(review, locale);
  return html`<article data-screen class="review"><p class="head">${rating(words, review.score, 16)}<span class="muted">${t('house.review_stay', {
    month: formatMonth(monthOf(review.stayedFrom), intl),
  })}</span> <span class="tag">${coded(t, 'review_source', review.source)}</span></p>${othersWords(words, canTranslate, `review-${review.id}`, {
    lang: text.lang,
    paragraphs: [text.words],
  })}${reply && html`<div class="reply"><p class="small muted">${t('house.review_reply')}</p><p lang="${reply.lang}">${reply.words}</p></div>`}<p class="small muted foot"><time datetime="${
    review.writtenOn
  }">${t('house.review_written', { date: formatDate(review.writtenOn, intl) })}</time>${
    isTranslated && ` ${t('house.review_translated', { language: languageName(review.language, locale) })}`
  }</p></article>`;
}
