/** Gives people everything that is kept of them: a page to read, and the same as JSON, in one ZIP file. */
import { strToU8, zip } from 'fflate';
import type { DbTransaction } from '#lib/db/database.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import { personalDataPage } from './personal-data-page.rules.ts';
import type { PersonalSource } from './personal-data.schema.ts';

export type PersonalDataService = ReturnType<typeof createPersonalDataService>;

type Parts = {
  readonly sources: readonly PersonalSource[];
  readonly audit: Pick<Audit, 'append'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** Seconds to wait, or undefined; counted by all nodes together. */
  readonly spend: (limit: 'write-heavy', spender: { readonly account: string }) => Promise<number | undefined>;
};

const packed = (files: Readonly<Record<string, Uint8Array>>): Promise<Uint8Array> =>
  new Promise((resolve, reject) => zip({ ...files }, (error, bytes) => (error ? reject(error) : resolve(bytes))));

export function createPersonalDataService({ sources, audit, transact, spend }: Parts) {
  return {
    /** @returns the bytes of a ZIP file with `data.json` and `data.html`. */
    async export(userId: UserId, locale: Locale, now: Date): Promise<Outcome<Uint8Array, 'too-many'>> {
      if ((await spend('write-heavy', { account: `export ${userId}` })) !== undefined) return refused('too-many');
      const parts = [];
      for (const source of sources) parts.push({ name: source.name, ...(await source.read(userId, now)) });
      const rows = parts.reduce((sum, { items }) => sum + items.length, 0);
      const when = new Intl.DateTimeFormat(localeFacts[locale].intl, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(now);
      const json = { made_at: now.toISOString(), ...Object.fromEntries(parts.map(({ name, data }) => [name, data])) };
      const bytes = await packed({
        'data.html': strToU8(personalDataPage(parts, locale, translator(locale), `${when} UTC`)),
        'data.json': strToU8(`${JSON.stringify(json, null, 2)}\n`),
      });
      await transact((tx) => audit.append(tx, { actor: `person:${userId}`, action: 'person-exported', subject: `person:${userId}`, data: { rows } }));
      return done(bytes);
    },
  };
}
