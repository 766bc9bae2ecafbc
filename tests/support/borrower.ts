/** A command that borrows the database at the socket named, begins a transaction, says `begun`, and goes on every moment until it fails: then it says how. */
import { borrowConnections } from '#lib/db/share.ts';

const connection = await (await borrowConnections(process.argv[2] ?? '')).connect();
await connection.query('begin', []);
await connection.query('create table half_done (id int)', []);
process.send?.('begun');
process.once('disconnect', () => process.exit());
try {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    await connection.query('select 1', []);
  }
} catch (error) {
  process.send?.(error instanceof Error ? error.name : String(error));
}
