/** What is said of links of providers. Browser-safe. */
import type { MessageKey } from '#lib/i18n/t.ts';
import { formatDate } from '#lib/dates/dates.ts';
import type { T } from '#lib/i18n/t.ts';
import type { LinkMaker, SupplierLink } from './supplier-links.schema.ts';

export const linkMakerLabels = {
  student: 'evidence.link_by_student',
  staff: 'evidence.link_by_staff',
  review: 'reviews.link_by_review',
  contract: 'orders.link_by_contract',
  stay: 'deposits.link_by_stay',
  clock: 'orders.link_by_clock',
} as const satisfies Record<LinkMaker, MessageKey>;

/** A link as lists show it: days are written out. */
export type ShownSupplierLink = {
  readonly made: string;
  readonly by: string;
  readonly until: string;
  readonly isOpen: boolean;
  readonly isEnded: boolean;
  readonly used: string | undefined;
};

export function sayLink(link: SupplierLink, { t, intl, now }: { readonly t: T; readonly intl: string; readonly now: Date }): ShownSupplierLink {
  const day = (at: Date): string => formatDate(at.toISOString().slice(0, 10), intl);
  return {
    made: day(link.madeAt),
    by: t(linkMakerLabels[link.madeBy]),
    until: day(link.expiresAt),
    isOpen: link.endedAt === undefined && link.expiresAt > now,
    isEnded: link.endedAt !== undefined,
    used: link.usedAt && day(link.usedAt),
  };
}
