/**
 * Imported first by every program that writes into the data folder: whatever this process makes from here on, down to the
 * files of the database, is readable by its own user alone.
 */
export const ownUserOnly = 0o077;

process.umask(ownUserOnly);
