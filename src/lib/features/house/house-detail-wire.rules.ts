/** A home in full in the wire's names. Pure. */
import type { City, Country, Place } from '#lib/features/geo/geo.schema.ts';
import { pictureWidths } from '#lib/features/pictures/picture-source.rules.ts';
import { coded } from '#lib/i18n/coded.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { T } from '#lib/i18n/t.ts';
import type { Paths } from '#lib/paths.ts';
import type { CancellationRow } from './cancellation.rules.ts';
import { coverPicture, housePictures } from './house-pictures.rules.ts';
import { toCoded, toMedia, toWireMoney, coverUrl } from './house-wire.rules.ts';
import type { Media, ReadHouse, Review, Reviews, Supplier } from './house.schema.ts';
import type { ReviewAspect } from '#lib/features/catalogue/listings.schema.ts';
import { readReview } from './review.rules.ts';

type Words = { readonly t: T; readonly locale: Locale; readonly paths: Paths; readonly intl: string };

function toPlace(place: Country | City | Place, { locale, paths }: Words) {
  return { id: place.id, name: place.names[locale], unique_name: place.slug, url: place.kind === 'country' ? paths.country(place) : paths.place(place) };
}

export function toSupplier({ id, slug, name, kind, verifiedOn }: Supplier) {
  return { supplier_id: id, unique_name: slug, name, kind, verified_on: verifiedOn ?? null };
}

/** What every call about a home begins with. @param photo path of its first photograph; it is drawn without. */
export function toBrief(house: ReadHouse, photo: string | undefined, words: Words) {
  const { t, paths } = words;
  const cover = coverPicture(t, house, photo);
  const { supplier, neighbourhood } = house;
  return {
    house_id: house.id,
    title: house.title,
    original_title: house.originalName ?? null,
    url: paths.house(house),
    cover_image: coverUrl(cover.picture),
    cover_is_drawn: cover.isDrawn,
    house_type: house.houseType,
    house_type_text: coded(t, 'house_type', house.houseType),
    status: house.status === 'open' ? ('open' as const) : ('closed' as const),
    is_sample: house.isSample,
    location: {
      address: house.address,
      postal_code: house.postalCode ?? null,
      country: toPlace(house.city.country, words),
      city: toPlace(house.city, words),
      neighborhood: neighbourhood ? toPlace(neighbourhood, words) : null,
      posx: house.at.latitude,
      posy: house.at.longitude,
    },
    supplier: toSupplier(supplier),
    verified_facts: house.verifications.map(({ fact, by, method, on }) => ({
      fact,
      fact_text: coded(t, 'verified_fact', fact),
      by,
      method,
      method_text: coded(t, 'verification_method', method),
      on,
    })),
  };
}

/** What a home has and includes. */
export function toAmenities({ amenities, bills }: Pick<ReadHouse, 'amenities' | 'bills'>, t: T) {
  return { amenities: amenities.map((code) => toCoded(t, 'amenity', code)), included_bills: bills.map((code) => toCoded(t, 'bill', code)) };
}

/** The pictures a home's page shows, in its order. A view that is drawn for want of any has no row behind it and the id 0. */
export function toPictures(house: ReadHouse, media: readonly Media[], words: Pick<Words, 't' | 'locale'>) {
  const rows = [...media.filter(({ kind }) => kind === 'photo'), ...media.filter(({ kind }) => kind === 'facade')];
  return housePictures(words, house, media).map(({ picture, alt, isDrawn, isRendered }, index) => {
    const row = rows[index] ?? { id: 0, unitId: undefined, kind: 'facade' as const, path: '', suffix: '', legacyUrl: undefined };
    return {
      ...toMedia(row, coverUrl(picture)),
      alt,
      is_drawn: isDrawn,
      is_rendered: isRendered,
      variants: pictureWidths.map((width) => ({ width, avif: picture.url(width, 'avif'), webp: picture.url(width, 'webp') })),
    };
  });
}

function toAspects(aspects: Reviews['aspects'], t: T) {
  return (Object.entries(aspects) as [ReviewAspect, number][]).map(([aspect, score]) => ({ ...toCoded(t, 'review_aspect', aspect), score }));
}

export function toComment(review: Review, { t, locale }: Words) {
  const { text, reply, isTranslated } = readReview(review, locale);
  return {
    comment_id: review.id,
    source: review.source,
    score: review.score,
    aspects: toAspects(review.aspects, t),
    stayed_from: review.stayedFrom,
    written_on: review.writtenOn,
    text: text.words,
    lang: text.lang,
    is_translated: isTranslated,
    original_lang: review.language,
    reply: reply ? { text: reply.words, lang: reply.lang, written_on: review.repliedOn ?? null } : null,
    is_sample: review.isSample,
  };
}

/** All reviews of a home in figures. */
export function toReviewFigures({ count, score, verified, aspects }: Reviews, t: T) {
  return { score: score ?? null, sample_size: count, verified: { count: verified.count, score: verified.score ?? null }, aspects: toAspects(aspects, t) };
}

export function toCancellationRow(row: CancellationRow, { t, intl }: Pick<Words, 't' | 'intl'>) {
  return {
    event: toCoded(t, 'cancellation_event', row.event),
    until: row.until,
    passed: row.passed,
    total: toWireMoney(row.total, intl),
    rent_returned: toWireMoney(row.rentReturned, intl),
    deposit_returned: toWireMoney(row.depositReturned, intl),
    fee_returned: toWireMoney(row.feeReturned, intl),
    share_of_rent: row.shareOfRent,
    evidence: row.evidence.map((code) => toCoded(t, 'cancellation_evidence', code)),
    evidence_within_days: row.evidenceWithinDays,
  };
}
