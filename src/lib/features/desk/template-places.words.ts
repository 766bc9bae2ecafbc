/** What the places of a ready answer are filled with, in the language of who asks. */
import { serviceHoursFor } from '#lib/brand.ts';
import { formatDate, todayIn } from '#lib/dates/dates.ts';
import { nameFor } from '#lib/features/catalogue/local-texts.rules.ts';
import { wholePrice } from '#lib/features/catalogue/pricing.rules.ts';
import { leaseLength, rentPer } from '#lib/features/catalogue/rent.words.ts';
import { unitTitle } from '#lib/features/catalogue/unit-names.words.ts';
import type { EnquiryThread } from '#lib/features/enquiries/enquiries.schema.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { isOffered } from '#lib/features/house/house.rules.ts';
import type { House, Tenancy } from '#lib/features/house/house.schema.ts';
import type { HouseOffers } from '#lib/features/house/house.service.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { formatMoney } from '#lib/money/money.ts';
import type { Site } from '#lib/paths.ts';
import { calledName } from './templates.rules.ts';
import type { PlaceWords } from './templates.rules.ts';

type Told = Pick<EnquiryThread, 'enquiry' | 'contact'> & { readonly house: { readonly house: House; readonly offers: HouseOffers } | undefined };
type By = { readonly site: Site; readonly geo: Pick<GeoIndex, 'cityById' | 'schoolById'>; readonly now: Date; readonly staff: string | undefined };

/** How long a lease is and, where it can be taken, what it costs now. */
function leaseWords(tenancy: Tenancy, isOpen: boolean, locale: Locale): PlaceWords {
  const [t, { intl }] = [translator(locale), localeFacts[locale]];
  const price = wholePrice(tenancy);
  // The days that the price is for: a lease that has begun meanwhile begins today.
  const days = {
    lease: leaseLength(t, price, tenancy.unit, intl),
    'move-in': formatDate(tenancy.moveIn, intl),
    'move-out': formatDate(tenancy.moveOut, intl),
  };
  if (!isOpen) return days;
  return {
    ...days,
    rent: rentPer(t, price.rent, tenancy.unit, intl),
    total: formatMoney(price.contractTotal, intl),
    deposit: formatMoney(price.deposit, intl),
  };
}

function houseWords({ house, offers }: NonNullable<Told['house']>, asked: Told['enquiry'], { site, now }: Pick<By, 'site' | 'now'>): PlaceWords {
  const { locale } = asked;
  const [t, { intl }] = [translator(locale), localeFacts[locale]];
  const unit = offers.units.find(({ id }) => id === asked.place.unitId);
  const tenancy = offers.units.flatMap(({ tenancies }) => tenancies).find(({ id }) => id === asked.lease?.tenancyId);
  const { cheapest } = offers;
  return {
    home: nameFor(house, locale),
    place: nameFor(house, locale),
    address: [house.address, house.postalCode].filter(Boolean).join(', '),
    city: house.city.names[locale],
    provider: house.supplier.name,
    ...(unit ? { room: unitTitle(unit.name, t).name } : {}),
    ...(tenancy ? leaseWords(tenancy, house.status === 'open' && isOffered(tenancy, todayIn(house.city.timeZone, now)), locale) : {}),
    ...(cheapest ? { 'rent-from': rentPer(t, wholePrice(cheapest.tenancy).rent, cheapest.tenancy.unit, intl) } : {}),
    // A home that is hidden has no page to lead to.
    ...(house.status === 'removed' ? {} : { link: site.absolute(locale, site.paths(locale).house(house)) }),
  };
}

/** The words for the places of a ready answer in a thread; what is not known is not among them. */
export function placeWords({ enquiry, contact, house }: Told, { site, geo, now, staff }: By): PlaceWords {
  const { locale, place, lease } = enquiry;
  const [t, { intl }] = [translator(locale), localeFacts[locale]];
  const school = place.schoolId && geo.schoolById(place.schoolId);
  const city = (place.cityId && geo.cityById(place.cityId)) || school?.city;
  return {
    ...(contact?.firstName ? { name: contact.firstName } : {}),
    place: school?.names[locale] ?? city?.names[locale] ?? place.words,
    ...(city ? { city: city.names[locale] } : {}),
    ...(lease ? { 'move-in': formatDate(lease.moveIn, intl), 'move-out': formatDate(lease.moveOut, intl) } : {}),
    ...(house ? houseWords(house, enquiry, { site, now }) : {}),
    reference: enquiry.reference,
    hours: t('editorial.hours', serviceHoursFor(locale, now)),
    ...(staff === undefined ? {} : { staff: calledName(staff) }),
  };
}
