/** Lets the build stand without `mapbox-gl`, an optional dependency: what would draw with it then says that it cannot. */
import { existsSync } from 'node:fs';

const stand = '\0no-mapbox';

/** @param isInstalled whether the library is there; for tests. */
export function optionalMapbox(isInstalled = existsSync(new URL('../node_modules/mapbox-gl/package.json', import.meta.url))) {
  return {
    name: 'loftling-optional-mapbox',
    enforce: 'pre' as const,
    resolveId: (id: string): string | undefined => (!isInstalled && /(?:^|\/)mapbox-surface\.ts$/.test(id) ? stand : undefined),
    load: (id: string): string | undefined =>
      id === stand ? "export const createMapboxSurface = () => Promise.reject(new Error('mapbox-gl is not installed'));" : undefined,
  };
}
