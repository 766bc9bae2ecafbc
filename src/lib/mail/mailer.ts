/** Sends mails as jobs: due with the transaction that causes them, tried again while the mail server is away, dead when it refuses. */
import { z } from 'zod';
import { brandName } from '#lib/brand.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { HopelessError, job } from '#lib/jobs/job.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { EnqueueOptions, JobQueue } from '#lib/jobs/job-store.ts';
import type { Site } from '#lib/paths.ts';
import { MailRefusedError, isMailAddress } from '#lib/ports/mail/mail-port.ts';
import type { MailFile, MailPort, Mailbox } from '#lib/ports/mail/mail-port.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { KnownMail, Mail } from './mail.ts';

export type MailerOptions = {
  readonly queue: JobQueue;
  readonly port: MailPort;
  readonly site: Site;
  /** Mails wait encrypted: they name people, and hold codes and links. */
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt'>;
  /** The address all mails come from. */
  readonly from: string;
  /** Every mail there is. */
  readonly mails: readonly KnownMail[];
};

/** A PDF that goes along: which of the keepers reads it, by what reference, and its name in the mail. */
export type KeptFile = { readonly keeper: string; readonly ref: string; readonly name: string };
/** Gives a file's bytes when its mail goes out; nothing for one that is gone by then, which stays out of the mail. */
export type FileKeeper = (ref: string) => Promise<Buffer | undefined>;

/** `files`: go along. They are read when the mail goes out: jobs are too small for them. */
export type SendOptions = EnqueueOptions & { readonly files?: readonly KeptFile[] };

export type Mailer = {
  /**
   * Sends a mail once the transaction is committed. It is written first, so that one that cannot be is a fault here and not later.
   * @throws {ZodError} for a wrong input, {MailRefusedError} for an address that is none.
   */
  send<Input extends object>(tx: DbTransaction, mail: Mail<Input>, to: Mailbox, locale: Locale, input: NoInfer<Input>, options?: SendOptions): Promise<void>;
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
});

export function createMailer({ queue, port, site, secrets, from, mails }: MailerOptions): Mailer {
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

  const sending = job({
    name: 'mail.send',
    input: z.object({ sealed: z.string() }),
    retry: { times: 8, delaySeconds: 60, backoff: true },
    expireSeconds: 120,
    async handle({ sealed }, { id }) {
      const { mail, to, locale, input, files } = opened(sealed);
      const known = byName.get(mail);
      if (!known) throw new HopelessError(`there is no mail "${mail}"`);
      let parts: ReturnType<KnownMail['write']>;
      try {
        parts = known.write(input, locale, site);
      } catch (error) {
        // The input may name people, so an error about it must not be kept in words.
        throw new HopelessError(`the mail "${mail}" can no longer be written from what it was given`, { cause: error });
      }
      const attached = (await Promise.all(files.map(read))).flat();
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
        throw error;
      }
    },
  });

  return {
    async send(tx, mail, to, locale, input, { files = [], ...options } = {}) {
      if (byName.get(mail.name) !== mail) throw new TypeError(`the mailer was not given the mail ${mail.name}: add it to the mails of its feature`);
      if (!isMailAddress(to.address)) throw new MailRefusedError('an address of the mail is none');
      mail.write(input, locale, site);
      const sealed = secrets.encrypt('mail', JSON.stringify({ mail: mail.name, to, locale, input: mail.input.parse(input), files }));
      await queue.enqueue(tx, sending, { sealed }, options);
    },
    keepsFiles(keeper, reading) {
      if (keepers.has(keeper)) throw new TypeError(`files "${keeper}" are read by somebody already`);
      keepers.set(keeper, reading);
    },
    jobs: [sending],
  };
}
