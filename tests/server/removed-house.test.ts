/** A home withdrawn for good: its address says so, shows others, and no list or sitemap leads there (docs/domain.md, "Search engines"). */
import { expect, test } from 'vitest';
import { announceChange, openDatabase } from '#lib/db/database.ts';
import { transact } from '#lib/db/unit-of-work.ts';
import { startSite } from '#tests/support/site.ts';

test('a removed home answers 410 with homes of the same city, at once, in every language', async () => {
  const site = await startSite();
  try {
    const read = async (path: string): Promise<{ status: number; html: string }> => {
      const answer = await fetch(`${site.baseUrl}${path}`);
      return { status: answer.status, html: await answer.text() };
    };
    const list = await read('/en/uk/london');
    const [href = '', id = ''] = /\/en\/uk\/london\/detail-(?:apartments|rent)-(\d+)/.exec(list.html) ?? [];
    expect((await read(href)).status).toBe(200);

    const { db, close } = await openDatabase({ dataDir: site.dataDir, databaseUrl: undefined, databasePool: 1 }, 'beside');
    // Taken away by its provider, who may offer it again: it can be read, says so, and is not for search engines.
    await transact(db, async (transaction) => {
      await transaction.updateTable('houses').set({ status: 'closed' }).where('id', '=', Number(id)).execute();
      await announceChange(transaction, [`house:${id}`]);
    });
    const closed = await read(href);
    expect(closed.status).toBe(200);
    expect(closed.html).toContain('noindex');

    await transact(db, async (transaction) => {
      await transaction.updateTable('houses').set({ status: 'removed' }).where('id', '=', Number(id)).execute();
      await transaction.deleteFrom('listings').where('house_id', '=', Number(id)).execute();
      const city = await transaction.selectFrom('houses').select('city_id').where('id', '=', Number(id)).executeTakeFirstOrThrow();
      await announceChange(transaction, [`house:${id}`, `city:${city.city_id}`]);
    });
    await close();

    for (const path of [href, href.replace('/en', ''), href.replace('/en', '/vn')]) {
      const { status, html } = await read(path);
      expect(status, path).toBe(410);
      expect(html).toContain('noindex');
      expect(html.match(/\/detail-(?:apartments|rent)-\d+/g)?.filter((one) => !one.endsWith(`-${id}`)).length ?? 0, 'other homes').toBeGreaterThan(0);
    }
    expect((await read('/en/uk/london')).html).not.toContain(href);
  } finally {
    await site.stop();
  }
});
