/** Mails into a folder, where the person who runs the site on their own machine reads them: the default without SMTP. */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { checkMessage } from './mail-port.ts';
import type { MailPort } from './mail-port.ts';

const kept = z.object({
  at: z.string(),
  id: z.string(),
  to: z.object({ name: z.string().optional(), address: z.string() }),
  from: z.object({ name: z.string().optional(), address: z.string() }),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  headers: z.record(z.string(), z.string()).optional(),
});
export type OutboxMail = z.infer<typeof kept>;

export type Outbox = MailPort & {
  /** The newest mails, newest first. */
  list(limit: number): Promise<readonly OutboxMail[]>;
  read(id: string): Promise<OutboxMail | undefined>;
};

/**
 * @param folder made when the first mail comes.
 * @param atMost mails kept; older ones are deleted.
 */
export function createOutbox(folder: string, atMost = 500): Outbox {
  async function read(id: string): Promise<OutboxMail | undefined> {
    if (!/^[\w-][\w.-]{0,99}$/.test(id)) return undefined;
    const text = await readFile(join(folder, `${id}.json`), 'utf8').catch(() => undefined);
    if (text === undefined) return undefined;
    try {
      return kept.parse(JSON.parse(text));
    } catch {
      return undefined;
    }
  }

  /** Ids with the time of their file, newest first. */
  async function ids(): Promise<readonly string[]> {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
    const timed = await Promise.all(
      names.map(async (name) => ({ id: name.slice(0, -'.json'.length), at: (await stat(join(folder, name)).catch(() => undefined))?.mtimeMs ?? 0 })),
    );
    return timed.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1)).map(({ id }) => id);
  }

  return {
    async send(message) {
      checkMessage(message);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const beside = join(folder, `.${randomUUID()}`);
      await writeFile(beside, JSON.stringify({ ...message, at: new Date().toISOString() }), { mode: 0o600 });
      await rename(beside, join(folder, `${message.id}.json`));
      for (const id of (await ids()).slice(atMost)) await rm(join(folder, `${id}.json`), { force: true });
    },
    async list(limit) {
      const mails = await Promise.all((await ids()).slice(0, limit).map(read));
      return mails.filter((one) => one !== undefined);
    },
    read,
    close: async () => undefined,
  };
}
