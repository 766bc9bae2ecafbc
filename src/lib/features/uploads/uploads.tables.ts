/** Rows of files that readers brought. */
import type { Instant } from '#lib/db/columns.ts';
import type { FilePurpose } from '#lib/forms/files.schema.ts';

type UploadsTable = {
  /** A UUID. */
  id: string;
  /** Who brought it while signed in. Null with `visit` null: nobody's any more, and it goes with the next sweep. */
  user_id: number | null;
  /** Keyed digest of the visit that brought it before sign-in. */
  visit: string | null;
  /** Keyed digest of the network address it came from, while it waits; null once it was claimed. */
  address: string | null;
  purpose: FilePurpose;
  storage_key: string;
  type: string;
  bytes: number;
  /** As its owner called it, encrypted. */
  name: string;
  created_at: Instant;
  /** When something came to rest on it. */
  claimed_at: Instant | null;
  /** It goes after this; null for as long as its owner is there. */
  kept_until: Instant | null;
};

type UploadsTables = { uploads: UploadsTable };

declare module '#lib/db/tables.ts' {
  interface Tables extends UploadsTables {}
}
