/** Where vector tiles have what a map draws: in the schema of Protomaps (version 4), of files, and in that of OpenMapTiles, of services. */
import type { ExpressionSpecification } from 'maplibre-gl';

/** Some features of a layer of the tiles. */
export type Part = { readonly layer: string; readonly filter?: ExpressionSpecification };

export type StreetsSchema = {
  /** Land, where the tiles have it; without, it is drawn below them. */
  readonly earth?: Part;
  readonly built: Part;
  readonly green: readonly Part[];
  readonly wood: readonly Part[];
  readonly campus: Part;
  readonly water: Part;
  readonly stream: Part;
  readonly buildings: Part;
  readonly squares: Part;
  readonly path: Part;
  readonly minor: Part;
  readonly major: Part;
  readonly highway: Part;
  readonly rail: Part;
  /** Lines of undergrounds, light railways and trams. */
  readonly transit: Part;
  readonly borders: Part & { readonly isCountry: ExpressionSpecification };
  readonly names: Readonly<Record<'minor' | 'major' | 'river' | 'lake' | 'pois' | 'quarters' | 'towns', Part>>;
};

const among = (field: string, values: readonly string[]): ExpressionSpecification => ['match', ['get', field], [...values], true, false];
const isLine: ExpressionSpecification = ['==', ['geometry-type'], 'LineString'];
const isArea: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon'];
const isPoint: ExpressionSpecification = ['==', ['geometry-type'], 'Point'];
const both = (...all: readonly ExpressionSpecification[]): ExpressionSpecification => ['all', ...all];

/** What students look for on foot, by the tags of OpenStreetMap. */
const pois = [
  'supermarket',
  'convenience',
  'park',
  'library',
  'hospital',
  'clinic',
  'pharmacy',
  'post_office',
  'museum',
  'theatre',
  'cinema',
  'stadium',
  'sports_centre',
  'marketplace',
] as const;

const kind = (...kinds: readonly string[]): ExpressionSpecification => among('kind', kinds);
const lightRails = ['subway', 'light_rail', 'tram', 'monorail', 'funicular'] as const;

export const protomapsSchema: StreetsSchema = {
  earth: { layer: 'earth', filter: isArea },
  built: { layer: 'landuse', filter: kind('residential', 'commercial', 'industrial') },
  green: [
    {
      layer: 'landuse',
      filter: kind(
        'park',
        'national_park',
        'nature_reserve',
        'grass',
        'grassland',
        'cemetery',
        'golf_course',
        'garden',
        'recreation_ground',
        'village_green',
        'playground',
        'pitch',
      ),
    },
  ],
  wood: [{ layer: 'landuse', filter: kind('forest', 'wood') }],
  campus: { layer: 'landuse', filter: kind('university', 'college', 'school', 'hospital') },
  water: { layer: 'water', filter: isArea },
  stream: { layer: 'water', filter: isLine },
  buildings: { layer: 'buildings', filter: isArea },
  squares: { layer: 'landuse', filter: kind('pedestrian', 'footway') },
  path: { layer: 'roads', filter: kind('path') },
  minor: { layer: 'roads', filter: kind('minor_road', 'other') },
  major: { layer: 'roads', filter: kind('major_road') },
  highway: { layer: 'roads', filter: kind('highway') },
  rail: { layer: 'roads', filter: both(kind('rail'), ['!', among('kind_detail', lightRails)]) },
  transit: { layer: 'roads', filter: both(kind('rail'), among('kind_detail', lightRails)) },
  borders: { layer: 'boundaries', filter: kind('country', 'region'), isCountry: kind('country') },
  names: {
    minor: { layer: 'roads', filter: kind('minor_road') },
    major: { layer: 'roads', filter: kind('major_road', 'highway') },
    river: { layer: 'water', filter: isLine },
    lake: { layer: 'water', filter: isPoint },
    pois: { layer: 'pois', filter: kind(...pois) },
    quarters: { layer: 'places', filter: kind('neighbourhood', 'macrohood') },
    towns: { layer: 'places', filter: kind('locality', 'country') },
  },
};

const cls = (...classes: readonly string[]): ExpressionSpecification => among('class', classes);
const road = (...classes: readonly string[]): Part => ({ layer: 'transportation', filter: both(isLine, cls(...classes)) });
const roadName = (...classes: readonly string[]): Part => ({ layer: 'transportation_name', filter: cls(...classes) });

export const openMapTilesSchema: StreetsSchema = {
  built: { layer: 'landuse', filter: cls('residential', 'suburb', 'neighbourhood', 'commercial', 'retail', 'industrial') },
  green: [
    { layer: 'landcover', filter: cls('grass') },
    { layer: 'landuse', filter: cls('cemetery', 'pitch', 'playground') },
    { layer: 'park', filter: isArea },
  ],
  wood: [{ layer: 'landcover', filter: cls('wood') }],
  campus: { layer: 'landuse', filter: cls('university', 'college', 'school', 'hospital') },
  water: { layer: 'water' },
  stream: { layer: 'waterway', filter: isLine },
  buildings: { layer: 'building', filter: isArea },
  squares: { layer: 'transportation', filter: isArea },
  path: road('path', 'track'),
  minor: road('minor', 'service', 'busway'),
  major: road('primary', 'secondary', 'tertiary'),
  highway: road('motorway', 'trunk'),
  rail: road('rail'),
  transit: road('transit'),
  borders: {
    layer: 'boundary',
    filter: both(['<=', ['get', 'admin_level'], 4], ['!=', ['get', 'maritime'], 1]),
    isCountry: ['<=', ['get', 'admin_level'], 2],
  },
  names: {
    minor: roadName('minor', 'service'),
    major: roadName('motorway', 'trunk', 'primary', 'secondary', 'tertiary'),
    river: { layer: 'waterway', filter: cls('river', 'canal') },
    lake: { layer: 'water_name', filter: isPoint },
    pois: { layer: 'poi', filter: among('subclass', pois) },
    quarters: { layer: 'place', filter: cls('borough', 'suburb', 'quarter', 'neighbourhood') },
    towns: { layer: 'place', filter: cls('country', 'city', 'town', 'village') },
  },
};
