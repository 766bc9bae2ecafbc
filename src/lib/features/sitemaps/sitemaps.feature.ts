/** Sitemaps and what they are made of. */
import type { Db } from '#lib/db/database.ts';
import type { EditorialEntry } from '#lib/features/editorial/editorial.schema.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import type { Site } from '#lib/paths.ts';
import { createSitemapRepository } from './sitemaps.repository.ts';
import { createSitemaps } from './sitemaps.service.ts';

export function createSitemapsFeature(parts: { readonly db: Db; readonly geo: GeoIndex; readonly site: Site; readonly editorial: readonly EditorialEntry[] }) {
  const { db, ...others } = parts;
  return { service: createSitemaps({ repository: createSitemapRepository(db), ...others }) };
}
