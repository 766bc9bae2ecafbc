/**
 * What tiles of Protomaps’ basemap hold, version 4: layers, the fields a style may ask for, and the values of `kind` where they
 * are a closed list. From the public description, docs.protomaps.com/basemaps/layers, and for `landuse` besides it the rules of
 * the tiles themselves (github.com/protomaps/basemaps, layers/Landuse.java, tiles 4.11), which say more. Names (`name`,
 * `name:*`) are in every layer. `pois` hands raw tags of OpenStreetMap through, so its kinds are open.
 */
type LayerOfSchema = { readonly fields: readonly string[]; readonly kinds?: readonly string[] };

const everywhere = ['kind', 'sort_rank', 'min_zoom'] as const;

export const protomapsLayers: Readonly<Record<string, LayerOfSchema>> = {
  boundaries: { fields: [...everywhere, 'kind_detail', 'brk_a3', 'disputed'], kinds: ['country', 'region', 'county', 'locality'] },
  buildings: {
    fields: [...everywhere, 'addr_housenumber', 'height', 'min_height', 'layer'],
    kinds: ['address', 'building', 'building_part'],
  },
  earth: { fields: [...everywhere], kinds: ['earth'] },
  landcover: { fields: [...everywhere], kinds: ['barren', 'farmland', 'forest', 'glacier', 'grassland', 'scrub', 'urban_area'] },
  landuse: {
    fields: [...everywhere, 'sport'],
    kinds: [
      ...['aerodrome', 'airfield', 'allotments', 'attraction', 'bare_rock', 'beach', 'camp_site', 'cemetery', 'college', 'commercial', 'dam', 'dog_park'],
      ...['farmland', 'farmyard', 'footway', 'forest', 'garden', 'glacier', 'golf_course', 'grass', 'grassland', 'hospital', 'hotel', 'industrial'],
      ...['kindergarten', 'library', 'marina', 'meadow', 'military', 'national_park', 'nature_reserve', 'naval_base', 'neighbourhood', 'orchard', 'other'],
      ...['park', 'pedestrian', 'pier', 'pitch', 'platform', 'playground', 'post_office', 'protected_area', 'railway', 'recreation_ground', 'residential'],
      ...['runway', 'sand', 'school', 'scrub', 'stadium', 'supermarket', 'taxiway', 'townhall', 'university', 'village_green', 'wetland', 'wood', 'zoo'],
    ],
  },
  places: {
    fields: [...everywhere, 'kind_detail', 'capital', 'population', 'population_rank', 'wikidata'],
    kinds: ['country', 'region', 'locality', 'macrohood', 'neighbourhood'],
  },
  pois: { fields: [...everywhere, 'cuisine', 'religion', 'sport', 'iata'] },
  roads: {
    fields: [...everywhere, 'kind_detail', 'ref', 'shield_text_length', 'network', 'oneway', 'service', 'is_link', 'is_tunnel', 'is_bridge'],
    kinds: ['highway', 'major_road', 'minor_road', 'path', 'other', 'aerialway', 'ferry', 'pier', 'rail', 'aeroway'],
  },
  water: {
    fields: [...everywhere, 'kind_detail', 'reservoir', 'alkaline', 'intermittent', 'bridge', 'tunnel', 'layer'],
    kinds: ['water', 'lake', 'playa', 'ocean', 'other'],
  },
};
