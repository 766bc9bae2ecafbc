/** Which homes of a city show photographs that came with the project, and of which of their rooms. Pure. */
import type { HouseDraft, MediaDraft, UnitDraft } from '#lib/features/catalogue/catalogue.schema.ts';
import { drawnMedia } from '#lib/features/catalogue/drawn-media.rules.ts';
import { metresToCampus, rankOf } from '#lib/features/catalogue/ranking.rules.ts';
import type { OwnPhotograph } from '#lib/features/photographs/own-photographs.schema.ts';

/** From this popularity on homes of a city have photographs: its lists are looked at first. */
export const picturedPopularity = 85;
/** Homes of a city among which those with photographs are chosen: so many are composed before the first is written. */
export const chosenAmong = 200;
/** Homes on a page of a list. */
const onFirstPage = 20;
/** Places further down a list that one photograph more is worth. */
const placesFor = 3;
/** Views that show no room: a drawn one would contradict the photograph. */
const outside = ['street', 'corner', 'courtyard', 'evening'] as const;

const isLike = (unit: UnitDraft, { units, beds }: OwnPhotograph): boolean =>
  (units?.includes(unit.type) ?? false) && (beds === undefined || (unit.bedSize !== undefined && beds.includes(unit.bedSize)));

/** What of a home each of these photographs may stand for; those are left out for which it has nothing alike. */
function picturesOf(
  house: HouseDraft,
  wanted: readonly OwnPhotograph[],
): readonly { readonly photograph: OwnPhotograph; readonly unitRef: string | undefined }[] {
  const shown: { photograph: OwnPhotograph; unitRef: string | undefined }[] = [];
  const roomOf = new Set<string>();
  for (const photograph of wanted) {
    const { shows, floors, amenity } = photograph;
    if (floors !== undefined && (house.storeys ?? 0) < floors) continue;
    if (amenity !== undefined && !house.amenities?.includes(amenity)) continue;
    if (shows === 'kitchen' && house.units.every(({ kitchen }) => kitchen !== 'shared')) continue;
    if (photograph.units === undefined) {
      shown.push({ photograph, unitRef: undefined });
      continue;
    }
    // A bathroom goes with the room that is shown; a room is shown once.
    const unit = house.units.find(
      (one) => isLike(one, photograph) && (shows === 'bath' ? roomOf.has(one.ref) && one.bathroom === 'private' : !roomOf.has(one.ref)),
    );
    if (!unit) continue;
    roomOf.add(unit.ref);
    shown.push({ photograph, unitRef: unit.ref });
  }
  return shown[0]?.photograph === wanted[0] ? shown : [];
}

/** Nobody checks pictures of no real home. */
const unchecked = (house: HouseDraft): HouseDraft => ({ ...house, verifications: house.verifications?.filter(({ fact }) => fact !== 'photos') });

/** The place of a home in the recommended order of its city, as its list has it: higher is earlier, the same all day. */
function rankOfDraft(house: HouseDraft, now: Date): number {
  const leases = house.units.flatMap(({ tenancies }) => tenancies);
  const scores = house.reviews?.map(({ score }) => score) ?? [];
  const [first] = leases;
  const midnight = Math.floor(now.getTime() / 86_400_000) * 86_400_000;
  return rankOf({
    confirmedAt: new Date(midnight - (now.getTime() - (first?.lastConfirmedAt ?? now).getTime())),
    isAvailable: leases.some(({ stock }) => stock > 0),
    verifiedFacts: house.verifications?.length ?? 0,
    reviewCount: scores.length,
    reviewScore: scores.length > 0 ? scores.reduce((sum, score) => sum + score, 0) / scores.length : undefined,
    campusMetres: metresToCampus(house.city, house.at),
  });
}

/**
 * The homes of a city with photographs in place of drawn rooms, in the order in which they came. No photograph stands twice in a
 * city, so that its homes are told apart; homes of the first page of its list have them before others.
 * @param sets what one home shows, its first picture first.
 */
export function withPhotographs(houses: readonly HouseDraft[], sets: readonly (readonly OwnPhotograph[])[], now: Date): readonly HouseDraft[] {
  const listed = houses.filter(({ category }) => category === 'rent');
  const ranks = listed.map((house) => rankOfDraft(house, now));
  const candidates = listed
    .map((house) => ({ house, rank: rankOfDraft(unchecked(house), now) }))
    .map(({ house, rank }) => ({ house, at: ranks.filter((other) => other > rank).length }));
  const media = new Map<HouseDraft, readonly MediaDraft[]>();
  // Each city begins with another one, so that lists of two cities do not begin alike.
  const turn = (houses[0]?.city.id ?? 0) % sets.length;
  for (const wanted of [...sets.slice(turn), ...sets.slice(0, turn)]) {
    const [best] = candidates
      .map(({ house, at }) => ({ house, at, shown: media.has(house) ? [] : picturesOf(house, wanted) }))
      .filter(({ shown }) => shown.length > 0)
      .map((one) => ({ ...one, place: one.at - placesFor * one.shown.length }))
      .sort((a, b) => Number(a.at >= onFirstPage) - Number(b.at >= onFirstPage) || a.place - b.place || a.at - b.at);
    if (!best) continue;
    media.set(best.house, [
      ...best.shown.map(({ photograph: { path }, unitRef }) => ({ kind: 'photo' as const, unitRef, path, suffix: '', legacyUrl: undefined })),
      ...drawnMedia(
        best.house.units.map(({ ref }) => ref),
        outside,
      ),
    ]);
  }
  return houses.map((house) => {
    const own = media.get(house);
    return own ? { ...unchecked(house), media: own } : house;
  });
}
