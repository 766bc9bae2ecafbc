/** Rows of applications. */
import type { Generated, Instant } from '#lib/db/columns.ts';
import type { ResumeRole } from './resumes.schema.ts';

type ResumesTable = {
  id: Generated<number>;
  reference: string;
  /** Who sent it while signed in. */
  user_id: number | null;
  /** Name, address, links and message, encrypted. */
  sealed: string;
  role: ResumeRole;
  /** Keyed digest of the mail address, for who proves later that it is theirs; null where it came before there was one. */
  email_digest: string | null;
  /** An upload; null where it is gone. */
  file: string | null;
  /** Version of the wording of the consent. */
  consent: string;
  locale: string;
  created_at: Instant;
  settled_at: Instant | null;
  settled_by: number | null;
  /** Digests of the day's visitor and network address; the same sender has others tomorrow. */
  visitor: string | null;
  address: string | null;
};

type ResumesTables = { resumes: ResumesTable };

declare module '#lib/db/tables.ts' {
  interface Tables extends ResumesTables {}
}
