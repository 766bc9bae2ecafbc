import type { Db } from '#lib/db/database.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import { auditSource } from './personal-data.service.ts';
import { createAudit } from './audit.service.ts';
import type { Audit, ChainSeal } from './audit.service.ts';
import { createSecurityAlarms } from './security-alarms.repository.ts';
import type { SecurityAlarms } from './security-alarms.repository.ts';

/** Binds rows with the installation's own key, so that who can write to the database alone cannot write a chain that holds. */
export function sealOf(secrets: Pick<Secrets, 'sign' | 'verify'>): ChainSeal {
  return { sign: (text) => secrets.sign('audit', text), verify: (text, signature) => secrets.verify('audit', text, signature) };
}

/** The audit log as a feature: other features take its service by argument and append inside their transactions. */
export function createAuditFeature(parts: { readonly db: Db; readonly seal?: ChainSeal | undefined }): {
  readonly service: Audit;
  readonly alarms: SecurityAlarms;
  /** What is kept of a person here, for themselves. */
  readonly personal: PersonalSource;
} {
  const service = createAudit(parts);
  return { service, alarms: createSecurityAlarms(parts.db), personal: auditSource(service) };
}
