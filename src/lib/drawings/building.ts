/** What a house looks like, read from the few facts we hold about it. */
import type { Climate, Facade } from './facade-facts.ts';
import type { Balcony, Cladding, GroundFloor, Idiom, Roof, WindowKind } from './idiom.ts';
import { chooseIdiom, idioms } from './idioms.ts';
import type { IdiomName } from './idioms.ts';
import { seededRandom } from '../random.ts';

/** All lengths are metres. */
export interface Building {
  readonly idiom: IdiomName;
  readonly climate: Climate;
  readonly seed: number;
  readonly yearBuilt: number;
  readonly storeys: number;
  readonly bays: number;
  readonly bayWidth: number;
  readonly storeyHeight: number;
  readonly groundHeight: number;
  readonly width: number;
  /** Ground to eaves. */
  readonly height: number;
  readonly wall: string;
  readonly trim: string;
  readonly accent: string;
  readonly roofColour: string;
  readonly frame: string;
  readonly cladding: Cladding;
  readonly windowKind: WindowKind;
  readonly roof: Roof;
  readonly balcony: Balcony;
  readonly groundFloor: GroundFloor;
  /** Stands in a row: its neighbours touch it. */
  readonly attached: boolean;
}

/** Width is kept between these shares of the height, so that every building fits a 4:3 frame. */
const slimmest = 0.42;
const widest = 1.75;

function countBays(idiom: Idiom, drawn: number, bayWidth: number, height: number): number {
  const fewest = Math.ceil((slimmest * height) / bayWidth);
  const most = Math.max(idiom.bays[0], Math.floor((widest * height) / bayWidth));
  return Math.min(Math.max(drawn, fewest), most);
}

/**
 * The building behind a façade. Every shot of one house gives the same building.
 * @example readBuilding({ seed: 7, storeys: 41, houseType: 'apartment', yearBuilt: 1990, climate: 'temperate' }).storeys // 40
 */
export function readBuilding(facade: Omit<Facade, 'shot'>): Building {
  const random = seededRandom(`${facade.seed}/building`);
  const storeys = Math.min(40, Math.max(1, Math.round(facade.storeys)));
  const name = chooseIdiom({ ...facade, storeys }, random);
  const idiom: Idiom = idioms[name];
  const [wall, trim] = random.pick(idiom.walls);
  const bayWidth = random.between(...idiom.bayWidth);
  const groundFloor = random.pick(idiom.groundFloors);
  const groundHeight = idiom.storeyHeight * (groundFloor === 'shops' || groundFloor === 'lobby' ? 1.22 : 1.06);
  const height = groundHeight + (storeys - 1) * idiom.storeyHeight;
  const bays = countBays(idiom, random.integer(...idiom.bays), bayWidth, height);
  return {
    idiom: name,
    climate: facade.climate,
    seed: facade.seed,
    yearBuilt: facade.yearBuilt,
    storeys,
    bays,
    bayWidth,
    storeyHeight: idiom.storeyHeight,
    groundHeight,
    width: bays * bayWidth,
    height,
    wall,
    trim,
    accent: random.pick(idiom.accents),
    roofColour: random.pick(idiom.roofColours),
    frame: random.pick(idiom.frames),
    cladding: random.pick(idiom.claddings),
    windowKind: random.pick(idiom.windows),
    roof: random.pick(idiom.roofs),
    balcony: storeys > 1 ? random.pick(idiom.balconies) : 'none',
    groundFloor,
    attached: idiom.attached && storeys <= 9,
  };
}
