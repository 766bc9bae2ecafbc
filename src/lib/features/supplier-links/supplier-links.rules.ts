/** Where links of providers lead. Pure, browser-safe. */
import type { Paths } from '#lib/paths.ts';
import type { LinkPurpose } from './supplier-links.schema.ts';

const pages = {
  condition: 'supplier_condition',
  review: 'supplier_review',
  payment: 'supplier_payment',
  contract: 'supplier_contract',
  deposit: 'supplier_deposit',
} as const satisfies Record<LinkPurpose, string>;

/** The page of a link. The key stands in the query, which no log keeps. */
export const supplierLinkPath = (paths: Paths, purpose: LinkPurpose, key: string): string => `${paths.to(pages[purpose])}?${new URLSearchParams({ key })}`;
