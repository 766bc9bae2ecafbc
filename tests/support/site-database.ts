/** The database and the secrets of the site that browser tests ask, for what takes months, or somebody else, to come about. */
import type { BrowserContext } from '@playwright/test';
import { readConfig } from '#lib/config.ts';
import type { Config } from '#lib/config.ts';
import { openDatabase } from '#lib/db/database.ts';
import type { Db } from '#lib/db/database.ts';
import { openSecrets } from '#lib/secrets.ts';
import type { Secrets } from '#lib/secrets.ts';

const siteConfig = (): Config => readConfig({ ...process.env, DATA_DIR: process.env['SITE_DATA_DIR'], DATABASE_URL: '' });

let secrets: Secrets | undefined;

/** What the site signs and seals with. */
export const siteSecrets = (): Secrets => (secrets ??= openSecrets({ ...siteConfig(), manyNodes: false }));

export async function onSiteDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const database = await openDatabase(siteConfig(), 'beside');
  try {
    return await work(database.db);
  } finally {
    await database.close();
  }
}

/** Gives a browser cookies as the site sets them. @param lines values of `Set-Cookie`. */
export async function takeCookies(context: BrowserContext, lines: readonly string[], url = process.env['SITE_BASE_URL'] ?? ''): Promise<void> {
  const given = lines.map((line) => {
    const [, name = '', value = '', seconds = '0'] = /^([^=]+)=([^;]*);.*?Max-Age=(\d+)/.exec(line) ?? [];
    return { name, value, url, expires: Math.floor(Date.now() / 1000) + Number(seconds), httpOnly: line.includes('; HttpOnly'), sameSite: 'Lax' as const };
  });
  await context.addCookies(given);
}
