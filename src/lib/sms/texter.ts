/**
 * Sends messages to phones as jobs: due with the transaction that causes them, tried again while the provider is away, dead
 * when it refuses or when nobody needs them any more. Each costs money, so a day has a budget; and a provider may say yes
 * and send nothing, so each is asked after.
 */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { SpendBreaker } from '#lib/api/shared-limits.ts';
import { dayMs } from '#lib/dates/dates.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { HopelessError, job } from '#lib/jobs/job.ts';
import type { KnownJob } from '#lib/jobs/job.ts';
import type { JobQueue } from '#lib/jobs/job-store.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import { maskedPhone } from '#lib/phone/phone.ts';
import { SmsRefusedError, isE164 } from '#lib/ports/sms/sms-port.ts';
import type { SmsPort } from '#lib/ports/sms/sms-port.ts';
import type { Secrets } from '#lib/secrets.ts';
import { sizeOfSms } from './segments.ts';
import type { KnownSms, Sms, SmsInput } from './sms.ts';
import type { SmsRepository } from './sms.repository.ts';

export type TexterOptions = {
  readonly queue: JobQueue;
  readonly port: SmsPort;
  readonly repository: SmsRepository;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** Messages wait encrypted: they name people, and hold codes. */
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt'>;
  /** Counts segments. */
  readonly budget: SpendBreaker<'sms'>;
  /** Hears that the day's budget is spent, perhaps often. */
  readonly onSpent: () => Promise<void>;
  /** Every message there is. */
  readonly texts: readonly KnownSms[];
  /** Whether a message to this number leaves this machine. */
  readonly sendsTo: (to: string) => boolean;
  readonly log: Pick<Logger, 'info' | 'warn'>;
};

/** A message that is written and paid for. */
export type PreparedSms = {
  /** By which it is asked after. */
  readonly id: string;
  readonly segments: number;
  /** When it was of use for the last time. */
  readonly until: Date;
  readonly sealed: string;
};

/**
 * `waiting`: on its way; `silent`: for 30 s nobody has said that the phone has it, so another way should be offered;
 * `failed`: it will not come.
 */
export type SmsState = 'waiting' | 'silent' | 'delivered' | 'failed';

export type Texter = {
  /** Whether a message to this number (E.164) leaves this machine; where not, only the operator sees it. */
  readonly sendsTo: (to: string) => boolean;
  /**
   * Writes a message and takes its segments from the day's budget. Outside of any transaction.
   * @param to E.164.
   * @param until when it is of no use any more, as a code that has ended.
   * @throws {ZodError} for a wrong input, {SmsRefusedError} for a number that is none, {LimitsUnavailableError}
   */
  prepare<Input extends SmsInput>(
    sms: Sms<Input>,
    to: string,
    locale: Locale,
    input: NoInfer<Input>,
    until: Date,
  ): Promise<Outcome<PreparedSms, 'budget-spent'>>;
  /** Sends it once the transaction is committed. */
  send(tx: DbTransaction, prepared: PreparedSms, now: Date): Promise<void>;
  /** For what was prepared and then not sent. */
  takeBack(prepared: PreparedSms): Promise<void>;
  /** How a message fares; undefined for one that is not known, or no longer. */
  stateOf(id: string, now: Date): Promise<SmsState | undefined>;
  /** What carries the messages out, for the runner. */
  readonly jobs: readonly KnownJob[];
};

/** Milliseconds without a receipt after which another way is offered. */
export const silentAfter = 30_000;
/** When a message is asked after, in milliseconds since it was taken. */
const askedAfter = [silentAfter, 120_000, 600_000] as const;
/** Milliseconds for which a message is kept. */
const keptFor = 7 * dayMs;

const letter = z.object({ sms: z.string(), to: z.string(), locale: z.enum(locales), input: z.record(z.string(), z.union([z.string(), z.number()])) });
const receiptShape = z.object({ to: z.string(), receipt: z.string() });

export function createTexter({ queue, port, repository, transact, secrets, budget, onSpent, texts, sendsTo, log }: TexterOptions): Texter {
  const byName = new Map(texts.map((one) => [one.name, one]));
  if (byName.size !== texts.length) throw new TypeError('two messages have the same name');

  const opened = (sealed: string): unknown => {
    const text = secrets.decrypt('sms', sealed);
    if (text === undefined) throw new HopelessError('the message was encrypted with a secret that is no longer in APP_SECRET');
    return JSON.parse(text);
  };

  /** The message as the port takes it. */
  function written(id: string, sealed: string) {
    const { sms: name, to, locale, input } = letter.parse(opened(sealed));
    const known = byName.get(name);
    if (!known) throw new HopelessError(`there is no message "${name}"`);
    try {
      return { id, to, locale, template: name, ...known.write(input, locale) };
    } catch (error) {
      // The input may be a code, so an error about it must not be kept in words.
      throw new HopelessError(`the message "${name}" can no longer be written from what it was given`, { cause: error });
    }
  }

  const sending = job({
    name: 'sms.send',
    input: z.object({ id: z.uuid(), segments: z.int().min(1), until: z.iso.datetime(), sealed: z.string() }),
    retry: { times: 6, delaySeconds: 5, backoff: true },
    expireSeconds: 60,
    async handle({ id, segments, until, sealed }, { now }) {
      const record = await repository.find(id);
      // Sent, and the node died before the job was recorded as done; or so old that it is forgotten.
      if (record?.state !== 'due') return;
      const giveUp = async (why: string, cause?: unknown): Promise<never> => {
        await repository.settle(id, 'failed');
        await budget.takeBack('sms', segments);
        throw new HopelessError(why, { cause });
      };
      if (now > new Date(until)) return giveUp('the message came too late to be of use');
      const message = written(id, sealed);
      const { receipt } = await port
        .send(message)
        .catch((error: unknown) => (error instanceof SmsRefusedError ? giveUp(error.message, error) : Promise.reject(error)));
      const sentAt = new Date();
      await transact(async (tx) => {
        await repository.setSent(tx, id, receipt && secrets.encrypt('sms', JSON.stringify({ to: message.to, receipt })), sentAt);
        if (receipt !== undefined) await queue.enqueue(tx, following, { id, round: 0 }, { after: new Date(sentAt.getTime() + askedAfter[0]) });
      });
      log.info({ sms: id, message: message.template, to: maskedPhone(message.to), segments }, 'the provider accepted a text message');
    },
  });

  const following = job({
    name: 'sms.follow',
    input: z.object({ id: z.uuid(), round: z.int().min(0).max(askedAfter.length) }),
    retry: { times: 1, delaySeconds: 10 },
    expireSeconds: 60,
    async handle({ id, round }) {
      const record = await repository.find(id);
      if (record?.state !== 'sent' || !record.sealedReceipt || !record.sentAt) return;
      const { to, receipt } = receiptShape.parse(opened(record.sealedReceipt));
      const { sentAt } = record;
      const answer = await port.delivered({ to, receipt, at: sentAt });
      if (answer !== 'unknown') return repository.settle(id, answer === 'yes' ? 'delivered' : 'failed');
      log.warn({ sms: id, to: maskedPhone(to), round }, 'no receipt for a text message');
      const next = askedAfter[round + 1];
      if (next === undefined) return;
      await transact((tx) => queue.enqueue(tx, following, { id, round: round + 1 }, { after: new Date(sentAt.getTime() + next) }));
    },
  });

  const forgetting = job({
    name: 'sms.forget-old',
    input: z.object({}),
    every: '41 4 * * *',
    async handle(_, { now }) {
      await repository.forgetBefore(new Date(now.getTime() - keptFor));
    },
  });

  return {
    sendsTo,
    async prepare(sms, to, locale, input, until) {
      if (byName.get(sms.name) !== sms) throw new TypeError(`the texter was not given the message ${sms.name}: add it to src/lib/all-texts.ts`);
      if (!isE164(to)) throw new SmsRefusedError('the number of the message is none');
      const { segments } = sizeOfSms(sms.write(input, locale).text);
      if (!(await budget.spend('sms', segments))) {
        await onSpent();
        return refused('budget-spent');
      }
      const sealed = secrets.encrypt('sms', JSON.stringify({ sms: sms.name, to, locale, input: sms.input.parse(input) }));
      return done({ id: randomUUID(), segments, until, sealed });
    },
    async send(tx, { id, segments, until, sealed }, now) {
      await repository.add(tx, id, now);
      await queue.enqueue(tx, sending, { id, segments, until: until.toISOString(), sealed });
    },
    takeBack: ({ segments }) => budget.takeBack('sms', segments),
    async stateOf(id, now) {
      const record = await repository.find(id);
      if (!record) return undefined;
      if (record.state === 'delivered' || record.state === 'failed') return record.state;
      return now.getTime() - (record.sentAt ?? record.createdAt).getTime() >= silentAfter ? 'silent' : 'waiting';
    },
    jobs: [sending, following, forgetting],
  };
}
