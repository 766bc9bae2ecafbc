/** Records what happens on pages. */
import type { Db } from '#lib/db/database.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { trackingCalls } from './tracking.api.ts';
import { trackingJobs } from './tracking.jobs.ts';
import { createTrackingRepository } from './tracking.repository.ts';
import { createTracking } from './tracking.service.ts';

/** @param parts.routeOfPath the name of a page's route, by path and locale; undefined for what is no page. */
export function createTrackingFeature(parts: { readonly db: Db; readonly routeOfPath: (path: string, locale: Locale) => string | undefined }) {
  const service = createTracking(createTrackingRepository(parts.db), parts.routeOfPath);
  return { service, calls: trackingCalls(service), jobs: trackingJobs(service) };
}
