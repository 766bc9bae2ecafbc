/**
 * Addresses of pictures. A drawing's address carries all that it is drawn from, in few steps, so that the set
 * of drawings is bounded: the server draws one at first request, keeps the file, and browsers may keep it for ever.
 * Widths are those of R9.41.
 */
import { shownSqm, unitSqm } from '#lib/features/catalogue/catalogue-law.rules.ts';
import { LRUCache } from 'lru-cache';
import type { City } from '#lib/features/geo/geo.schema.ts';
import { heightOf } from '#lib/drawings/facade-facts.ts';
import type { Climate, Facade, HouseType, Shot } from '#lib/drawings/facade-facts.ts';
import type { FloorPlan } from '#lib/drawings/floor-plan.ts';
import { facadeColours } from '#lib/drawings/palette.ts';

export const pictureWidths = [320, 640, 1200, 1600] as const;
export type PictureWidth = (typeof pictureWidths)[number];
export const pictureFormats = ['avif', 'webp'] as const;
export type PictureFormat = (typeof pictureFormats)[number];

export type PictureSource = {
  url(width: PictureWidth, format: PictureFormat): string;
  /** A vector drawing instead of the raster variants: plans stay sharp and small. */
  readonly vector?: string;
  /** The same picture for a dark page. */
  readonly dark?: PictureSource;
  /** Two colours of the picture, shown until it has loaded. */
  readonly placeholder: { readonly sky: string; readonly wall: string };
  /** Intrinsic size at the largest width, for the aspect ratio. */
  readonly width: number;
  readonly height: number;
};

/** Raised when drawings change, so that browsers fetch them again. */
const drawingVersion = 6;
/** So many that two homes of one list with the same facts are hardly ever drawn alike; the folder of files is bounded by bytes. */
const seeds = 997;
const storeySteps = [1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 28, 36] as const;
const houseTypes = ['apartment', 'house', 'homestay'] as const satisfies readonly HouseType[];
export const shots = ['street', 'corner', 'courtyard', 'evening', 'lounge', 'room'] as const satisfies readonly Shot[];

/** The evening of a view, for dark pages; `row` is a view of the page about the street alone. */
const eveningOf: Readonly<Partial<Record<Shot, Shot>>> = {
  street: 'evening',
  row: 'row-evening',
  // Dark pages have the street in the evening already: they see it among its neighbours.
  evening: 'row-evening',
  corner: 'corner-evening',
  courtyard: 'courtyard-evening',
  lounge: 'lounge-evening',
  room: 'room-evening',
};
const drawnShots: readonly Shot[] = [...shots, 'row', ...Object.values(eveningOf)];

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
const climateNames = ['temperate', 'tropical', 'mediterranean', 'northern', 'east-asian'] as const satisfies readonly Climate[];

/** The facts of a house that its drawings depend on. */
export type DrawnHouse = {
  readonly id: number;
  readonly houseType: HouseType;
  readonly yearBuilt: number | null;
  readonly storeys: number | null;
  readonly countryIso2: string;
};

const nearestStep = (storeys: number): number =>
  storeySteps.reduce((best, step) => (Math.abs(step - storeys) < Math.abs(best - storeys) ? step : best), storeySteps[0] as number);

/** What a view of the house is drawn from: its facts in the few steps there are drawings for. */
export function facadeOf(house: DrawnHouse, shot: Shot): Facade {
  return {
    seed: house.id % seeds,
    storeys: nearestStep(house.storeys ?? (house.houseType === 'apartment' ? 6 : 2)),
    houseType: house.houseType,
    yearBuilt: Math.min(2020, Math.max(1860, Math.floor((house.yearBuilt ?? 2015) / 10) * 10)),
    climate: climates[house.countryIso2] ?? 'temperate',
    shot,
  };
}

/** In addresses words are letters: a list names a hundred pictures. */
const shotLetters: Readonly<Record<Shot, string>> = {
  street: 's',
  corner: 'c',
  courtyard: 'y',
  evening: 'e',
  lounge: 'l',
  room: 'r',
  row: 'w',
  'row-evening': 'we',
  'corner-evening': 'ce',
  'courtyard-evening': 'ye',
  'lounge-evening': 'le',
  'room-evening': 're',
};
const typeLetters: Readonly<Record<HouseType, string>> = { apartment: 'a', house: 'h', homestay: 's' };
const climateLetters: Readonly<Record<Climate, string>> = { temperate: 't', tropical: 'r', mediterranean: 'm', northern: 'n', 'east-asian': 'e' };

/** @example facadeName({ shot: 'street', houseType: 'house', climate: 'temperate', yearBuilt: 1890, storeys: 2, seed: 7 }) // 's_h_t_1890_2_7' */
function facadeName({ seed, storeys, houseType, yearBuilt, climate, shot }: Facade): string {
  return `${shotLetters[shot]}_${typeLetters[houseType]}_${climateLetters[climate]}_${yearBuilt}_${storeys}_${seed}`;
}

/** Sources by the name of their drawing: a list shows the same ones again and again, and their colours take a while to mix. */
const known = new LRUCache<string, PictureSource>({ max: 20_000 });

/** A drawn view of a house, with its evening twin for dark pages. */
export function facadePicture(house: DrawnHouse, shot: Shot): PictureSource {
  const facade = facadeOf(house, shot);
  const name = facadeName(facade);
  const before = known.get(name);
  if (before) return before;
  const drawn: PictureSource = {
    url: (width, format) => `/pictures/${drawingVersion}/${name}-${width}.${format}`,
    placeholder: facadeColours(facade),
    width: 1600,
    height: heightOf(shot),
  };
  const evening = eveningOf[shot];
  const source = evening ? { ...drawn, dark: facadePicture(house, evening) } : drawn;
  known.set(name, source);
  return source;
}

/** A unit's floor plan, to scale. */
export function planPicture(unit: { readonly id: number } & Omit<FloorPlan, 'seed'>): PictureSource {
  const size = Math.min(unitSqm.most, Math.max(unitSqm.least, shownSqm(unit.sizeSqm)));
  const beds = Math.min(6, Math.max(1, unit.beds));
  const vector = `/pictures/${drawingVersion}/plan_${unit.unitType}_${size}_${unit.bathroom}_${unit.kitchen}_${beds}_${unit.id % 4}.svg`;
  return { url: () => vector, vector, placeholder: { sky: '#ffffff', wall: '#ffffff' }, width: 1600, height: 1200 };
}

/** A city's skyline, with its night for dark pages. */
export function skylinePicture(city: Pick<City, 'id'>): PictureSource {
  const drawn = (name: string): PictureSource => ({
    url: (width, format) => `/pictures/${drawingVersion}/${name}-${width}.${format}`,
    placeholder: { sky: '#dfe9ea', wall: '#a9c3c8' },
    width: 1600,
    height: 900,
  });
  return { ...drawn(`skyline_${city.id}`), dark: drawn(`skyline_${city.id}_night`) };
}

/** What a photograph's files are called after: the digest of what came, and its size at the largest width. */
const photographPattern = /^\/photos\/[\da-f]{32}_(\d{1,4})x(\d{1,4})$/;

/** The widths in which a photograph is kept: none is blown up, so the last one may hold a narrower picture. */
export function photographWidths(width: number): readonly PictureWidth[] {
  return pictureWidths.filter((_, at) => at === 0 || (pictureWidths[at - 1] ?? 0) < width);
}

/** What the file of a photograph of our own is called after, as the route of pictures knows it. */
const ownName = String.raw`photo_[a-z]+-\d{1,3}_[\da-f]{8}_(\d{1,4})x(\d{1,4})`;
const ownPattern = new RegExp(`^/pictures/${ownName}$`);
const ownNamePattern = new RegExp(`^${ownName}$`);

/**
 * The path of a photograph that came with the project, as it stands in `media`.
 * @param digest eight hex digits of what its file holds.
 */
export const ownPhotographPath = (key: string, digest: string, { width, height }: { readonly width: number; readonly height: number }): string =>
  `/pictures/photo_${key}_${digest}_${width}x${height}`;

/** Whether a photograph came with the project: it is rendered, and pages say so. */
export const isOwnPhotograph = (path: string): boolean => ownPattern.test(path);

/**
 * A photograph: a supplier's, or one that came with the project, which is made smaller at first request as drawings are drawn.
 * @param path `/photos/<digest>_<width>x<height>` for one that is kept in all widths, that of `ownPhotographPath`, else the path of its one file.
 */
export function photoPicture(path: string): PictureSource {
  const [, width = '1600', height = '1200'] = photographPattern.exec(path) ?? ownPattern.exec(path) ?? [];
  const facts = { placeholder: { sky: '#e6e1d8', wall: '#d8d2c6' }, width: Number(width), height: Number(height) };
  const isOwn = isOwnPhotograph(path);
  if (!isOwn && !photographPattern.test(path)) return { url: () => path, ...facts };
  const widest = photographWidths(facts.width).at(-1) ?? 320;
  const base = isOwn ? path.replace('/pictures/', `/pictures/${drawingVersion}/`) : path;
  return { url: (asked, format) => `${base}-${Math.min(asked, widest)}.${format}`, ...facts };
}

/** What a picture address asks for. */
export type PictureOrder =
  | { readonly kind: 'facade'; readonly facade: Facade }
  | { readonly kind: 'plan'; readonly plan: FloorPlan }
  /** `path`: as of `ownPhotographPath`. */
  | { readonly kind: 'photograph'; readonly path: string }
  | { readonly kind: 'skyline'; readonly cityId: number; readonly isNight: boolean };

const planPattern =
  /^plan_(studio|ensuite|one-bedroom|two-bedroom|shared-room|whole-apartment|house|homestay)_(\d{1,3})_(private|shared)_(private|shared)_([1-6])_([0-3])$/;

function readFacade(name: string): Facade | undefined {
  const [shot, houseType, climate, year, storeys, seed, ...rest] = name.split('_');
  const known = {
    shot: drawnShots.find((one) => shotLetters[one] === shot),
    houseType: houseTypes.find((one) => typeLetters[one] === houseType),
    climate: climateNames.find((one) => climateLetters[one] === climate),
    storeys: storeySteps.find((one) => String(one) === storeys),
  };
  if (rest.length > 0 || !known.shot || !known.houseType || !known.climate || !known.storeys) return undefined;
  if (!/^(18[6-9]0|19\d0|20[0-2]0)$/.test(year ?? '') || !/^\d{1,3}$/.test(seed ?? '') || Number(seed) >= seeds) return undefined;
  return { shot: known.shot, houseType: known.houseType, climate: known.climate, storeys: known.storeys, yearBuilt: Number(year), seed: Number(seed) };
}

/** Reads a picture address. Undefined for anything this site would not write itself. */
export function readPicturePath(pathname: string): { order: PictureOrder; width: PictureWidth | undefined; format: PictureFormat | 'svg' } | undefined {
  const match = /^\/pictures\/(\d+)\/([\w-]{1,100}?)(?:-(\d{3,4}))?\.(avif|webp|svg)$/.exec(pathname);
  if (!match || Number(match[1]) !== drawingVersion) return undefined;
  const [, , name = '', widthText, extension] = match;
  const width = pictureWidths.find((one) => String(one) === widthText);
  const format = extension === 'svg' ? 'svg' : pictureFormats.find((one) => one === extension);
  if (!format) return undefined;
  const plan = planPattern.exec(name);
  if (plan && format === 'svg' && !widthText) {
    const [, unitType, size, bathroom, kitchen, beds, seed] = plan;
    const sizeSqm = Number(size);
    if (sizeSqm < unitSqm.least || sizeSqm > unitSqm.most) return undefined;
    return {
      order: {
        kind: 'plan',
        plan: {
          unitType: unitType as FloorPlan['unitType'],
          sizeSqm,
          bathroom: bathroom as FloorPlan['bathroom'],
          kitchen: kitchen as FloorPlan['kitchen'],
          beds: Number(beds),
          seed: Number(seed),
        },
      },
      width: undefined,
      format,
    };
  }
  // A raster has a width; a drawing as such, in pages that are written as files, has none.
  if ((format === 'svg') !== (widthText === undefined) || (format !== 'svg' && !width)) return undefined;
  const photograph = ownNamePattern.exec(name);
  // None is blown up, and none is a drawing.
  if (photograph)
    return width && photographWidths(Number(photograph[1])).includes(width)
      ? { order: { kind: 'photograph', path: `/pictures/${name}` }, width, format }
      : undefined;
  const skyline = /^skyline_(\d{1,10})(_night)?$/.exec(name);
  if (skyline) return { order: { kind: 'skyline', cityId: Number(skyline[1]), isNight: skyline[2] !== undefined }, width, format };
  const facade = readFacade(name);
  return facade && { order: { kind: 'facade', facade }, width, format };
}
