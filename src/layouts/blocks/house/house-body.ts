/** Everything a reader needs to judge a home, in the order they ask. Its styles are house-body.css and those of its sections. */
import { icon } from '#layouts/blocks/chrome/icon.ts';
import { reportLink } from '#layouts/blocks/reports/report-link.ts';
import type { WholeHouse } from '#lib/features/house/house.loader.ts';
import { housePictures } from '#lib/features/house/house-pictures.rules.ts';
import { referenceSchool } from '#lib/features/house/house.rules.ts';
import type { ReadHouse } from '#lib/features/house/house.schema.ts';
import { html } from '#lib/html.ts';
import type { Html, Written } from '#lib/html.ts';
import { askAbout } from './ask-about.ts';
import { cancellation as cancellationOf } from './cancellation.ts';
import { commutes } from './commutes.ts';
import { drawnMap } from './drawn-map.ts';
import { facts } from './facts.ts';
import { faqList } from './faq-list.ts';
import { gallery } from './gallery.ts';
import { housePages } from './house-pages.ts';
import { housePrice } from './house-price.ts';
import { houseTop } from './house-top.ts';
import type { HouseWords } from './house-words.ts';
import { included } from './included.ts';
import { islandSpot } from './island-spot.ts';
import type { CanTranslate } from './others-words.ts';
import { leaseLabels } from './lease-table.ts';
import { priceTrend } from './price-trend.ts';
import { provider } from './provider.ts';
import { reviewItem } from './review-item.ts';
import { reviewSummary, reviewsRemoved } from './review-summary.ts';
import { sectionTabs } from './section-tabs.ts';
import { soldOut } from './sold-out.ts';
import { twinsOf } from './twins.ts';
import { unitBlock } from './unit-block.ts';
import { verification } from './verification.ts';

export type HouseBodyProps = {
  readonly house: ReadHouse;
  readonly whole: WholeHouse;
} & CanTranslate;

const mostReviews = 3;

/** A part of the page under its heading. @param screen paper has no use for it. */
function part(id: string, heading: string, content: Written, screen = false, style?: string): Html {
  return html`<section${screen && html` data-screen`}${style && html` style="${style}"`} aria-labelledby="${id}"><h2 id="${id}">${heading}</h2>${content}</section>`;
}

/** Ways to pages that say more. */
function more(...links: readonly { readonly href: string; readonly text: string }[]): Html {
  return html`<p data-screen class="more">${links.map(({ href, text }) => html`<a href="${href}">${text}</a> `)}</p>`;
}

function tabs({ t }: HouseWords, { whole }: HouseBodyProps): Html {
  const sections = [
    { id: 'overview', text: t('house.tab_overview') },
    { id: 'rooms', text: t('house.tab_rooms') },
    { id: 'included', text: t('house.tab_included') },
    ...(whole.cancellation ? [{ id: 'cancel', text: t('house.tab_cancel') }] : []),
    { id: 'location', text: t('house.location_title') },
    { id: 'reviews', text: t('house.reviews_title') },
    ...(whole.faqs.length > 0 ? [{ id: 'faq', text: t('house.faq_title') }] : []),
  ];
  return sectionTabs(t('house.sections'), sections);
}

function rooms(words: HouseWords, { house, whole }: HouseBodyProps): Html {
  const { t, locale } = words;
  const { units } = whole.offers;
  const school = referenceSchool(house);
  const blocks = units.map((unit) => unitBlock(words, { house, unit, media: whole.media, school, answer: whole.answer }));
  return part(
    'rooms',
    t('house.rooms_title'),
    [html`<p class="muted">${t('house.rooms_note', { city: house.city.names[locale] })}</p>`, units.length > 0 ? blocks : html`<p>${t('house.no_rooms')}</p>`],
    false,
    leaseLabels(words, school),
  );
}

function reviewed(words: HouseWords, { house, whole: { reviews }, canTranslate }: HouseBodyProps): Html {
  const { t, paths } = words;
  const shown = reviews.newest.slice(0, mostReviews);
  return part('reviews', t('house.reviews_title'), [
    reviews.count === 0 ? html`<p>${t('house.reviews_none')}</p>` : reviewSummary(words, reviews),
    reviewsRemoved(words, reviews),
    shown.map((review) => reviewItem(words, { canTranslate }, review, paths.house(house, 'review-media') + house.asks)),
    reviews.count > shown.length && more({ href: paths.house(house, 'review') + house.asks, text: t('house.all_reviews', { count: reviews.count }) }),
  ]);
}

function parts(words: HouseWords, props: HouseBodyProps): readonly Written[] {
  const { house, whole, canTranslate } = props;
  const { offers, shown, points, cancellation, faqs, twins } = whole;
  const { units } = offers;
  const { t, paths } = words;
  const { today } = house;
  return [
    whole.shown && islandSpot('late-styles'),
    part('about', t('house.about_title'), facts(words, { house, units, canTranslate })),
    rooms(words, props),
    part('included', t('house.included_title'), [
      included(words, { house }),
      more(
        { href: paths.house(house, 'community-amenities') + house.asks, text: t('house.more_amenities') },
        { href: paths.house(house, 'mattress-size') + house.asks, text: t('house.more_beds') },
      ),
    ]),
    cancellation && part('cancel', t('house.cancel_title'), cancellationOf(words, { ...cancellation, today })),
    part('location', t('house.location_title'), [
      html`<div class="location">${drawnMap(words, { house })}${commutes(words, { house })}</div>`,
      more(
        { href: paths.house(house, 'map') + house.asks, text: t('house.more_map') },
        { href: paths.house(house, 'street') + house.asks, text: t('house.more_street') },
      ),
    ]),
    reviewed(words, props),
    part('trend', t('house.trend_title'), priceTrend(words, { points, units, today }), true),
    part('checks', t('house.checks_title'), verification(words, house)),
    part('provider', t('house.provider_title'), [provider(words, house), shown && twinsOf(words, house, twins), reportLink(words, house)]),
    askAbout(words, { house, lease: shown, path: paths.house(house), source: 'house' }),
    faqs.length > 0 && part('faq', t('house.faq_title'), faqList(faqs), true),
  ];
}

/** What stands first where nothing can be booked: what it is, who seems to offer it too, homes like it, and what can be done. */
function full(words: HouseWords, { house, whole }: HouseBodyProps): Html {
  const { offers, reviews, twins } = whole;
  const waiting = offers.units.filter(({ rooms: own }) => own.some(({ status }) => status === 4)).map(({ name }) => name);
  return html`${houseTop(words, { house, reviews, confirmedAt: offers.confirmedAt })}<p class="tag care">${icon('info', 16)}${words.t('house.sold_out')}</p>${islandSpot('late-styles')}${twinsOf(words, house, twins)}${islandSpot('similar')}${soldOut(words, { house, waiting })}`;
}

/** With spots for late styles, for `similar` homes and for the islands `refund`, `house-<id>` and `review-<id>`. */
export function houseBody(words: HouseWords, props: HouseBodyProps): Html {
  const { house, whole } = props;
  const { shown, offers, media, promos, reviews, faqs } = whole;
  const { t, paths } = words;
  const counts = {
    review: reviews.count,
    'review-media': reviews.newest.reduce((sum, { pictures }) => sum + pictures.length, 0),
    offers: promos.length,
    faq: faqs.length,
  };
  return html`${!shown && full(words, props)}${gallery(words, {
    pictures: housePictures(words, house, media),
    href: paths.house(house, 'media') + house.asks,
    label: t('house.gallery', { name: house.title }),
  })}<div class="columns">${tabs(words, props)}<div${shown && html` class="main"`}>${
    shown && [houseTop(words, { house, reviews, confirmedAt: offers.confirmedAt }), html`<div class="side">${housePrice(words, { house, whole, shown })}</div>`]
  }${parts(words, props)}</div></div>${shown && islandSpot('similar')}${housePages(words, { house, counts })}`;
}
