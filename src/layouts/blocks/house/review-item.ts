/** One review in the reader's language, saying which language it was written in. Its styles are review-item.css. */
import { picture as pictureOf } from '#layouts/blocks/chrome/picture.ts';
import { formatDate, formatMonth, monthOf } from '#lib/dates/dates.ts';
import { languageName } from '#lib/features/house/house-faq.rules.ts';
import type { Review } from '#lib/features/house/house.schema.ts';
import { readReview } from '#lib/features/house/review.rules.ts';
import { pictureWords } from '#lib/features/house/house.words.ts';
import { photoPicture } from '#lib/features/pictures/picture-source.rules.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { coded } from '#lib/i18n/coded.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { HouseWords } from './house-words.ts';
import { othersWords } from './others-words.ts';
import type { CanTranslate, OthersWords } from './others-words.ts';
import { rating } from './rating.ts';

/** What reviews say as the page shows it, by the names of the islands that translate it. */
export function reviewsByIsland(reviews: readonly Review[], locale: Locale): Readonly<Record<string, OthersWords>> {
  return Object.fromEntries(
    reviews.flatMap((review) => {
      const reply = replyOf(review, locale);
      return [[`review-${review.id}`, wordsOf(review, locale)], ...(reply ? [[`reply-${review.id}`, reply] as const] : [])];
    }),
  );
}

function wordsOf(review: Review, locale: Locale): OthersWords {
  const { text } = readReview(review, locale);
  return { lang: text.lang, paragraphs: text.words.split(/\n+/) };
}

/** What the provider says to it, in paragraphs. */
function replyOf(review: Review, locale: Locale): OthersWords | undefined {
  const { reply } = readReview(review, locale);
  return reply && { lang: reply.lang, paragraphs: reply.words.split(/\n+/) };
}

/** Never shown smaller than a thumb's width, and as wide as the window once touched. */
const photoWidths = [320, 640, 1200] as const;

/** @param photos the page of all photographs of reviews, where a touch leads without script. */
function reviewPhotos({ t, intl }: HouseWords, { pictures, writtenOn }: Review, photos: string): Html | undefined {
  if (pictures.length === 0) return undefined;
  const label = t('house.review_picture', { date: formatDate(writtenOn, intl) });
  const items = pictures.map((path, at) => {
    const alt = pictures.length > 1 ? `${label} (${at + 1})` : label;
    return html`<li><a href="${photos}" data-enlarge>${pictureOf({ picture: photoPicture(path), alt, sizes: '120px', widths: photoWidths })}</a></li>`;
  });
  return html`<ul role="list" class="photos" data-pictures="${pictureWords(t)}" aria-label="${label}">${items}</ul>`;
}

/** @param folded the reply is a line that opens. */
export function reviewItem(words: HouseWords, canTranslate: CanTranslate, review: Review, photos: string, folded = false): Html {
  const { t, intl, locale } = words;
  const { isTranslated } = readReview(review, locale);
  const reply = replyOf(review, locale);
  return html`<article data-screen class="review"><p class="head">${rating(words, review.score)}<span class="muted">${t('house.review_stay', {
    month: formatMonth(monthOf(review.stayedFrom), intl),
  })}</span> <span class="tag">${coded(t, 'review_source', review.source)}</span></p>${othersWords(words, canTranslate, `review-${review.id}`, wordsOf(review, locale))}${reviewPhotos(words, review, photos)}${reply && html`<details class="opens reply"${!folded && html` open`}><summary class="small muted">${t('house.review_reply')}${review.repliedOn !== undefined && html` · <time datetime="${review.repliedOn}">${formatDate(review.repliedOn, intl)}</time>`}</summary>${othersWords(words, canTranslate, `reply-${review.id}`, reply)}</details>`}<p class="small muted foot"><time datetime="${
    review.writtenOn
  }">${t('house.review_written', { date: formatDate(review.writtenOn, intl) })}</time>${
    isTranslated && ` ${t('house.review_translated', { language: languageName(review.language, locale) })}`
  }</p></article>`;
}
