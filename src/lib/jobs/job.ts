/**
 * What happens afterwards: a job is declared beside its feature, put into the queue within the transaction that
 * makes it due, and carried out by whichever node is free. It may be carried out twice (a node can die between
 * the work and its record), so a handler must bear that.
 */
import { z } from 'zod';

/** What a handler is told besides its input. */
export type JobRun = {
  readonly now: Date;
  /** Stays the same through all attempts, also when an operator puts a dead job back. */
  readonly id: string;
  /** 1 for the first. */
  readonly attempt: number;
  /** Aborted when the job's time is over or this node stops. */
  readonly signal: AbortSignal;
};

/** What the queue needs to know of a job, whatever its input is. */
export type KnownJob = {
  readonly name: string;
  /** A cron expression in UTC. */
  readonly every: string | undefined;
  readonly retry: JobRetry;
  /** Seconds after which an attempt counts as failed; a node that died is noticed by it. */
  readonly expireSeconds: number;
  /** Parses the input and carries the job out. @throws {HopelessError} when the input cannot be read. */
  take(data: unknown, run: JobRun): Promise<void>;
  /** Only `job()` makes jobs: their names become part of SQL. */
  readonly [made]: true;
};

export type Job<Input extends object> = KnownJob & { readonly input: z.ZodType<Input> };

export type JobRetry = {
  /** Attempts after the first. */
  readonly times: number;
  readonly delaySeconds: number;
  /** Doubles the delay each time, with some jitter, up to six hours. */
  readonly backoff: boolean;
};

export type JobDefinition<Input extends object> = {
  /** `<feature>.<what>`, in lower case. */
  readonly name: `${string}.${string}`;
  /** What it works on, as JSON: the schema must take again what it gave. */
  readonly input: z.ZodType<Input>;
  /** A cron expression in UTC, such as `17 * * * *`; each slot is run once, however many nodes there are. The input must then be `{}`. */
  readonly every?: string;
  readonly retry?: Partial<JobRetry>;
  readonly expireSeconds?: number;
  /** Heavy modules are best imported in here, so that they are loaded by the node that needs them when it does. */
  handle(input: Input, run: JobRun): Promise<void>;
};

/** Thrown by a handler when trying again cannot help: the job is dead at once. */
export class HopelessError extends Error {
  override name = 'HopelessError';
}

/** Thrown by a handler whose job is not to be carried out yet: it waits until then, in its turn, as if it had not been taken. */
export class NotYetError extends Error {
  override name = 'NotYetError';
  readonly until: Date;
  constructor(message: string, until: Date) {
    super(message);
    this.until = until;
  }
}

const made: unique symbol = Symbol('made by job()');
const namePattern = /^(?=.{3,60}$)[a-z][a-z\d-]*(?:\.[a-z][a-z\d-]*)+$/;

/**
 * Declares a job.
 * @throws {TypeError} for a name that is none.
 */
export function job<Input extends object>(definition: JobDefinition<Input>): Job<Input> {
  const { name, input, every, retry, expireSeconds = 300, handle } = definition;
  if (!namePattern.test(name)) throw new TypeError(`"${name}" is no name of a job: expected <feature>.<what>, of lower-case letters, digits and hyphens`);
  return {
    name,
    input,
    every,
    retry: { times: 5, delaySeconds: 30, backoff: true, ...retry },
    expireSeconds,
    async take(data, run) {
      const parsed = input.safeParse(data);
      if (!parsed.success) throw new HopelessError(`the input of ${name} cannot be read: ${z.prettifyError(parsed.error)}`);
      await handle(parsed.data, run);
    },
    [made]: true,
  };
}
