/** Where a reader seems to be. */
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { Site } from '#lib/paths.ts';
import type { GeoIp } from '#lib/ports/geo-ip/geo-ip.ts';
import { whereaboutsCalls } from './whereabouts.api.ts';
import { createWhereabouts } from './whereabouts.service.ts';

export function createWhereaboutsFeature({ geo, geoIp, site }: { readonly geo: GeoIndex; readonly geoIp: GeoIp; readonly site: Site }) {
  const service = createWhereabouts(geo, geoIp);
  return { service, calls: whereaboutsCalls(service, site) };
}
