/** Joins homes that stand too close together to be told apart at a zoom. Pure. */
import { asId } from '#lib/ids/ids.ts';
import { mercator } from '#lib/geo/boxes.ts';
import { leadLeaseAt } from '#lib/features/finding/lead-lease.rules.ts';
import type { FittingHouse } from '#lib/features/finding/house-order.rules.ts';
import type { MapBox, MapPoint } from './map.schema.ts';

/** Pixels of a cell's side: about a price marker. */
const cellPixels = 64;
/** Pixels of the whole world at zoom 0, as vector maps count zoom. */
const worldPixels = 512;
/** Zooms by which cells are changed later than half-way: so two markers are never closer than 44 pixels, which a finger tells apart. */
const coarser = 0.3;
/** Points an answer has at most, whatever box and zoom are asked for: each is drawn in every frame of a movement, and has a button for the keyboard. */
export const mostPoints = 64;
/** Finest zoom at which homes are still joined. */
const finestZoom = 22;

type Cluster = { count: number; longitude: number; latitude: number; x: number; y: number; readonly first: FittingHouse; cheapest: FittingHouse };

/** The currency of a city. */
export type MoneyOf = (cityId: number) => string | undefined;

/** Stands for homes whose rents are of several currencies: none of them is the lowest. */
const mixed: FittingHouse['lead'] = -2;

/** The one of the lower rent; rents of two currencies are not put beside each other. */
function cheaper(one: FittingHouse, other: FittingHouse, moneyOf: MoneyOf): FittingHouse {
  if (one.lead === mixed || other.lead === mixed) return one.lead === mixed ? one : other;
  if (other.weekly < 0) return one;
  if (one.weekly < 0) return other;
  if (one.city !== other.city && moneyOf(one.city.cityId) !== moneyOf(other.city.cityId)) return { ...one, lead: mixed };
  return other.weekly < one.weekly ? other : one;
}

/** Homes in cells of a grid that is the same for every view, so that clusters stay where they are while the map moves. */
function inCells(homes: readonly FittingHouse[], cells: number, moneyOf: MoneyOf): Map<number, Cluster> {
  const found = new Map<number, Cluster>();
  for (const home of homes) {
    const longitude = home.city.longitude[home.home] ?? 0;
    const latitude = home.city.latitude[home.home] ?? 0;
    const x = home.city.x[home.home] ?? 0;
    const y = home.city.y[home.home] ?? 0;
    const cell = Math.floor(x * cells) + Math.floor(y * cells) * cells;
    const cluster = found.get(cell);
    if (!cluster) {
      found.set(cell, { count: 1, longitude, latitude, x, y, first: home, cheapest: home });
      continue;
    }
    cluster.count++;
    cluster.longitude += longitude;
    cluster.latitude += latitude;
    cluster.x += x;
    cluster.y += y;
    cluster.cheapest = cheaper(cluster.cheapest, home, moneyOf);
  }
  return found;
}

/** Joins clusters of neighbouring cells whose middles are closer than they may be. The larger one takes the smaller. */
function withoutOverlap(clusters: Iterable<Cluster>, least: number, moneyOf: MoneyOf): readonly Cluster[] {
  const placed: Cluster[] = [];
  const byCell = new Map<string, Cluster[]>();
  const near = (x: number, y: number): Cluster | undefined => {
    const [column, row] = [Math.floor(x / least), Math.floor(y / least)];
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        const other = byCell.get(`${column + dx} ${row + dy}`)?.find((one) => Math.hypot(one.x / one.count - x, one.y / one.count - y) < least);
        if (other) return other;
      }
    }
    return undefined;
  };
  for (const cluster of [...clusters].sort(
    (a, b) => b.count - a.count || (a.first.city.houseId[a.first.home] ?? 0) - (b.first.city.houseId[b.first.home] ?? 0),
  )) {
    const [x, y] = [cluster.x / cluster.count, cluster.y / cluster.count];
    const taken = near(x, y);
    if (taken) {
      taken.count += cluster.count;
      taken.longitude += cluster.longitude;
      taken.latitude += cluster.latitude;
      taken.x += cluster.x;
      taken.y += cluster.y;
      taken.cheapest = cheaper(taken.cheapest, cluster.cheapest, moneyOf);
      continue;
    }
    placed.push(cluster);
    const key = `${Math.floor(x / least)} ${Math.floor(y / least)}`;
    byCell.set(key, [...(byCell.get(key) ?? []), cluster]);
  }
  return placed;
}

/** Five decimals are about a metre. */
const rounded = (degrees: number): number => Math.round(degrees * 100_000) / 100_000;

/** Cells in the box when the world has `cells` along each side. */
function cellsIn(box: MapBox, cells: number): number {
  const width = (box.west <= box.east ? box.east - box.west : box.east - box.west + 360) / 360;
  const height = mercator([0, box.south])[1] - mercator([0, box.north])[1];
  return width * height * cells * cells;
}

/**
 * The points of a view: every home counts in exactly one of them. A box far larger than what its zoom shows gets
 * coarser cells, so that no box and zoom give more than `mostPoints`.
 */
export function pointsOf(homes: readonly FittingHouse[], box: MapBox, zoom: number, moneyOf: MoneyOf): readonly MapPoint[] {
  let power = Math.min(finestZoom, Math.max(0, Math.round(zoom - coarser))) + Math.log2(worldPixels / cellPixels);
  while (power > 2 && homes.length > mostPoints && cellsIn(box, 2 ** power) > 4 * mostPoints) power--;
  for (;;) {
    const cells = 2 ** power;
    const clusters = withoutOverlap(inCells(homes, cells, moneyOf).values(), 0.8 / cells, moneyOf);
    if (clusters.length > mostPoints && power > 1) {
      power--;
      continue;
    }
    return clusters.map(({ count, longitude, latitude, first: { city, home }, cheapest }) => ({
      at: [rounded(longitude / count), rounded(latitude / count)],
      count,
      houseId: count === 1 ? asId(city.houseId[home] ?? 0) : undefined,
      cityId: asId(city.cityId),
      lease: cheapest.weekly < 0 ? undefined : leadLeaseAt(cheapest.city, cheapest.home, cheapest.lead),
    }));
  }
}
