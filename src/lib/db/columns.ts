/** Shapes of columns that many tables have. */
import type { ColumnType } from 'kysely';

export type Json<T> = ColumnType<T, string, string>;

export type Instant = ColumnType<Date, Date | string, Date | string>;

/** An instant the database fills in by itself. */
export type Stamp = ColumnType<Date, Date | string | undefined, Date | string>;

/** An instant that is not there until something happened. */
export type Later = ColumnType<Date | null, Date | null | undefined, Date | null>;

/** A date column: text in both directions. */
export type Day = string;

export type { Generated, GeneratedAlways } from 'kysely';
