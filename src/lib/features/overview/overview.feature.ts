import { createOverviewLoader } from './overview.loader.ts';
import type { OverviewLoader } from './overview.loader.ts';

export type Overview = { readonly loader: OverviewLoader };

/** The first page of an account, from what the features of people know. */
export const createOverview = (parts: Parameters<typeof createOverviewLoader>[0]): Overview => ({ loader: createOverviewLoader(parts) });
