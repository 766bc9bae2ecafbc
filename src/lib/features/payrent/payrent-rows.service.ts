/** A rent as it is stored: opened, changed one piece of work at a time, moved along its graph, and told of to its tenant. */
import * as z from 'zod/mini';
import type { DbTransaction } from '#lib/db/database.ts';
import type { UploadsService } from '#lib/features/uploads/uploads.service.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { Telling } from '#lib/features/news/news.schema.ts';
import type { Apart } from '#lib/jobs/apart.ts';
import type { Money } from '#lib/money/money.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { refused } from '#lib/outcome.ts';
import { nextRentState } from './payrent.process.rules.ts';
import type { RentActor, RentEvent } from './payrent.process.rules.ts';
import type { PayrentRepository, StoredRent } from './payrent.repository.ts';
import type { Rent, RentSecrets } from './payrent.schema.ts';
import { totalOf } from './payrent.rules.ts';
import type { RentNews } from './payrent.words.ts';

/** A transfer that was begun and did not arrive yet, if there is one. */
export type RentLetter = { readonly code: string; readonly total: Money; readonly until: Date; readonly payment: string | undefined };

export type RentRowsParts = {
  readonly repository: PayrentRepository;
  readonly uploads: Pick<UploadsService, 'claim' | 'release'>;
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt' | 'sign' | 'verify'>;
  readonly emailOf: (userId: UserId, tx?: DbTransaction) => Promise<string | undefined>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>, lockOf?: string) => Promise<T>;
  readonly telling: Telling;
  /** Tell the tenant, as part of the transaction that makes it true. */
  readonly mails: {
    news(tx: DbTransaction, to: string, rent: StoredRent, news: RentNews, once: string): Promise<void>;
    transfer(tx: DbTransaction, to: string, locale: Locale, letter: RentLetter): Promise<void>;
    reminder(tx: DbTransaction, to: string, rent: StoredRent, reminder: { readonly on: string; readonly token: string }): Promise<void>;
  };
};

export type RentRows = ReturnType<typeof createRentRows>;

const nobody: RentSecrets = { address: '', tenant: '', landlord: '', accountEnd: '' };
const secretsSchema = z.object({ address: z.string(), tenant: z.string(), landlord: z.string(), accountEnd: z.string() });

const onceOf = (code: string, news: RentNews, of?: string): string => `rent ${code} ${news}${of === undefined ? '' : ` ${of}`}`;

export const refOf = (code: string) => ({ kind: 'payrent', code }) as const;

export function createRentRows({ repository, uploads, secrets, emailOf, transact, telling, mails }: RentRowsParts) {
  const seal = (said: RentSecrets): string => secrets.encrypt('rents', JSON.stringify(said));
  const secretsOf = ({ sealed }: Pick<StoredRent, 'sealed'>): RentSecrets => {
    const text = sealed === undefined ? undefined : secrets.decrypt('rents', sealed);
    return text === undefined ? nobody : secretsSchema.parse(JSON.parse(text));
  };
  const open = ({ sealed, bank: _, ...rent }: StoredRent): Rent => ({ ...rent, ...secretsOf({ sealed }) });

  /** One piece of work at a time on a rent, its payments included, with what it is now. */
  const within = <T>(code: string, work: (tx: DbTransaction, rent: StoredRent | undefined) => Promise<T>): Promise<T> =>
    transact(async (tx) => work(tx, await repository.find(code, tx)), `payrent:${code}`);

  /** As `within`, for each of several that a job sees to. */
  async function eachWithin(turns: Apart, codes: readonly string[], work: (tx: DbTransaction, rent: StoredRent) => Promise<void>): Promise<void> {
    for (const code of codes) await turns.run(() => within(code, async (tx, rent) => (rent ? work(tx, rent) : undefined)));
  }

  /** As `within`, for its tenant alone. */
  const ownWithin = <T, R extends string>(
    code: string,
    userId: UserId,
    work: (tx: DbTransaction, rent: StoredRent) => Promise<Outcome<T, R>>,
  ): Promise<Outcome<T, R | 'unknown'>> =>
    within<Outcome<T, R | 'unknown'>>(code, async (tx, rent) => (rent?.userId === userId ? work(tx, rent) : refused('unknown')));

  /** Moves it along the graph. @throws {TypeError} where the caller has not asked the graph before. */
  async function move(
    tx: DbTransaction,
    { code, state, payUntil }: Pick<StoredRent, 'code' | 'state' | 'payUntil'>,
    event: RentEvent,
    by: RentActor,
    more: Parameters<PayrentRepository['move']>[4] = {},
  ) {
    const isLate = payUntil !== undefined && more.ended_at instanceof Date && payUntil <= more.ended_at;
    const to = nextRentState(state, event, by, isLate);
    if (!to || !(await repository.move(tx, code, state, to, more))) throw new TypeError(`rent ${code} cannot go on from ${state} by ${event}`);
  }

  /** In the messages, and by mail where the tenant wants those. @param of names which of several such things it is. */
  async function tell(tx: DbTransaction, rent: StoredRent, news: RentNews, now: Date, of?: string): Promise<void> {
    const { userId, code, terms } = rent;
    if (userId === undefined || !terms) return;
    const { minor, currency } = totalOf(terms);
    const facts = { minor: String(minor), currency };
    const { byMail } = await telling.tell(tx, { userId, kind: 'rent', about: 'rent', code, what: news, facts, once: onceOf(code, news, of) }, now);
    const email = byMail ? await emailOf(userId, tx) : undefined;
    if (email !== undefined) await mails.news(tx, email, rent, news, onceOf(code, news, of));
  }

  /** Lets its files go; an agreement that another rent was said to have stays for that one. */
  async function releaseFiles(tx: DbTransaction, { code, lease, voucher }: StoredRent, now: Date): Promise<void> {
    if (voucher !== undefined) await uploads.release(tx, voucher, now);
    if (lease !== undefined && !(await repository.isLeaseOfOther(tx, code, lease))) await uploads.release(tx, lease, now);
  }

  return { seal, secretsOf, open, within, eachWithin, ownWithin, move, tell, releaseFiles };
}
