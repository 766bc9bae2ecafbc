/** Terms of providers that count at once: what tests are about begins after they have waited. */
import type { Collector } from '#lib/features/quotes/quote.schema.ts';
import { asId } from '#lib/ids/ids.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import type { AccountsDesk } from './accounts-desk.ts';

/** Has somebody collect for a provider from now on. @param by whoever of the staff asked for it. */
export async function termsCount(
  { on, secrets, clock }: Pick<AccountsDesk, 'on' | 'secrets' | 'clock'>,
  by: StaffId,
  {
    supplier,
    collects,
    lines = 'IBAN 1',
    hours,
  }: { readonly supplier: string | number; readonly collects: Collector; readonly lines?: string; readonly hours?: number },
): Promise<void> {
  await on.base.db
    .insertInto('supplier_terms')
    .values({
      supplier_id: asId(Number(supplier)),
      collects,
      wait_hours: hours ?? null,
      sealed: lines === '' ? null : secrets.encrypt('orders', lines),
      set_by: by,
      set_at: clock.now,
    })
    .execute();
}
