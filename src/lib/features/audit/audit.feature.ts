import type { Db } from '#lib/db/database.ts';
import { createAudit } from './audit.service.ts';
import type { Audit, ChainSeal } from './audit.service.ts';

/** The audit log as a feature: other features take its service by argument and append inside their transactions. */
export function createAuditFeature(parts: { readonly db: Db; readonly seal?: ChainSeal | undefined }): { readonly service: Audit } {
  return { service: createAudit(parts) };
}
