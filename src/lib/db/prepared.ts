/** Statements that the database is to keep understood and planned, instead of reading and planning them anew each time. */
import { hash } from 'node:crypto';
import { sql } from 'kysely';

const mark = '/* prepared */';

/**
 * Stands at the end of a statement whose text is one of few, whatever it is asked with, and which is a read outside of a transaction: Postgres
 * then prepares it once for each connection. The embedded database reads past it.
 */
export const prepared = sql.raw(mark);

/** How many different statements are prepared: a list's takes half a megabyte of Postgres's memory in every connection. */
const mostPrepared = 32;

/** The names of the statements that are prepared, for all connections of a pool. */
export function createPreparedNames() {
  /** By text; undefined for what cannot be prepared. */
  const names = new Map<string, string | undefined>();
  return {
    /** The name to prepare a statement under; undefined when it is to be sent as it is. */
    of(text: string): string | undefined {
      if (!text.endsWith(mark)) return undefined;
      if (names.has(text)) return names.get(text);
      if (names.size >= mostPrepared) return undefined;
      const name = `loftling_${hash('sha256', text).slice(0, 32)}`;
      names.set(text, name);
      return name;
    },
    /** From now on the statement is sent as it is. */
    forget: (text: string): void => void names.set(text, undefined),
  };
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException | undefined)?.code ?? '';

/** Codes of Postgres for what is prepared and does not fit any more: its columns have changed (0A000), or it is not there (26000). */
const staleCodes = new Set(['0A000', '26000']);

/** Whether a prepared statement failed before it began, for no reason of its own. */
export const isStale = (error: unknown): boolean => staleCodes.has(codeOf(error));

/** Whether a statement was refused because one before it failed in the same transaction. */
export const isOfFailedTransaction = (error: unknown): boolean => codeOf(error) === '25P02';
