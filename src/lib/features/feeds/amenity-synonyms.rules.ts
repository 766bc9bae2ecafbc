/** What other systems call amenities that we have a code for. */
import type { AmenityCode } from '#lib/features/catalogue/filter-code.rules.ts';

const otherNames: Partial<Record<AmenityCode, string>> = {
  wifi: 'wi-fi wireless wireless-internet free-wifi',
  laundry: 'washer washing-machine laundry-room laundry-facilities laundrette washer-dryer dryer tumble-dryer clothes-dryer',
  gym: 'fitness fitness-centre fitness-center fitness-room',
  'study-room': 'study study-rooms study-area study-space',
  'common-room': 'common-area communal-lounge shared-lounge social-space',
  'bike-storage': 'bike-parking bicycle-storage bicycle-parking cycle-storage bike-store',
  parking: 'car-park car-parking off-street-parking garage',
  lift: 'elevator lifts elevators',
  'reception-24h': '24h-reception 24-hour-reception concierge front-desk',
  cctv: 'video-surveillance security-cameras',
  'parcel-room': 'parcel-storage parcel-lockers parcel-collection',
  cinema: 'cinema-room movie-room home-cinema',
  'games-room': 'game-room games-area',
  garden: 'gardens courtyard-garden',
  'roof-terrace': 'rooftop rooftop-terrace roof-garden',
  'swimming-pool': 'pool indoor-pool outdoor-pool',
  'air-conditioning': 'ac a/c aircon air-con air-conditioner airconditioning',
  heating: 'central-heating heater',
  furnished: 'fully-furnished',
  kitchenette: 'mini-kitchen kitchen-corner',
  dishwasher: 'dish-washer',
  desk: 'study-desk workspace dedicated-workspace',
  'double-glazing': 'double-glazed double-glazed-windows',
  'step-free': 'wheelchair-access wheelchair-accessible step-free-access',
  'pets-allowed': 'pets pet-friendly',
  cleaning: 'cleaning-service housekeeping',
  kitchen: 'full-kitchen shared-kitchen fully-equipped-kitchen',
  oven: 'stove cooker',
  microwave: 'microwave-oven',
  fridge: 'refrigerator fridge-freezer mini-fridge',
  television: 'tv hdtv smart-tv cable-tv',
  'smoke-alarm': 'smoke-detector smoke-detectors smoke-alarms',
  'carbon-monoxide-alarm': 'carbon-monoxide-detector co-alarm co-detector',
  'fire-extinguisher': 'fire-extinguishers',
  'first-aid-kit': 'first-aid',
  balcony: 'balconies private-balcony patio-or-balcony',
};

/** Codes by other names for them, in the spelling of codes. */
export const amenitySynonyms: ReadonlyMap<string, AmenityCode> = new Map(
  Object.entries(otherNames).flatMap(([code, names]) => names.split(' ').map((name) => [name, code as AmenityCode] as const)),
);
