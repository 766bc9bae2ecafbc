/** Methods and paths of the search calls, for islands that do without the schemas (see `Wire`). */
import type { Wire } from '#lib/api/contract.ts';

export const searchWires = {
  suggest: { method: 'GET', path: '/_houseApi/search/suggest' },
  keyword: { method: 'GET', path: '/_houseApi/search/keyword' },
  hot: { method: 'GET', path: '/_houseApi/search/hot' },
  record: { method: 'POST', path: '/_houseApi/search/log/record' },
  delete: { method: 'DELETE', path: '/_houseApi/search/log/delete' },
  last: { method: 'GET', path: '/_houseApi/search/log/last' },
} as const satisfies Record<string, Wire>;
