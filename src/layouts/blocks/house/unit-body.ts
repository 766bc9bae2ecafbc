/** One room type with all its lease options, and the whole price and cancellation of the shown one. Its styles are unit-body.css and those of its sections. */
import { picture } from '#layouts/blocks/chrome/picture.ts';
import { compareButton, heartButton } from '#layouts/blocks/kept/keep-buttons.ts';
import { billsApart } from '#lib/features/catalogue/bills.rules.ts';
import type { ShownUnit } from '#lib/features/house/house.loader.ts';
import { unitPhotographs, unitPlan } from '#lib/features/house/house-pictures.rules.ts';
import { isOffered, referenceSchool, usefulOf } from '#lib/features/house/house.rules.ts';
import type { ReadHouse, Tenancy } from '#lib/features/house/house.schema.ts';
import { pictureWords } from '#lib/features/house/house.words.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';
import { askAbout } from './ask-about.ts';
import { cancellation as cancellationOf } from './cancellation.ts';
import { compareHref } from './compare-href.ts';
import { bookLink, contactLink } from './contact-link.ts';
import type { HouseWords } from './house-words.ts';
import { included } from './included.ts';
import { islandSpot } from './island-spot.ts';
import { leaseLabels, leaseTable } from './lease-table.ts';
import { pricePanel } from './price-panel.ts';
import { soldOut } from './sold-out.ts';
import { twinsLine } from './twins.ts';
import { unitFacts } from './unit-facts.ts';

export type UnitBodyProps = { readonly house: ReadHouse; readonly shown: ShownUnit };

function price(words: HouseWords, { house, shown: { unit, chosen, answer, convert, cancellation } }: UnitBodyProps, tenancy: Tenancy): Html {
  const { t, locale, paths } = words;
  const bills = billsApart(house.bills, unit.unitType, house.city.country);
  return pricePanel(words, {
    tenancy,
    bills,
    today: house.today,
    unitName: chosen ? t('house.chosen_lease') : t(answer?.offer?.tenancy.id === tenancy.id ? 'house.matching_lease' : 'house.cheapest_lease'),
    counted: house.city.country.rentUnit,
    convert,
    useful: usefulOf(t, house, tenancy, bills, locale),
    refunds: cancellation,
    ...(unit.tenancies.length > 1 ? { choose: '#leases' } : {}),
    actions: html`${isOffered(tenancy, house.today) && bookLink(words, house, tenancy)}${contactLink(words, { house, short: true, quiet: true })}<a class="button quiet" href="${paths.to(
      'viewing',
      { house: String(house.id) },
    )}${house.asks}" rel="nofollow" data-login>${t('viewings.see_by_video')}</a>`,
  });
}

/** With spots for late styles and for the island `refund`. */
export function unitBody(words: HouseWords, props: UnitBodyProps): Html {
  const { house, shown } = props;
  const { unit, media, tenancy, chosen, answer, cancellation, twins } = shown;
  const { t, paths } = words;
  const photographs = unitPhotographs(words, house, media, unit.id);
  const sizes = photographs.length > 0 ? '(min-width: 1000px) 380px, 92vw' : '(min-width: 1000px) 760px, 92vw';
  const plan = picture({ picture: unitPlan(unit), alt: t('house.alt_plan', { unit: unit.name }), sizes, eager: photographs.length === 0 });
  const enlarged = paths.house(house, 'media') + house.asks;
  const photos = photographs.map(
    ({ picture: of, alt, label }, index) =>
      html`<figure><a href="${enlarged}" data-enlarge>${picture({ picture: of, alt, label, sizes, eager: index === 0 })}</a></figure>`,
  );
  const leases = leaseTable(words, { house, unit, school: referenceSchool(house), answer, chosen });
  return html`<div class="unit"><div class="side">${
    tenancy && house.status === 'open' ? price(words, props, tenancy) : soldOut(words, { house, ofUnit: true })
  }</div><div class="views" data-pictures="${pictureWords(t)}" role="group" aria-label="${t('house.media_heading')}">${photos}<figure class="plan"><a href="${enlarged}" data-enlarge>${plan}</a><figcaption class="small muted">${
    unit.sizeSqm === undefined ? t('house.plan_unmeasured') : t('house.plan_note')
  }</figcaption></figure></div>${islandSpot('late-styles')}${unitFacts(words, { unit, house })}<p class="compare">${heartButton(t, {
    id: house.id,
    name: house.title,
    withText: true,
  })} ${compareButton(t, { id: house.id, unit: unit.id, name: `${house.title} · ${unit.name}`, href: compareHref(words, house, unit.id) })}</p>${
    unit.rooms.length > 0 &&
    html`<p class="rooms"><a href="${paths.rooms(house, unit.id) + house.asks}">${t('house.see_rooms_of', { count: unit.rooms.length })}</a></p>`
  }<section style="${leaseLabels(words, referenceSchool(house))}"><h2 id="leases">${t('house.leases_title')}</h2>${
    unit.tenancies.length > 0 ? leases : html`<p>${t('house.no_leases')}</p>`
  }${twinsLine(words, twins)}</section><section><h2>${t('house.included_title')}</h2>${included(words, { house, limit: 12 })}</section>${
    tenancy &&
    html`<section aria-labelledby="cancel"><h2 id="cancel">${t('house.cancel_title')}</h2>${cancellationOf(words, { tenancy, rows: cancellation, today: house.today }, true)}</section>`
  }${askAbout(words, { house, lease: tenancy && { unit, tenancy }, path: paths.unit(house, unit.id, chosen?.id ?? 0), source: 'unit-part' })}</div>`;
}
