/** Rows of links by which providers without an account see one thing of one order. */
import type { Generated, Instant } from '#lib/db/columns.ts';
import type { LinkMaker, LinkPurpose } from './supplier-links.schema.ts';

type SupplierLinksTable = {
  id: Generated<number>;
  purpose: LinkPurpose;
  order_id: number;
  /** Of a review alone. */
  review_id: number | null;
  /** Of the key; the key itself is in the mail alone. */
  digest: string;
  locale: string;
  made_by: LinkMaker;
  made_at: Instant;
  expires_at: Instant;
  ended_at: Instant | null;
  used_at: Instant | null;
};

type SupplierLinksFeatureTables = { supplier_links: SupplierLinksTable };

declare module '#lib/db/tables.ts' {
  interface Tables extends SupplierLinksFeatureTables {}
}
