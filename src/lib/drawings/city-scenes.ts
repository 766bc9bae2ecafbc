/** What a city's skyline shows: water where there is water, and the one thing people know the city by. */
import type { Climate } from './facade-facts.ts';
import type { Skyline } from './skyline.ts';

type Landmark = NonNullable<Skyline['landmark']>;

const climates: Readonly<Record<string, Climate>> = {
  ES: 'mediterranean',
  AU: 'mediterranean',
  SG: 'tropical',
  MY: 'tropical',
  TH: 'tropical',
  HK: 'tropical',
  JP: 'east-asian',
  KR: 'east-asian',
  CA: 'northern',
};

/**
 * By `country/city`: only what looks like the thing itself, so that somebody who lives there knows it, and no two cities
 * the same. All others have
 * roofs and, where there is some, water: they claim nothing.
 */
const landmarks: Readonly<Record<string, Landmark>> = {
  'uk/london': 'wheel',
  'fr/paris': 'tower',
  'us/san-francisco': 'bridge',
  'us/washington': 'dome',
  'au/sydney': 'opera',
  'jp/tokyo': 'banded-tower',
  'jp/kyoto': 'pagoda',
  'sg/singapore': 'roof-deck',
};

const coastal = new Set([
  'uk/brighton',
  'uk/liverpool',
  'uk/portsmouth',
  'uk/southampton',
  'uk/plymouth',
  'uk/bournemouth',
  'uk/swansea',
  'uk/aberdeen',
  'us/new-york',
  'us/san-francisco',
  'us/san-diego',
  'us/seattle',
  'us/boston',
  'us/miami',
  'us/los-angeles',
  'us/santa-barbara',
  'ca/vancouver',
  'ca/halifax',
  'ca/victoria',
  'au/sydney',
  'au/melbourne',
  'au/brisbane',
  'au/gold-coast',
  'au/perth',
  'au/adelaide',
  'au/newcastle',
  'au/wollongong',
  'au/hobart',
  'au/cairns',
  'nz/auckland',
  'nz/wellington',
  'es/barcelona',
  'es/valencia',
  'es/malaga',
  'es/alicante',
  'fr/marseille',
  'fr/nice',
  'jp/yokohama',
  'jp/kobe',
  'jp/fukuoka',
  'kr/busan',
  'kr/incheon',
  'sg/singapore',
  'hongkong/hong-kong',
  'my/penang',
  'my/george-town',
  'th/phuket',
  'ie/galway',
  'ie/dublin',
]);

/** What a skyline follows from. */
type SkylineCity = {
  readonly id: number;
  readonly slug: string;
  readonly popularity: number;
  readonly country: { readonly slug: string; readonly iso2: string };
};

/** The skyline of a city. */
export function cityScene(city: SkylineCity): Skyline {
  const key = `${city.country.slug}/${city.slug}`;
  return {
    seed: city.id,
    size: city.popularity,
    climate: climates[city.country.iso2] ?? 'temperate',
    coastal: coastal.has(key),
    landmark: landmarks[key] ?? 'none',
  };
}
