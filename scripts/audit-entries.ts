/** The audit log as `npm run audit-log` reads it. */
import type { Audit } from '#lib/features/audit/audit.service.ts';
import { MisuseError } from './command.ts';

/** @throws {MisuseError} */
export function idOf(name: string, text: string): bigint {
  if (!/^[1-9]\d{0,17}$/.test(text)) throw new MisuseError(`--${name} ${text}: the number of a row is expected`);
  return BigInt(text);
}

/** @throws {MisuseError} */
export function anchorOf(text: string): { id: bigint; hash: string } {
  const [, id = '', hash = ''] = /^(\d+):([\w.-]{1,200})$/.exec(text) ?? [];
  if (!hash) throw new MisuseError(`--anchor ${text}: expected ID:HASH, as an earlier "verify" told`);
  return { id: idOf('anchor', id), hash };
}

const said = { edited: 'is not as it was written', missing: 'is gone', inserted: 'does not follow from the row before it' } as const;

/** Whether every row is as it was written; names the first that is not. */
export async function verify(audit: Audit, values: { readonly from?: string | undefined; readonly anchor?: string | undefined }): Promise<boolean> {
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

/** Shows the latest entries. */
export async function list(
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
