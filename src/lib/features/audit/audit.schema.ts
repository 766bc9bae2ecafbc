/** Rows of the audit log as people read them. */
import type { HashedRow } from './audit.rules.ts';

export type AuditRow = HashedRow & { readonly hash: string };

/** A row that was known to be there: from an earlier `verify`, kept elsewhere. */
export type Anchor = { readonly id: bigint; readonly hash: string };
