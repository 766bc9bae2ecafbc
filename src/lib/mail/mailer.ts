/**
 * Sends mails as jobs: due with the transaction that causes them, tried again while the mail server is away, dead when it refuses.
 * A day has so many of them, and an address so many of those that strangers can cause: what is over that waits for tomorrow.
 */
import { z } from 'zod';
import { brandName } from '#lib/brand.ts';
import { dayMs } from '#lib/dates/dates.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { HopelessError, NotYetError, job } from '#lib/jobs/job.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { EnqueueOptions, JobQueue } from '#lib/jobs/job-store.ts';
import type { Site } from '#lib/paths.ts';
import { MailRefusedError, isMailAddress } from '#lib/ports/mail/mail-port.ts';
import type { MailFile, MailPort, Mailbox } from '#lib/ports/mail/mail-port.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { Counted, MailBudget, Spent } from './mail-budget.ts';
import type { Sender } from './layout.ts';
import { replyAddress } from './reply-address.ts';
import type { RepliesAt } from './reply-address.ts';
import { urgencies } from './mail.ts';
import type { KnownMail, Mail, Urgency } from './mail.ts';

export type MailerOptions = {
  readonly queue: JobQueue;
  readonly port: MailPort;
  readonly site: Site;
  /** Mails wait encrypted: they name people, and hold codes and links. */
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt'>;
  /** The address all mails come from. */
  readonly from: string;
  readonly sender?: Sender;
  /** Where answers come in that reach a conversation by themselves; nowhere without it. */
  readonly repliesAt?: RepliesAt | undefined;
  /** Every mail there is. */
  readonly mails: readonly KnownMail[];
  readonly budget: MailBudget;
  /** Hears that mails wait, or are not sent, perhaps often. */
  readonly onSpent: (spent: Spent, mail: Counted) => Promise<void>;
};

/** A PDF that goes along: which of the keepers reads it, by what reference, and its name in the mail. */
export type KeptFile = { readonly keeper: string; readonly ref: string; readonly name: string };
/** Gives a file's bytes when its mail goes out; nothing for one that is gone by then, which stays out of the mail. */
export type FileKeeper = (ref: string) => Promise<Buffer | undefined>;

/**
 * `files`: go along. They are read when the mail goes out: jobs are too small for them. `urgency`: where it is more urgent than such
 * mails are. `isTaken`: its place in the day is taken already.
 */
export type SendOptions = Omit<EnqueueOptions, 'priority'> & {
  readonly files?: readonly KeptFile[];
  readonly urgency?: Urgency;
  readonly isTaken?: boolean;
  /** Names the conversation and the reader's part in it to whoever made it: answers to the mail come with it (`reply-address.ts`). */
  readonly replyToken?: string;
};

/** A place in the day for a mail that was not sent yet. */
export type TakenPlace = { /** For one that is not sent after all. */ takeBack(): Promise<void> };

export type Mailer = {
  /**
   * Sends a mail once the transaction is committed. It is written first, so that one that cannot be is a fault here and not later.
   * @throws {ZodError} for a wrong input, {MailRefusedError} for an address that is none.
   */
  send<Input extends object>(tx: DbTransaction, mail: Mail<Input>, to: Mailbox, locale: Locale, input: NoInfer<Input>, options?: SendOptions): Promise<void>;
  /**
   * Takes a mail's place in the day before it is sent, for one that is of no use tomorrow. Outside of any transaction.
   * @returns undefined where there is none left. @throws {LimitsUnavailableError}
   */
  take(mail: KnownMail, to: string): Promise<TakenPlace | undefined>;
  /** Has the files of a keeper read by a feature. @throws {TypeError} for a keeper that has somebody already. */
  keepsFiles(keeper: string, read: FileKeeper): void;
  /** What carries the mails out, for the runner. */
  readonly jobs: readonly KnownJob[];
};

const letter = z.object({
  mail: z.string(),
  to: z.object({ name: z.string().max(200).optional(), address: z.string() }),
  locale: z.enum(locales),
  input: z.unknown(),
  /** Letters of the version before have none. */
  files: z.array(z.object({ keeper: z.string(), ref: z.string(), name: z.string() })).default([]),
  replyToken: z.string().optional(),
});

/** Which mails go out first where many are due. */
const priorities: Readonly<Record<Urgency, number>> = { code: 3, now: 2, operator: 1, soon: 1, later: 0 };

const reasons: Readonly<Record<Spent, string>> = {
  day: 'the mails of a day are spent',
  address: 'its address has had its mails of a day',
  turn: 'another of its kind went out today',
};

/** The day (UTC) after that of its sending on which a mail that has to wait once more is dead; it can be put back. Of too many to one address most are no mails anybody wants. */
const waitsUntil: Readonly<Record<Spent, number>> = { day: 8, address: 1, turn: 8 };

const dayOf = (at: Date): number => Math.floor(at.getTime() / dayMs);

/** When the next day has begun (UTC), by the clocks of all nodes. @example nextDay(new Date('2026-11-26T23:59:00Z')).toISOString() // '2026-11-27T00:05:00.000Z' */
export const nextDay = (now: Date): Date => new Date((dayOf(now) + 1) * dayMs + 300_000);

export function createMailer({ queue, port, site, secrets, from, sender, repliesAt, mails, budget, onSpent }: MailerOptions): Mailer {
  const byName = new Map(mails.map((one) => [one.name, one]));
  if (byName.size !== mails.length) throw new TypeError('two mails have the same name');

  const keepers = new Map<string, FileKeeper>();

  /** @throws {HopelessError} where nobody reads such files. */
  async function read({ keeper, ref, name }: KeptFile): Promise<readonly MailFile[]> {
    const bytes = await keepers.get(keeper)?.(ref);
    if (!keepers.has(keeper)) throw new HopelessError(`nobody keeps files "${keeper}"`);
    return bytes ? [{ name, type: 'application/pdf', bytes }] : [];
  }

  function opened(sealed: string): z.infer<typeof letter> {
    const text = secrets.decrypt('mail', sealed);
    if (text === undefined) throw new HopelessError('the mail was encrypted with a secret that is no longer in APP_SECRET');
    return letter.parse(JSON.parse(text));
  }

  /** @throws {NotYetError} where it has to wait, {HopelessError} where it cannot. */
  async function takeOrWait(mail: Counted, to: string, now: Date, since: string | undefined): Promise<void> {
    const spent = await budget.take(mail, to);
    if (!spent) return;
    await onSpent(spent, mail);
    if (mail.urgency === 'code') throw new HopelessError('no more codes go out by mail today');
    const waited = dayOf(now) - dayOf(since === undefined ? now : new Date(since));
    if (waited >= waitsUntil[spent]) throw new HopelessError(`the mail "${mail.name}" has waited for too long: ${reasons[spent]}`);
    throw new NotYetError(`the mail "${mail.name}" waits until tomorrow: ${reasons[spent]}`, nextDay(now));
  }

  const sending = job({
    name: 'mail.send',
    // Letters of the version before say no more than what they are.
    input: z.object({ sealed: z.string(), urgency: z.enum(urgencies).optional(), isTaken: z.boolean().default(false), since: z.iso.datetime().optional() }),
    retry: { times: 8, delaySeconds: 60, backoff: true },
    expireSeconds: 120,
    async handle({ sealed, urgency: given, isTaken, since }, { id, now }) {
      const { mail, to, locale, input, files, replyToken } = opened(sealed);
      const known = byName.get(mail);
      if (!known) throw new HopelessError(`there is no mail "${mail}"`);
      let parts: ReturnType<KnownMail['write']>;
      try {
        const answersTo = repliesAt && replyToken ? replyAddress(repliesAt, replyToken) : undefined;
        parts = known.write(input, locale, site, { ...sender, answersTo });
      } catch (error) {
        // The input may name people, so an error about it must not be kept in words.
        throw new HopelessError(`the mail "${mail}" can no longer be written from what it was given`, { cause: error });
      }
      const attached = (await Promise.all(files.map(read))).flat();
      const { name, isDaily } = known;
      const counts = { name, isDaily, urgency: given ?? known.urgency };
      if (!isTaken) await takeOrWait(counts, to.address, now, since);
      try {
        await port.send({
          id,
          from: { name: brandName(locale), address: from },
          to: to.name === undefined ? { address: to.address } : { name: to.name, address: to.address },
          ...parts,
          files: attached,
        });
      } catch (error) {
        if (error instanceof MailRefusedError) throw new HopelessError(error.message, { cause: error });
        if (!isTaken) await budget.takeBack(counts, to.address);
        throw error;
      }
    },
  });

  return {
    async send(tx, mail, to, locale, input, { files = [], urgency = mail.urgency, isTaken = false, replyToken, ...options } = {}) {
      if (byName.get(mail.name) !== mail) throw new TypeError(`the mailer was not given the mail ${mail.name}: add it to the mails of its feature`);
      if (!isMailAddress(to.address)) throw new MailRefusedError('an address of the mail is none');
      mail.write(input, locale, site);
      const sealed = secrets.encrypt('mail', JSON.stringify({ mail: mail.name, to, locale, input: mail.input.parse(input), files, replyToken }));
      const since = (options.after ?? new Date()).toISOString();
      await queue.enqueue(tx, sending, { sealed, urgency, isTaken, since }, { ...options, priority: priorities[urgency] });
    },
    async take(mail, to) {
      const spent = await budget.take(mail, to);
      if (!spent) return { takeBack: () => budget.takeBack(mail, to) };
      await onSpent(spent, mail);
      return undefined;
    },
    keepsFiles(keeper, reading) {
      if (keepers.has(keeper)) throw new TypeError(`files "${keeper}" are read by somebody already`);
      keepers.set(keeper, reading);
    },
    jobs: [sending],
  };
}
