/**
 * What tiles in the schema of OpenMapTiles hold, version 3: layers, the fields a style may ask for, and the values of `class` where they are a
 * closed list. From the public description, openmaptiles.org/schema, and the definitions of its layers (github.com/openmaptiles/openmaptiles,
 * `layers/<layer>/<layer>.yaml` and `mapping.yaml`). Names (`name`, `name:*`) are in every layer that has any. Classes of `poi` are open.
 */
type LayerOfSchema = { readonly fields: readonly string[]; readonly classes?: readonly string[] };

const roads = ['motorway', 'trunk', 'primary', 'secondary', 'tertiary', 'minor', 'service', 'track', 'path', 'raceway', 'busway', 'bus_guideway'] as const;
const rails = ['rail', 'transit', 'cable_car', 'gondola', 'ferry'] as const;

export const openMapTilesLayers: Readonly<Record<string, LayerOfSchema>> = {
  water: { fields: ['class', 'intermittent', 'brunnel'], classes: ['lake', 'dock', 'river', 'pond', 'swimming_pool', 'ocean'] },
  waterway: { fields: ['class', 'brunnel', 'intermittent'], classes: ['stream', 'river', 'canal', 'drain', 'ditch'] },
  landcover: { fields: ['class', 'subclass'], classes: ['farmland', 'ice', 'wood', 'rock', 'grass', 'wetland', 'sand'] },
  landuse: {
    fields: ['class'],
    classes: [
      ...['railway', 'cemetery', 'military', 'quarry', 'residential', 'commercial', 'industrial', 'garages', 'retail', 'bus_station', 'school', 'university'],
      ...['kindergarten', 'college', 'library', 'hospital', 'stadium', 'pitch', 'playground', 'track', 'theme_park', 'zoo', 'suburb', 'quarter'],
      ...['neighbourhood', 'dam'],
    ],
  },
  park: { fields: ['class', 'rank'] },
  boundary: { fields: ['admin_level', 'adm0_l', 'adm0_r', 'disputed', 'disputed_name', 'claimed_by', 'maritime'] },
  aeroway: { fields: ['class', 'ref'] },
  transportation: {
    fields: ['class', 'subclass', 'brunnel', 'oneway', 'ramp', 'service', 'access', 'toll', 'layer', 'network', 'surface'],
    classes: [...roads, ...rails, ...roads.map((one) => `${one}_construction`)],
  },
  building: { fields: ['render_height', 'render_min_height', 'colour', 'hide_3d'] },
  water_name: { fields: ['class', 'intermittent'], classes: ['lake', 'bay', 'strait', 'sea', 'ocean'] },
  transportation_name: {
    fields: ['class', 'subclass', 'brunnel', 'ref', 'ref_length', 'network', 'level', 'layer', 'indoor'],
    classes: [...roads, ...rails, ...roads.map((one) => `${one}_construction`), 'junction'],
  },
  place: {
    fields: ['class', 'rank', 'capital', 'iso_a2'],
    classes: [
      ...['continent', 'country', 'state', 'province', 'city', 'town', 'village', 'hamlet', 'borough', 'suburb', 'quarter', 'neighbourhood'],
      ...['isolated_dwelling', 'island'],
    ],
  },
  housenumber: { fields: ['housenumber'] },
  poi: { fields: ['class', 'subclass', 'rank', 'agg_stop', 'level', 'layer', 'indoor'] },
};
