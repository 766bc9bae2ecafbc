/** The audit log where several write at once, and where a command reads it from outside. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { AuditEntry } from '#lib/features/audit/audit.rules.ts';
import { createAuditFeature, sealOf } from '#lib/features/audit/audit.feature.ts';
import { createAudit } from '#lib/features/audit/audit.service.ts';
import { openSecrets } from '#lib/secrets.ts';
import { testDatabase } from '#tests/support/database.ts';

/** The key that the server and the command both have. */
const appSecret = 'ab'.repeat(32);

const moved = (order: number): AuditEntry<'order-moved'> => ({ actor: 'staff:3', action: 'order-moved', subject: `order:${order}`, data: { from: 1, to: 2 } });

test('two transactions that read from a snapshot do not take the same place: one is told to begin again', async () => {
  const { db, close } = await testDatabase();
  try {
    const audit = createAudit({ db });
    const ready = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    const late = db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        await sql`select 1 from audit_log`.execute(tx);
        ready.resolve();
        await written.promise;
        await audit.append(tx, moved(2));
      });
    await ready.promise;
    await db.transaction().execute((tx) => audit.append(tx, moved(1)));
    written.resolve();
    await expect(late).rejects.toMatchObject({ code: '40001' });
    expect(await audit.verify()).toMatchObject({ kind: 'whole', rows: 1 });
  } finally {
    await close();
  }
});

test('npm run audit-log shows entries, tells an anchor, and ends with 1 naming the row that was changed', async () => {
  const base = await testDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'loftling-audit-'));
  try {
    const { service: audit } = createAuditFeature({
      db: base.db,
      seal: sealOf(openSecrets({ appSecret, appSecretFile: undefined, dataDir: folder, manyNodes: true })),
    });
    for (const order of [1, 2, 3]) await base.db.transaction().execute((tx) => audit.append(tx, moved(order)));
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(base.db);
    const own = new URL(process.env['TEST_DATABASE_URL'] ?? '');
    own.pathname = `/${rows[0]?.name}`;
    const run = (...given: string[]) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/audit-log.ts', ...given], {
        encoding: 'utf8',
        timeout: 50_000,
        env: { PATH: process.env['PATH'], DATABASE_URL: own.href, DATA_DIR: folder, APP_SECRET: appSecret },
      });
      return { status, text: `${stdout}${stderr}` };
    };
    expect(run('list', '--subject', 'order:2').text).toMatch(/^2 {2}\S+Z {2}staff:3 {2}order-moved {2}order:2 {2}\{.*\}\n$/);
    const whole = run('verify');
    expect([whole.status, whole.text]).toEqual([0, expect.stringContaining('3 rows, each as it was written.')]);
    // One who has the database alone cannot write a chain that holds.
    await base.db.transaction().execute((tx) => createAudit({ db: base.db }).append(tx, moved(4)));
    expect(run('verify')).toEqual({ status: 1, text: 'Row 4 is not as it was written.\n' });
    for (const line of ['alter table audit_log disable trigger all', 'delete from audit_log where id = 4']) await sql.raw(line).execute(base.db);
    const anchor = /--anchor (\S+)/.exec(whole.text)?.[1] ?? '';
    await sql`delete from audit_log where id = 3`.execute(base.db);
    expect(run('verify', '--anchor', anchor)).toEqual({ status: 1, text: 'Row 3 is gone.\n' });
    expect(run('verify', '--anchor', 'x').status).toBe(2);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await base.close();
  }
});
