/** Name, address and the marks a reader looks for first. Its styles are house-top.css. */
import { icon } from '#layouts/blocks/chrome/icon.ts';
import { shareButton } from '#layouts/blocks/chrome/share-button.ts';
import { compareButton, heartButton } from '#layouts/blocks/kept/keep-buttons.ts';
import { mainWay } from '#lib/features/house/house.rules.ts';
import type { ReadHouse, Reviews } from '#lib/features/house/house.schema.ts';
import { formatMinutes } from '#lib/geo/distance-words.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { coded } from '#lib/i18n/coded.ts';
import { numberFormat } from '#lib/i18n/formats.ts';
import { compareHref } from './compare-href.ts';
import { confirmedTag } from './confirmed.ts';
import type { HouseWords } from './house-words.ts';
import { rating } from './rating.ts';

export type HouseTopProps = { readonly house: ReadHouse; readonly reviews: Reviews; readonly confirmedAt: Date | undefined };

function address({ address: street, postalCode, neighbourhood, city }: ReadHouse, { locale }: HouseWords): Html {
  const area = (neighbourhood ?? city).names[locale];
  return html`<p class="address">${icon('pin', 18)}<span><span lang="en">${street}${
    postalCode && !street.includes(postalCode) && `, ${postalCode}`
  }</span> · <a href="#location">${area}</a></span></p>`;
}

function score({ score: figure, count }: Reviews, words: HouseWords): Html | undefined {
  if (figure === undefined) return undefined;
  const shown = numberFormat(words.intl, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(figure);
  return html`<li>${rating(words, figure)}<a href="#reviews">${words.t('house.score_from', { score: shown, count })}</a></li>`;
}

export function houseTop(words: HouseWords, { house, reviews, confirmedAt }: HouseTopProps): Html {
  const { t, intl, locale } = words;
  const way = mainWay(house, locale);
  const checks = house.verifications.length;
  return html`<header class="top" id="overview" data-house="${house.id}"><h1>${house.title}</h1>${
    house.originalName && html`<p class="original muted" lang="en">${house.originalName}</p>`
  }${address(house, words)}<ul role="list"><li>${coded(t, 'house_type', house.houseType)}</li>${
    house.isSample && html`<li><a class="tag care" href="#sample">${icon('info', 16)}${t('house.sample')}</a></li>`
  }${
    way &&
    html`<li>${icon(way.mode === 'walk' ? 'walk' : 'transit', 18)}${t(way.mode === 'walk' ? 'listings.journey_walk' : 'listings.journey_transit', {
      minutes: formatMinutes(way.minutes, intl),
      place: way.name,
    })}</li>`
  }${score(reviews, words)}<li>${confirmedTag(words, confirmedAt)}</li><li><a class="tag${checks > 0 && ' good'}" href="#checks">${icon(
    checks > 0 ? 'shield' : 'info',
    16,
  )}${checks > 0 ? t('house.facts_checked', { count: checks }) : t('house.nothing_checked')}</a></li></ul><div class="does" data-screen>${heartButton(t, {
    id: house.id,
    name: house.title,
    withText: true,
  })}${shareButton(t)}${compareButton(t, { id: house.id, name: house.title, href: compareHref(words, house) })}</div></header>`;
}
