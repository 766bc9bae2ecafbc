/** Who takes the money of the home that tests book. */
import type { Collector } from '#lib/features/quotes/quote.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { OrdersDesk } from './orders-desk.ts';
import { termsCount } from './provider-terms.ts';
import { openStaffDesk } from './staff-desk.ts';

/** A member of the staff who says from now on who collects for the home's supplier.  */
export async function collecting({ office, lease }: OrdersDesk): Promise<(collects: Collector) => Promise<void>> {
  const { supplier_id } = await office.on.base.db.selectFrom('houses').select('supplier_id').where('id', '=', asId(lease.house_id)).executeTakeFirstOrThrow();
  const finance = await openStaffDesk(office).member('finance');
  return async (collects) => {
    const lines = collects === 'supplier' ? 'IBAN GB33' : '';
    await termsCount(office, finance.id, { supplier: supplier_id, collects, lines });
  };
}
