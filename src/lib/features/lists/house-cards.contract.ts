/** Cards of homes that a page shows beside its own: similar ones, and those seen before. */
import { contract } from '#lib/api/contract.ts';
import { called, house_id, ids } from '#lib/features/house/house-detail.contract.ts';
import * as z from 'zod/mini';
import { listedHouseSchema } from '#lib/features/house/house-wire.schema.ts';

export const similarHousesContract = contract({
  ...called,
  name: 'house-similar',
  summary: 'Homes of the same city with vacancies, nearest in rent and kind.',
  path: '/_houseApi/house/similar',
  input: z.object({ house_id, limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(12)), 4) }),
  output: z.object({ items: z.array(listedHouseSchema) }),
  fulfils: ['R7.046'],
});

export const historyContract = contract({
  ...called,
  errors: [],
  name: 'house-history',
  summary: 'Cards of homes a client has shown lately and keeps the ids of, in that order; removed ones are left out. Nothing is stored here.',
  path: '/_houseApi/house/history',
  input: z.object({ ids: ids.check(z.describe('Up to 20 house ids: 12,15')) }),
  output: z.object({ items: z.array(listedHouseSchema) }),
  fulfils: ['R7.049'],
});
