/** Methods and paths of the calls, for islands that do without the schemas (see `Wire`). */
import type { Wire } from '#lib/api/contract.ts';

export const whereaboutsWires = {
  country: { method: 'GET', path: '/_api/ip/country' },
  city: { method: 'GET', path: '/_api/user/city' },
} as const satisfies Record<string, Wire>;
