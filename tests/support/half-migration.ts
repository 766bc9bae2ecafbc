/** A process that begins a migration of the database the environment names, says `half`, and stays in the middle of it until it is killed. */
import { sql } from 'kysely';
import { readConfig } from '#lib/config.ts';
import { openDatabase } from '#lib/db/database.ts';
import { migrate } from '#lib/db/migrate.ts';
import type { Migrations } from '#lib/db/migrate.ts';

const known: Migrations = {
  '001_first': { additive: true, up: async (tx) => void (await sql`create table first (id int)`.execute(tx)) },
  '002_second': {
    additive: true,
    async up(tx) {
      await sql`create table second (id int)`.execute(tx);
      process.send?.('half');
      await new Promise((resolve) => void setTimeout(resolve, 600_000));
    },
  },
};
process.once('disconnect', () => process.exit());
await migrate((await openDatabase(readConfig(process.env), 'alone')).db, known);
