/** Opens the embedded database of the given folder, says how much memory that leaves taken, in MB, and how many rows a query gave. */
import { setTimeout as wait } from 'node:timers/promises';
import { openEmbedded } from '#lib/db/embedded.ts';

const source = await openEmbedded(process.argv[2]);
const connection = await source.connect();
const { rows } = await connection.query('select 1', []);
connection.release();
let least = Number.POSITIVE_INFINITY;
// What was given back goes bit by bit.
for (let look = 0; look < 20; look++) {
  await wait(200);
  least = Math.min(least, process.memoryUsage.rss() / 1_048_576);
}
console.log(`${Math.round(least)} ${rows.length}`);
await source.end();
