/** Brings the database's schema and places up to date. The server does so at its start too; this is for doing it beforehand. */
import { readConfig } from '#lib/config.ts';
import { openDatabase } from '#lib/db/database.ts';
import { migrate } from '#lib/db/migrate.ts';

try {
  const database = await openDatabase(readConfig(process.env), 'beside');
  try {
    const applied = await migrate(database.db);
    console.log(applied.length > 0 ? `Applied ${applied.join(', ')}` : 'The database is up to date');
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
