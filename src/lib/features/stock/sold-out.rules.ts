/** The ways past a lease that is full. Pure, browser-safe. */
import type { HouseId, TenancyId } from '#lib/ids/ids.ts';
import type { Paths } from '#lib/paths.ts';

/** `waiting`: where one waits for a bed of it. `rooms`: what else can be had of its home. */
export const waysPast = ({ houseId, tenancyId }: { readonly houseId: HouseId; readonly tenancyId: TenancyId }, paths: Pick<Paths, 'to'>) => ({
  waiting: paths.to('waiting_list', { tenancy: String(tenancyId) }),
  rooms: `${paths.to('book_rent')}?${new URLSearchParams({ houseId: String(houseId) })}`,
});
