/** The elevation of a home with made-up neighbours, to one scale. Pure and the same for one house every time. */
import type { HouseType } from '#lib/features/catalogue/listings.schema.ts';

export type StreetBuilding = {
  readonly x: number;
  readonly width: number;
  readonly height: number;
  /** Path from the left eaves to the right, continuing at the wall's top left. */
  readonly roof: string;
  readonly windows: string;
  readonly door: string;
  readonly own: boolean;
};

export type StreetDrawing = {
  readonly width: number;
  readonly height: number;
  /** y of the pavement. */
  readonly ground: number;
  readonly storeys: number;
  /** Estimated height of the home: 3 m a storey. */
  readonly metres: number;
  readonly buildings: readonly StreetBuilding[];
  readonly trees: readonly { readonly x: number; readonly size: number }[];
  readonly person: { readonly x: number; readonly path: string };
  readonly measure: { readonly path: string; readonly x: number; readonly y: number };
};

const metresPerStorey = 3;
const size = { width: 900, height: 380, ground: 344, top: 40 };

/** A repeatable row of numbers in [0, 1). */
function sequence(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}

const round = (value: number): number => Math.round(value * 10) / 10;

function building(x: number, width: number, storeys: number, scale: number, pitched: boolean, own: boolean): StreetBuilding {
  const storey = metresPerStorey * scale;
  const height = round(storeys * storey);
  const columns = Math.max(2, Math.round(width / (storey * 1.1)));
  const [pitch, pane] = [width / columns, Math.min(width / columns, storey) * 0.42];
  let windows = '';
  for (let floor = 0; floor < storeys; floor++) {
    for (let column = 0; column < columns; column++) {
      if (floor === 0 && column === Math.floor(columns / 2)) continue;
      windows += `M${round(x + pitch * (column + 0.5) - pane / 2)} ${round(size.ground - storey * (floor + 0.78))}h${round(pane)}v${round(storey * 0.52)}h${round(-pane)}z`;
    }
  }
  const doorWidth = Math.min(storey * 0.42, pitch * 0.7);
  const doorX = x + pitch * (Math.floor(columns / 2) + 0.5) - doorWidth / 2;
  return {
    x,
    width,
    height,
    roof: pitched
      ? `L${round(x + width / 2)} ${round(size.ground - height - storey * 0.8)}L${round(x + width)} ${round(size.ground - height)}`
      : `v${round(-storey * 0.15)}h${round(width)}v${round(storey * 0.15)}`,
    windows,
    door: `M${round(doorX)} ${size.ground}v${round(-storey * 0.72)}h${round(doorWidth)}V${size.ground}z`,
    own,
  };
}

/** Draws the street. Without a known number of storeys the usual one of its kind is taken. */
export function drawStreet(house: { readonly id: number; readonly storeys: number | undefined; readonly houseType: HouseType }): StreetDrawing {
  const storeys = house.storeys ?? (house.houseType === 'apartment' ? 6 : 2);
  const next = sequence(house.id + 7);
  const tallest = Math.max(storeys, 4) + 1;
  const scale = Math.min(9, (size.ground - size.top) / (tallest * metresPerStorey));
  const ownWidth = Math.min(300, Math.max(90, (house.houseType === 'apartment' ? 24 + storeys : 9) * scale));
  const ownX = round(size.width / 2 - ownWidth / 2);
  const own = building(ownX, ownWidth, storeys, scale, house.houseType !== 'apartment', true);
  const neighbours: StreetBuilding[] = [];
  for (const side of [-1, 1] as const) {
    let edge = side < 0 ? ownX - 10 : ownX + ownWidth + 10;
    while (edge > 20 && edge < size.width - 20) {
      const width = Math.max(56, (8 + next() * 10) * scale);
      const floors = Math.max(1, Math.min(tallest - 1, Math.round(2 + next() * Math.min(5, storeys))));
      const x = side < 0 ? edge - width : edge;
      neighbours.push(building(round(x), round(width), floors, scale, floors < 4 && next() > 0.4, false));
      edge += side * (width + (next() > 0.7 ? 34 : 0));
    }
  }
  const person = 1.7 * scale;
  const left = round(ownX - 5);
  return {
    width: size.width,
    height: size.height,
    ground: size.ground,
    storeys,
    metres: storeys * metresPerStorey,
    buildings: [...neighbours, own],
    trees: [0.16, 0.36, 0.7, 0.88].map((at) => ({ x: round(size.width * at + next() * 30), size: round((2.4 + next() * 2) * Math.max(scale, 5)) })),
    person: {
      x: round(ownX + ownWidth * 0.22),
      path: `M${round(-person * 0.13)} 0V${round(-person * 0.72)}h${round(person * 0.26)}V0zM0 ${round(-person)}a${round(person * 0.12)} ${round(person * 0.12)} 0 1 0 .1 0z`,
    },
    measure: {
      path: `M${left - 4} ${size.ground}h8M${left} ${size.ground}V${size.ground - own.height}M${left - 4} ${size.ground - own.height}h8`,
      x: ownX,
      y: round(size.ground - own.height - metresPerStorey * scale - 6),
    },
  };
}
