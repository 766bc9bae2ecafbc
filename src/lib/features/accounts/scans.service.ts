/**
 * Codes that a desk shows and a phone scans. The browser that asked keeps one secret in a cookie, and the code holds another: who
 * sees the code alone can confirm it, and only the browser that asked comes in by it.
 */
import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Secrets } from '#lib/secrets.ts';
import { deviceName } from './devices.rules.ts';
import { scanLife } from './scans.schema.ts';
import type { ScansRepository } from './scans.repository.ts';
import type { Whereabouts } from './sessions.service.ts';

const askedShape = z.object({ ticket: z.string(), redirect: z.string() });
/** Whom a third party has vouched for. */
const personShape = z.object({ subject: z.string(), aliases: z.array(z.string()), name: z.string().optional() });
export type ScanPerson = z.infer<typeof personShape>;

/** What a desk shows. `seconds`: for how many more. */
export type ShownScan = { readonly ticket: string; readonly isConfirmed: boolean; readonly seconds: number };
/** Who asks, as the phone is told. `country`: two letters; undefined where nobody found it out. */
export type AskedScan = { readonly device: string; readonly country: string | undefined; readonly askedAt: Date };

type Parts = { readonly repository: ScansRepository; readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt'> };

export type ScansService = ReturnType<typeof createScansService>;

const newSecret = (): string => randomBytes(24).toString('base64url');
const idOf = (kind: 'browser' | 'code', secret: string): string => createHash('sha256').update(`scan ${kind} ${secret}`).digest('base64url');
const after = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1_000);

export function createScansService({ repository, secrets }: Parts) {
  function read<T>(sealed: string, shape: z.ZodType<T>): T | undefined {
    const text = secrets.decrypt('sign-in', sealed);
    const value = text === undefined ? undefined : shape.safeParse(JSON.parse(text));
    return value?.success ? value.data : undefined;
  }

  return {
    /** Makes a code. @returns `key`, for a cookie of the browser that asks, and `ticket`, for the code. */
    async ask(redirect: string, { userAgent, country }: Whereabouts, now: Date): Promise<{ readonly key: string; readonly ticket: string }> {
      const [key, ticket] = [newSecret(), newSecret()];
      await repository.add({
        browser: idOf('browser', key),
        code: idOf('code', ticket),
        asked: secrets.encrypt('sign-in', JSON.stringify({ ticket, redirect })),
        device: deviceName(userAgent),
        country,
        askedAt: now,
        expiresAt: after(now, scanLife.shown),
      });
      return { key, ticket };
    },

    /** The code of a browser; undefined when there is none, or its time is over. */
    async shown(key: string, now: Date): Promise<ShownScan | undefined> {
      const scan = key === '' ? undefined : await repository.byBrowser(idOf('browser', key), now);
      const asked = scan && read(scan.asked, askedShape);
      if (!scan || !asked) return undefined;
      return { ticket: asked.ticket, isConfirmed: scan.isConfirmed, seconds: Math.ceil((scan.expiresAt.getTime() - now.getTime()) / 1_000) };
    },

    /** Who asks with a code that nobody has confirmed yet. */
    async asked(ticket: string, now: Date): Promise<AskedScan | undefined> {
      const scan = await repository.byCode(idOf('code', ticket), now);
      return scan && !scan.isConfirmed ? { device: scan.device, country: scan.country, askedAt: scan.askedAt } : undefined;
    },

    /** Says who confirmed a code. Returns whether they were the first, and in time. */
    confirm: (ticket: string, person: ScanPerson, now: Date): Promise<boolean> =>
      repository.confirm(idOf('code', ticket), secrets.encrypt('sign-in', JSON.stringify(person)), now, after(now, scanLife.confirmed)),

    /** Gives who confirmed the code of a browser, once, whoever asks at the same moment. */
    async take(key: string, now: Date): Promise<{ readonly person: ScanPerson; readonly redirect: string } | undefined> {
      const taken = key === '' ? undefined : await repository.take(idOf('browser', key), now);
      const [person, asked] = taken ? [read(taken.person, personShape), read(taken.asked, askedShape)] : [];
      return person && asked && { person, redirect: asked.redirect };
    },

    forgetOld: (now: Date): Promise<number> => repository.forget(now),
  };
}
