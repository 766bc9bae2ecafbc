import type { Db } from '#lib/db/database.ts';

/** A code that a browser shows; `asked` and `person` are encrypted. */
export type StoredScan = {
  readonly asked: string;
  readonly device: string;
  readonly country: string | undefined;
  readonly askedAt: Date;
  readonly isConfirmed: boolean;
  readonly expiresAt: Date;
};

export type ScansRepository = ReturnType<typeof createScansRepository>;

/** Codes that desks show, by digests of what the browser keeps and of what the code holds. */
export function createScansRepository(db: Db) {
  async function find(column: 'browser' | 'code', digest: string, now: Date): Promise<StoredScan | undefined> {
    const row = await db.selectFrom('login_scans').selectAll().where(column, '=', digest).where('expires_at', '>', now).executeTakeFirst();
    if (!row) return undefined;
    const { asked, device, country, asked_at, person, expires_at } = row;
    return { asked, device, country: country ?? undefined, askedAt: asked_at, isConfirmed: person !== null, expiresAt: expires_at };
  }

  return {
    async add(
      scan: Pick<StoredScan, 'asked' | 'device' | 'country' | 'askedAt' | 'expiresAt'> & { readonly browser: string; readonly code: string },
    ): Promise<void> {
      const { browser, code, asked, device, country, askedAt, expiresAt } = scan;
      await db
        .insertInto('login_scans')
        .values({ browser, code, asked, device, country: country ?? null, asked_at: askedAt, person: null, expires_at: expiresAt })
        .execute();
    },

    byBrowser: (browser: string, now: Date): Promise<StoredScan | undefined> => find('browser', browser, now),
    byCode: (code: string, now: Date): Promise<StoredScan | undefined> => find('code', code, now),

    /** Says who confirmed it: the first of all who do, in one statement, and not after its time. Returns whether it was them. */
    async confirm(code: string, person: string, now: Date, expiresAt: Date): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('login_scans')
        .set({ person, expires_at: expiresAt })
        .where('code', '=', code)
        .where('person', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Gives who confirmed it to one of all who ask, in one statement, and not after its time. */
    async take(browser: string, now: Date): Promise<{ readonly asked: string; readonly person: string } | undefined> {
      const row = await db
        .deleteFrom('login_scans')
        .where('browser', '=', browser)
        .where('person', 'is not', null)
        .where('expires_at', '>', now)
        .returning(['asked', 'person'])
        .executeTakeFirst();
      return row && row.person !== null ? { asked: row.asked, person: row.person } : undefined;
    },

    async forget(before: Date): Promise<number> {
      const { numDeletedRows } = await db.deleteFrom('login_scans').where('expires_at', '<', before).executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}
