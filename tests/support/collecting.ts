/** Who takes the money of the home that tests book. */
import type { Collector } from '#lib/features/quotes/quote.schema.ts';
import { supplierTermsContract } from '#lib/features/supplier-terms/supplier-terms.contract.ts';
import { asId } from '#lib/ids/ids.ts';
import type { OrdersDesk } from './orders-desk.ts';
import { openStaffDesk } from './staff-desk.ts';

/** A member of the staff who says from now on who collects for the home's supplier. @throws where it is not taken. */
export async function collecting({ office, lease }: OrdersDesk): Promise<(collects: Collector) => Promise<void>> {
  const { supplier_id } = await office.on.base.db.selectFrom('houses').select('supplier_id').where('id', '=', asId(lease.house_id)).executeTakeFirstOrThrow();
  const finance = await openStaffDesk(office).member('finance');
  return async (collects) => {
    const lines = collects === 'supplier' ? 'IBAN GB33' : '';
    const { error_code, message } = await finance.call(supplierTermsContract, { supplier: String(supplier_id), collects, lines, wait_hours: '' });
    if (error_code !== 0) throw new Error(message);
  };
}
