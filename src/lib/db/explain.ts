/** What of the database's errors an operator can act upon, in words; the rest are faults of ours and keep their stack. */
import { DatabaseUnreachableError } from './connection.ts';
import { isFullDisk } from './disk-room.ts';
import { FolderError, FolderInUseError } from './lock.ts';
import { SchemaTooNewError } from './migrate.ts';

const explained = [FolderError, FolderInUseError, DatabaseUnreachableError, SchemaTooNewError];

/** The message for the operator, with what to do; undefined when the error says nothing they could mend. */
export function explainDatabaseError(error: unknown): string | undefined {
  if (explained.some((kind) => error instanceof kind)) return (error as Error).message;
  if (isFullDisk(error)) return `The disk of the database is full (${error.message}).\nFree some space, then run this again: nothing half-written is kept.`;
  return undefined;
}
