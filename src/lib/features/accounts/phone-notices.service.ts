/**
 * Tells phones what was done to their accounts, once it is done: a message is paid for outside of any transaction. What was done does
 * not wait for that, and stands where the day's budget is spent or nothing can be sent.
 */
import { dayMs } from '#lib/dates/dates.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { Texter } from '#lib/sms/texter.ts';
import { accountChangedSms, accountErasingSms, accountsJoinedSms } from './account-notice.sms.ts';
import { eraseDays } from './accounts.schema.ts';
import type { Notice } from './person-notices.service.ts';

/** Milliseconds for which a message is of use. */
const goodFor = dayMs;

type Note = { readonly to: string; readonly locale: Locale; readonly what: Notice };

type Parts = {
  readonly texter: Pick<Texter, 'prepare' | 'send' | 'takeBack'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** Told what operators should know. */
  readonly onTrouble: (line: string) => void;
};

export function createPhoneNotices({ texter, transact, onTrouble }: Parts) {
  /** What each transaction under way tells when it is committed. */
  const waiting = new WeakMap<DbTransaction, Note[]>();

  function prepare({ to, locale, what }: Note, until: Date): ReturnType<Texter['prepare']> {
    if (what === 'erasing') return texter.prepare(accountErasingSms, to, locale, { days: eraseDays }, until);
    return texter.prepare(what === 'joined' ? accountsJoinedSms : accountChangedSms, to, locale, {}, until);
  }

  async function send(note: Note): Promise<void> {
    const now = new Date();
    const prepared = await prepare(note, new Date(now.getTime() + goodFor));
    // The texter has told the operator of it.
    if (!prepared.ok) return;
    try {
      await transact((tx) => texter.send(tx, prepared.value, now));
    } catch (error) {
      await texter.takeBack(prepared.value);
      throw error;
    }
  }

  return {
    /** Has a number (E.164) told once the transaction is committed, which is one of `transact`. @throws {TypeError} for another. */
    tell(tx: DbTransaction, to: string, locale: Locale, what: Notice): void {
      const notes = waiting.get(tx);
      if (!notes) throw new TypeError('a phone would never be told: the transaction is not one of accounts');
      notes.push({ to, locale, what });
    },

    /** Does work as a whole, and then tells the phones that it said. */
    async transact<T>(work: (tx: DbTransaction) => Promise<T>): Promise<T> {
      let notes: Note[] = [];
      const result = await transact((tx) => {
        // Begun again after a collision, it says everything again.
        notes = [];
        waiting.set(tx, notes);
        return work(tx);
      });
      for (const note of notes) {
        try {
          await send(note);
        } catch (error) {
          onTrouble(`a phone was not told that its account changed: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
      return result;
    },
  };
}
