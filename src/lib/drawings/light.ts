/** What the hour and the climate do to every colour of a picture. */
import type { Climate } from './facade-facts.ts';
import { darker, lighter, mix } from './colour.ts';
import { seededRandom } from '../random.ts';
import type { Choices, Random } from '../random.ts';

export interface Light {
  readonly night: boolean;
  readonly skyTop: string;
  readonly skyLow: string;
  readonly sun: string;
  readonly cloud: string;
  /** Silhouettes on the horizon. */
  readonly far: string;
  /** Houses next door. */
  readonly near: string;
  readonly pavement: string;
  readonly kerb: string;
  readonly road: string;
  readonly lawn: string;
  /** Foliage in the shade and in the light. */
  readonly leafShade: string;
  readonly leafLight: string;
  readonly trunk: string;
  readonly glass: string;
  /** Colour of cast shadows and of the thinnest lines; always used with an opacity. */
  readonly shadow: string;
  /** A colour as it looks at this hour. */
  paint(colour: string): string;
}

type Sky = readonly [top: string, low: string, sun: string];

const skies: Readonly<Record<Climate, Choices<Sky>>> = {
  temperate: [
    ['#CFDDE1', '#F5EFE3', '#FBF3DF'],
    ['#DDE4E3', '#F8F1E6', '#FCEFD6'],
    ['#C6D8DF', '#EFEDE4', '#FAF4E4'],
    ['#E6E0DA', '#FAEADB', '#FBD9BF'],
  ],
  tropical: [
    ['#BFE0DF', '#FBF0DA', '#FDE9BE'],
    ['#CDE4DD', '#FDEBD3', '#FBDDB1'],
    ['#B9D8E0', '#F4F0DE', '#FDF0CC'],
  ],
  mediterranean: [
    ['#B8D5E3', '#FBEFDD', '#FDEBC8'],
    ['#C9DDE4', '#FCE9D4', '#FBDDBB'],
    ['#A9CDDF', '#F3EDDF', '#FDF3D8'],
  ],
  northern: [
    ['#C9D5DF', '#F0EDE8', '#F9F0E0'],
    ['#D5D9E2', '#F7E8DE', '#F9D9C3'],
    ['#BDCFDB', '#E9ECEA', '#F6F2E4'],
  ],
  'east-asian': [
    ['#D3DDE0', '#F8EDE3', '#F4C9AE'],
    ['#DDE1DE', '#FAEFE4', '#F7DDC2'],
    ['#C8D8DE', '#F3EEE6', '#F8E7D2'],
  ],
};

const foliage: Readonly<Record<Climate, Choices<readonly [shade: string, light: string]>>> = {
  temperate: [
    ['#57775A', '#7C9A6E'],
    ['#66805A', '#93A873'],
    ['#4F7262', '#76967C'],
  ],
  tropical: [
    ['#3F7460', '#6B9C74'],
    ['#4B7F5F', '#84AC72'],
  ],
  mediterranean: [
    ['#5F7A5B', '#8FA377'],
    ['#6B7F62', '#A2AE86'],
  ],
  northern: [
    ['#50705F', '#7B9679'],
    ['#5D7866', '#93A67F'],
  ],
  'east-asian': [
    ['#5A7A5D', '#86A06F'],
    ['#54756A', '#7E9C80'],
  ],
};

const nightSkies: Choices<readonly [top: string, low: string]> = [
  ['#152238', '#4C5A72'],
  ['#16283B', '#3F6272'],
  ['#1B2540', '#7A6472'],
  ['#14303F', '#4E6C74'],
];

const nightInk = '#172236';

/** Daylight over a climate, one of a few skies. */
export function daylight(climate: Climate, random: Random): Light {
  const [skyTop, skyLow, sun] = random.pick(skies[climate]);
  const [leafShade, leafLight] = random.pick(foliage[climate]);
  return {
    night: false,
    skyTop,
    skyLow,
    sun,
    cloud: lighter(skyLow, 0.55),
    far: mix(skyTop, '#9DB0B8', 0.42),
    near: mix(skyLow, '#A9A79F', 0.4),
    pavement: '#DDD6CA',
    kerb: '#C3BBAE',
    road: '#BDB9B2',
    lawn: mix(leafLight, '#C9CF9F', 0.45),
    leafShade,
    leafLight,
    trunk: '#7A6555',
    glass: '#8BA5AE',
    shadow: '#1D2433',
    paint: (colour) => colour,
  };
}

/** The blue hour: every colour sinks towards the ink and lit windows carry the picture. */
export function nightfall(climate: Climate, random: Random): Light {
  const day = daylight(climate, random);
  const paint = (colour: string): string => mix(colour, nightInk, 0.62);
  const [skyTop, skyLow] = random.pick(nightSkies);
  return {
    night: true,
    skyTop,
    skyLow,
    sun: '#EFE6CF',
    cloud: lighter(skyLow, 0.08),
    far: mix(skyLow, nightInk, 0.38),
    near: mix(skyLow, nightInk, 0.62),
    pavement: paint('#C9C2B8'),
    kerb: paint('#A29C93'),
    road: darker(paint('#8E8F92'), 0.35),
    lawn: paint(day.lawn),
    leafShade: mix(day.leafShade, nightInk, 0.72),
    leafLight: mix(day.leafLight, nightInk, 0.66),
    trunk: paint(day.trunk),
    glass: '#2C3D52',
    shadow: '#0A1120',
    paint,
  };
}

/** A picture's light by day or in the evening. The evening is chosen apart, so that the rest of both pictures falls out alike. */
export function lightAt(evening: boolean, climate: Climate, random: Random): Light {
  const day = daylight(climate, random);
  return evening ? nightfall(climate, seededRandom(`evening/${day.skyTop}${day.leafShade}`)) : day;
}

/** The same hour seen through air: what stands behind the house steps back towards the sky. `amount` is 0 to 1. */
export function hazy(light: Light, amount: number): Light {
  const veil = (colour: string): string => mix(colour, light.night ? light.near : light.skyLow, amount);
  return {
    ...light,
    leafShade: veil(light.leafShade),
    leafLight: veil(light.leafLight),
    trunk: veil(light.trunk),
    glass: veil(light.glass),
    shadow: veil(light.shadow),
    paint: (colour) => veil(light.paint(colour)),
  };
}
