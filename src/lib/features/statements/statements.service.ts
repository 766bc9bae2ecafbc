/** Takes in what our bank says, finds which posting each movement is, and books what staff say that the others were. */
import { createHash } from 'node:crypto';
import type { DbTransaction } from '#lib/db/database.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { Ledger, LedgerAccount } from '#lib/features/ledger/ledger.schema.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import { isCurrency } from '#lib/money/currencies.ts';
import { providerNames } from '#lib/money/payment-methods.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import { readCamt } from './statement-camt.files.ts';
import { readCsvStatement } from './statement-csv.rules.ts';
import { booksFrom, matched } from './statements.rules.ts';
import { mostSigns } from './statements.schema.ts';
import type { Explanation, ReadStatement, StatementEntry, StatementFault } from './statements.schema.ts';
import type { StatementsRepository } from './statements.repository.ts';

type Parts = {
  readonly repository: StatementsRepository;
  readonly ledger: Pick<Ledger, 'post'>;
  readonly audit: Pick<Audit, 'append'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

export type TakenStatement = { readonly read: number; readonly added: number; readonly matched: number; readonly open: number };
export type StatementsService = ReturnType<typeof createStatementsService>;

/** A statement, whichever of the two forms it has. @param given the account and currency of a file that does not say, as in `GB33… GBP`. */
export function readStatement(text: string, given: string): ReadStatement {
  if (text.length > mostSigns) return { ok: false, why: 'large', line: 1 };
  const words = given.trim().split(/\s+/);
  const last = words.at(-1)?.toUpperCase() ?? '';
  const currency = isCurrency(last) ? last : undefined;
  const read = /^\uFEFF?\s*</.test(text) ? readCamt(text.replace(/^\uFEFF/, '')) : readCsvStatement(text, currency);
  if (!read.ok) return read;
  const account = (currency ? words.slice(0, -1) : words).join('').slice(0, 60);
  const statements = read.statements.map((one) => ({ ...one, account: one.account === '' ? account : one.account }));
  return statements.some((one) => one.account === '' && one.entries.length > 0) ? { ok: false, why: 'account', line: 1 } : { ok: true, statements };
}

/** Names a movement, so that it is taken once in whatever files it stands. Of those that are the same to the letter each counts. */
function fingerprintOf(account: string, entry: StatementEntry, times: Map<string, number>): string {
  const { on, amount, party, said, reference } = entry;
  const name = JSON.stringify([account, on, String(amount.minor), amount.currency, ...(reference === '' ? [party, said] : [reference])]);
  const time = (times.get(name) ?? 0) + 1;
  times.set(name, time);
  return createHash('sha256').update(`${name} ${time}`).digest('hex');
}

const accountFor = (as: Explanation, provider: string): LedgerAccount | undefined => {
  switch (as) {
    case 'bank-charge':
      return 'costs:bank';
    case 'own':
      return 'operator:funds';
    case 'unknown':
      return 'suspense';
    case 'settlement': {
      const known = providerNames.find((one) => one === provider && one !== 'offline');
      return known && `provider:${known}`;
    }
  }
};

export function createStatementsService({ repository, ledger, audit, transact }: Parts) {
  /** As many as can be, and how many that were. */
  async function match(tx: DbTransaction, now: Date): Promise<number> {
    const lines = (await repository.open(tx)).map(repository.openLine);
    const pairs = matched(lines, await repository.postings(tx));
    for (const { line, effect } of pairs) await repository.match(tx, line, effect, now);
    return pairs.length;
  }

  return {
    /** @param by undefined: by the command. */
    async take(
      text: string,
      given: string,
      by: StaffId | undefined,
      now: Date,
    ): Promise<{ readonly ok: true; readonly value: TakenStatement } | { readonly ok: false; readonly why: StatementFault; readonly line: number }> {
      const found = readStatement(text, given);
      if (!found.ok) return found;
      return transact(async (tx) => {
        const times = new Map<string, number>();
        let [read, added] = [0, 0];
        for (const { account, entries } of found.statements)
          for (const entry of entries) {
            read += 1;
            if (await repository.add(tx, account, entry, fingerprintOf(account, entry, times), now)) added += 1;
          }
        const pairs = await match(tx, now);
        const open = (await repository.open(tx)).length;
        if (by !== undefined) await audit.append(tx, { actor: `staff:${by}`, action: 'statement-taken', subject: `staff:${by}`, data: { read, added } });
        return { ok: true, value: { read, added, matched: pairs, open } } as const;
      });
    },

    /** Looks again: what our books did not have may be there by now. */
    match: (now: Date): Promise<number> => transact((tx) => match(tx, now)),

    async explain(
      id: number,
      { as, provider, note }: { readonly as: Explanation; readonly provider: string; readonly note: string },
      by: StaffId,
      now: Date,
    ): Promise<Outcome<undefined, 'unknown' | 'not-now' | 'no-provider'>> {
      const account = accountFor(as, provider);
      if (!account) return refused('no-provider');
      return transact(async (tx) => {
        const line = await repository.line(tx, id);
        if (!line) return refused('unknown');
        if (line.effect !== undefined) return refused('not-now');
        const { minor, currency } = line.amount;
        const effect = `statement:${id}`;
        await ledger.post(
          tx,
          {
            effect,
            entries: [
              { account: 'bank', amount: line.amount },
              { account, amount: { minor: -minor, currency } },
            ],
          },
          now,
        );
        await repository.explain(tx, id, { as, note, by }, effect, now);
        await audit.append(tx, {
          actor: `staff:${by}`,
          action: 'statement-explained',
          subject: `bank-line:${id}`,
          data: { was: as, amount: Number(minor < 0n ? -minor : minor) },
        });
        return done(undefined);
      });
    },

    line: (id: number) => repository.line(undefined, id),
    open: (limit: number) => repository.open(undefined, limit),
    postings: (limit: number) => repository.postings(undefined, limit),
    sums: repository.sums,

    /** Erases whose money it was once books are kept no longer. Returns of how many movements. @param years whole ones, after the year of a movement. */
    forgetNames: (years: number, now: Date): Promise<number> => repository.forgetNames(booksFrom(years, now)),
  };
}
