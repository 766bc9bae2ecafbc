/** Everything a reader needs to judge a home, in the order they ask. Its styles are house-body.css and those of its sections. */
import { icon } from '#layouts/blocks/chrome/icon.ts';
import { sampleNote } from '#layouts/blocks/chrome/sample-note.ts';
import { reportLink } from '#layouts/blocks/reports/report-link.ts';
import { wholePrice } from '#lib/features/catalogue/pricing.rules.ts';
import type { WholeHouse } from '#lib/features/house/house.loader.ts';
import { housePictures } from '#lib/features/house/house-pictures.rules.ts';
import { amenitiesShown, isOffered, questionsShown, referenceSchool } from '#lib/features/house/house.rules.ts';
import { mostRooms, roomCards } from '#lib/features/house/room-cards.rules.ts';
import type { ReadHouse } from '#lib/features/house/house.schema.ts';
import { html } from '#lib/html.ts';
import type { Html, Written } from '#lib/html.ts';
import { formatMoney } from '#lib/money/money.ts';
import { formatMonthInShort } from '#lib/dates/dates.ts';
import { questionQuery } from '#lib/features/finding/reader-question.rules.ts';
import { amountIn } from './amount-in.ts';
import { askAbout } from './ask-about.ts';
import { cancellation as cancellationOf } from './cancellation.ts';
import { commutes } from './commutes.ts';
import { bookLink } from './contact-link.ts';
import { drawnMap, mapKey } from './drawn-map.ts';
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
import { priceTrend, trendInShort } from './price-trend.ts';
import { promoList } from './promo-list.ts';
import { provider } from './provider.ts';
import { reviewItem } from './review-item.ts';
import { reviewSummary, reviewsRemoved } from './review-summary.ts';
import { sectionTabs } from './section-tabs.ts';
import { soldOut } from './sold-out.ts';
import { twinsOf } from './twins.ts';
import { unitBlock } from './unit-block.ts';
import { verificationLine } from './verification.ts';

export type HouseBodyProps = {
  readonly house: ReadHouse;
  readonly whole: WholeHouse;
} & CanTranslate;

const mostReviews = 2;
/** Further ones wait on a page of their own. */
const schoolsShown = 3;
/** Of the drawing of the surroundings, which is 400 wide. */
const mapHeight = 300;

/** A part of the page under its heading. @param screen paper has no use for it. */
function part(id: string, heading: string, content: Written, screen = false, style?: string): Html {
  return html`<section${screen && html` data-screen`}${style && html` style="${style}"`} aria-labelledby="${id}"><h2 id="${id}">${heading}</h2>${content}</section>`;
}

/** A part that few ask for, as a line that opens: its heading, and what it says in short. */
function folded(id: string, heading: string, short: string | undefined, content: Written): Html {
  return html`<section aria-labelledby="${id}" data-screen><details class="opens unfolds"><summary><span><h2 id="${id}">${heading}</h2>${
    short !== undefined && html`<small>${short}</small>`
  }</span></summary>${content}</details></section>`;
}

/** Ways to pages that say more. */
function more(...links: readonly { readonly href: string; readonly text: string }[]): Html {
  return html`<p data-screen class="more">${links.map(({ href, text }) => html`<a href="${href}">${text}</a> `)}</p>`;
}

function tabs({ t }: HouseWords, { whole }: HouseBodyProps): Html {
  const sections = [
    { id: 'rooms', text: t('house.tab_rooms') },
    { id: 'included', text: t('house.tab_included') },
    ...(whole.cancellation ? [{ id: 'cancel', text: t('house.tab_cancel') }] : []),
    { id: 'location', text: t('house.location_title') },
    { id: 'reviews', text: t('house.reviews_title') },
    { id: 'checks', text: t('house.tab_checks') },
    ...(whole.faqs.length > 0 ? [{ id: 'faq', text: t('house.faq_title') }] : []),
  ];
  return sectionTabs(t('house.sections'), sections);
}

/**
 * The months in which one can move in: links that lead the whole page with a lease of another one, back to its rooms. With script the
 * page changes in place (src/scripts/list-swap.ts).
 */
function intakes({ t, intl, paths }: HouseWords, { house, whole }: HouseBodyProps): Html | undefined {
  if (whole.intakes.length === 0) return undefined;
  return html`<nav class="intakes" data-stay aria-label="${t('house.move_in')}"><span>${t('house.move_in')}</span>${whole.intakes.map(
    ({ month, isShown, question }) =>
      html` <a href="${paths.house(house)}${questionQuery(question)}#rooms" rel="nofollow"${isShown && html` aria-current="true" data-announce`}>${formatMonthInShort(month, intl)}</a>`,
  )}</nav>`;
}

function rooms(words: HouseWords, props: HouseBodyProps): Html {
  const { house, whole } = props;
  const { t, locale } = words;
  const cards = roomCards(whole.offers.units, house, whole);
  const school = referenceSchool(house);
  const blocks = cards.map((card) => unitBlock(words, { house, card, media: whole.media, school }));
  const folded = blocks.slice(mostRooms);
  return part('rooms', t('house.rooms_title'), [
    html`<p class="small muted">${t(whole.answer?.offer ? 'house.rooms_asked' : 'house.rooms_note', { city: house.city.names[locale] })}</p>`,
    intakes(words, props),
    promoList(words, whole.promos),
    blocks.length > 0 ? blocks.slice(0, mostRooms) : html`<p>${t('house.no_rooms')}</p>`,
    folded.length > 0 && html`<details class="more-rooms"><summary>${t('house.more_rooms', { count: folded.length })}</summary>${folded}</details>`,
  ]);
}

function reviewed(words: HouseWords, { house, whole: { reviews }, canTranslate }: HouseBodyProps): Html {
  const { t, paths } = words;
  const shown = reviews.newest.slice(0, mostReviews);
  return part('reviews', t('house.reviews_title'), [
    reviews.count === 0 ? html`<p>${t('house.reviews_none')}</p>` : reviewSummary(words, reviews),
    reviewsRemoved(words, reviews),
    // On a phone it is swiped; with a keyboard it is moved by its own focus.
    shown.length > 0 &&
      html`<div class="reviews" role="group" aria-label="${t('house.reviews_title')}" tabindex="0">${shown.map((review) => reviewItem(words, { canTranslate }, review, paths.house(house, 'review-media') + house.asks, true))}</div>`,
    reviews.count > shown.length && more({ href: paths.house(house, 'review') + house.asks, text: t('house.all_reviews', { count: reviews.count }) }),
  ]);
}

/** What one decides by: rooms, what the rent pays for, what comes back. The price stays beside it on desks. */
function deciding(words: HouseWords, props: HouseBodyProps): readonly Written[] {
  const { house, whole } = props;
  const { cancellation } = whole;
  const { t, paths } = words;
  return [
    rooms(words, props),
    part('included', t('house.included_title'), [
      included(words, {
        house,
        limit: amenitiesShown,
        folded: more(
          { href: paths.house(house, 'community-amenities') + house.asks, text: t('house.more_amenities') },
          { href: paths.house(house, 'mattress-size') + house.asks, text: t('house.more_beds') },
        ),
      }),
    ]),
    cancellation && part('cancel', t('house.cancel_title'), cancellationOf(words, { ...cancellation, today: house.today })),
  ];
}

/** What proves it: where it is, who lived there, who checked it, who lets it. */
function proving(words: HouseWords, props: HouseBodyProps): readonly Written[] {
  const { house, whole, canTranslate } = props;
  const { offers, shown, points, faqs, twins } = whole;
  const { t, paths } = words;
  const trend = { points, units: offers.units, today: house.today };
  const short = trendInShort(words, trend);
  return [
    part('location', t('house.location_title'), [
      html`<div class="location">${drawnMap(words, { house, height: mapHeight, bare: true })}<div>${commutes(words, { house, limit: schoolsShown, note: false })}<details class="opens unfolds map"><summary><b>${t('house.counted_how')}</b></summary><div class="keys small muted">${mapKey(words, house)}</div><p class="small muted">${t(
        'house.commute_note',
      )}</p></details>${more(
        { href: paths.house(house, 'map') + house.asks, text: t('house.more_map') },
        { href: paths.house(house, 'street') + house.asks, text: t('house.more_street') },
      )}</div></div>`,
    ]),
    reviewed(words, props),
    html`<div class="pair"><div>${[
      part('checks', t('house.checks_title'), verificationLine(words, house)),
      part('provider', t('house.provider_title'), [provider(words, house), shown && twinsOf(words, house, twins), reportLink(words, house)]),
      facts(words, { house, canTranslate }),
    ]}</div><div>${[
      faqs.length > 0 &&
        part(
          'faq',
          t('house.faq_title'),
          [
            faqList(faqs.slice(0, questionsShown)),
            faqs.length > questionsShown && more({ href: paths.house(house, 'faq') + house.asks, text: t('house.all_questions', { count: faqs.length }) }),
          ],
          true,
        ),
      short !== undefined &&
        folded('trend', t('house.trend_title'), short, [
          priceTrend(words, trend),
          more({ href: paths.house(house, 'price-trend') + house.asks, text: t('house.trend_table') }),
        ]),
    ]}</div></div>`,
    html`<div>${askAbout(words, { house, lease: shown, path: paths.house(house), source: 'house' })}</div>`,
    house.isSample && html`<div id="sample">${sampleNote(t)}</div>`,
  ];
}

/** What stands first where nothing can be booked: what it is, who seems to offer it too, homes like it, and what can be done. */
function full(words: HouseWords, { house, whole }: HouseBodyProps): Html {
  const { offers, reviews, twins } = whole;
  const waiting = offers.units.filter(({ rooms: own }) => own.some(({ status }) => status === 4)).map(({ name }) => name);
  return html`${houseTop(words, { house, reviews, confirmedAt: offers.confirmedAt })}<p class="tag care">${icon('info', 16)}${words.t('house.sold_out')}</p>${islandSpot('late-styles')}${twinsOf(words, house, twins)}${islandSpot('similar')}${soldOut(words, { house, waiting })}`;
}

/** On desks the way to the parts, and once the price has left the window, what it is and the way on. */
function bar(words: HouseWords, props: HouseBodyProps): Html {
  const { house, whole } = props;
  const { shown } = whole;
  const book = shown && isOffered(shown.tenancy, house.today) && bookLink(words, house, shown.tenancy);
  return html`<div class="bar">${tabs(words, props)}${
    shown &&
    book &&
    html`<p class="mini"><span>${amountIn(words.t, 'house.total_short', formatMoney(wholePrice(shown.tenancy).contractTotal, words.intl))}</span>${book}</p>`
  }</div>`;
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
  const pictures = gallery(words, {
    pictures: housePictures(words, house, media),
    href: paths.house(house, 'media') + house.asks,
    label: t('house.gallery', { name: house.title }),
  });
  // In the order of a phone: what comes later in the stream moves nothing that is seen already.
  const first = shown
    ? [
        pictures,
        houseTop(words, { house, reviews, confirmedAt: offers.confirmedAt }),
        html`<div class="beside"><div class="side">${housePrice(words, { house, whole, shown })}</div></div>`,
        islandSpot('late-styles'),
      ]
    : [full(words, props), pictures];
  return html`<div class="home${shown && ' main'}">${first}${bar(words, props)}<div class="deciding">${deciding(words, props)}</div><div class="proving">${proving(
    words,
    props,
  )}</div></div>${shown && islandSpot('similar')}${housePages(words, { house, counts })}`;
}
