/** Notes in which staff mention each other. Browser-safe. */
import type { EnquiryId, StaffId } from '#lib/ids/ids.ts';

export type Mention = {
  readonly message: number;
  readonly thread: EnquiryId;
  /** Who wrote it. */
  readonly by: StaffId | undefined;
  /** The beginning of the note. */
  readonly text: string;
  readonly at: Date;
  readonly isRead: boolean;
};

/** Where a page of them ended. */
export type MentionCursor = { readonly at: Date; readonly id: number };
