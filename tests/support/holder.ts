/** A process that has the data folder in DATA_DIR, lends its database, says `open`, and lets go when it is told to end. */
import '#lib/private-files.ts';
import { readConfig } from '#lib/config.ts';
import { openDatabase } from '#lib/db/database.ts';

const database = await openDatabase(readConfig(process.env), 'alone');
const end = (): void => void database.close().then(() => process.exit());
process.once('SIGTERM', end);
process.once('disconnect', end);
process.send?.('open');
