/** The write side of the catalogue, and what of it other features ask for. */
import type { Db } from '#lib/db/database.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { catalogueJobs } from './catalogue.jobs.ts';
import { cityOfHouse, isCatalogueEmpty } from './catalogue.repository.ts';
import { createCatalogue } from './catalogue.service.ts';

export function createCatalogueFeature({ db, geo }: { readonly db: Db; readonly geo: GeoIndex }) {
  const service = createCatalogue(db);
  return {
    service,
    jobs: catalogueJobs(service),
    isEmpty: () => isCatalogueEmpty(db),
    /** The locale-less path of a house's city, to complete `/h1u2hcr3`; undefined when there is no such house. */
    async cityPathOfHouse(houseId: number): Promise<string | undefined> {
      const id = await cityOfHouse(db, houseId);
      const city = id === undefined ? undefined : geo.cityById(id);
      return city && `/${city.country.slug}/${city.slug}`;
    },
  };
}
