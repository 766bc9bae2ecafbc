/**
 * Reads the audit log; works while the server runs.
 * `node scripts/audit-log.ts verify [--from ID] [--anchor ID:HASH]` names the first row that is not as it was written, and ends with 1 then.
 * `node scripts/audit-log.ts list [--subject order:12] [--actor staff:3] [--most 50]` shows the latest entries.
 */
import { parseArgs } from 'node:util';
import { readConfig } from '#lib/config.ts';
import { openDatabase } from '#lib/db/database.ts';
import { migrate } from '#lib/db/migrate.ts';
import { createAudit } from '#lib/features/audit/audit.service.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';

const usage = 'npm run audit-log -- verify [--from ID] [--anchor ID:HASH]\nnpm run audit-log -- list [--subject order:12] [--actor staff:3] [--most 50]';

/** Ends with a message for the person at the terminal. */
class Stop extends Error {}

function read() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        from: { type: 'string' },
        anchor: { type: 'string' },
        subject: { type: 'string' },
        actor: { type: 'string' },
        most: { type: 'string', default: '50' },
      },
    });
  } catch (error) {
    throw new Stop(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}

function idOf(name: string, text: string): bigint {
  if (!/^[1-9]\d{0,17}$/.test(text)) throw new Stop(`--${name} ${text}: the number of a row is expected`);
  return BigInt(text);
}

function anchorOf(text: string): { id: bigint; hash: string } {
  const [, id = '', hash = ''] = /^(\d+):([\w.-]{1,200})$/.exec(text) ?? [];
  if (!hash) throw new Stop(`--anchor ${text}: expected ID:HASH, as an earlier "verify" told`);
  return { id: idOf('anchor', id), hash };
}

const said = { edited: 'is not as it was written', missing: 'is gone', inserted: 'does not follow from the row before it' } as const;

async function verify(audit: Audit, values: { readonly from?: string | undefined; readonly anchor?: string | undefined }): Promise<boolean> {
  const verdict = await audit.verify({
    ...(values.from === undefined ? {} : { from: idOf('from', values.from) }),
    ...(values.anchor === undefined ? {} : { anchor: anchorOf(values.anchor) }),
  });
  if (verdict.kind === 'broken') {
    console.log(`Row ${verdict.id} ${said[verdict.fault]}.`);
    return false;
  }
  console.log(`${verdict.rows} rows, each as it was written.`);
  if (verdict.last) console.log(`Keep this outside the database, and give it next time: --anchor ${verdict.last.id}:${verdict.last.hash}`);
  return true;
}

async function list(
  audit: Audit,
  { subject, actor, most }: { readonly subject?: string | undefined; readonly actor?: string | undefined; readonly most: string },
): Promise<void> {
  const rows = await audit.list({
    ...(subject === undefined ? {} : { subject }),
    ...(actor === undefined ? {} : { actor }),
    most: Math.min(10_000, Number(idOf('most', most))),
  });
  for (const { id, at, actor: by, action, subject: to, data } of rows) console.log([id, at, by, action, to, data].join('  '));
  if (rows.length === 0) console.log('No entries.');
}

try {
  const { values, positionals } = read();
  const [what] = positionals;
  if (positionals.length !== 1 || (what !== 'verify' && what !== 'list')) throw new Stop(usage);
  const database = await openDatabase(readConfig(process.env), 'beside');
  try {
    await migrate(database.db);
    const audit = createAudit({ db: database.db });
    if (what === 'list') await list(audit, values);
    else if (!(await verify(audit, values))) process.exitCode = 1;
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof Stop ? 2 : 1;
}
