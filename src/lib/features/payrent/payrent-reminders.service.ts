/** Reminders of rent that comes every month, and the link that ends them. */
import { apart } from '#lib/jobs/apart.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import { nextRemindOn } from './payrent.rules.ts';
import type { RentRows, RentRowsParts } from './payrent-rows.service.ts';

const batch = 200;
const todayOf = (now: Date): string => now.toISOString().slice(0, 10);

export function createRentReminders({
  rows,
  repository,
  secrets,
  emailOf,
  mails,
}: Pick<RentRowsParts, 'repository' | 'secrets' | 'emailOf' | 'mails'> & { readonly rows: RentRows }) {
  const { within, eachWithin, ownWithin } = rows;
  const tokenOf = (code: string): string => `${code}.${secrets.sign('unsubscribe', `rent ${code}`)}`;
  function codeOfToken(token: string): string | undefined {
    const [, code = '', signature = ''] = /^([\dA-Z]{4}-[\dA-Z]{4})\.([\w.-]{10,100})$/.exec(token) ?? [];
    return code !== '' && secrets.verify('unsubscribe', `rent ${code}`, signature) ? code : undefined;
  }

  return {
    /** @param remindDay of the month; undefined for no reminders. */
    async remind(
      code: string,
      remindDay: number | undefined,
      userId: UserId,
      now: Date,
    ): Promise<Outcome<{ readonly code: string }, 'unknown' | 'not-now' | 'no-email'>> {
      return ownWithin<{ readonly code: string }, 'not-now' | 'no-email'>(code, userId, async (tx, rent) => {
        if (!rent.terms) return refused('not-now');
        if (remindDay !== undefined && (await emailOf(userId, tx)) === undefined) return refused('no-email');
        await repository.setReminder(tx, code, remindDay, remindDay === undefined ? undefined : nextRemindOn(remindDay, todayOf(now)));
        return done({ code });
      });
    },

    isToken: (token: string): boolean => codeOfToken(token) !== undefined,

    async endReminders(token: string): Promise<Outcome<null, 'no-link'>> {
      const code = codeOfToken(token);
      if (code === undefined) return refused('no-link');
      await within(code, async (tx, rent) => {
        if (rent) await repository.setReminder(tx, code, undefined, undefined);
      });
      return done(null);
    },

    /** Mails the reminders of a day. Returns how many. */
    async sendReminders(now: Date): Promise<number> {
      const today = todayOf(now);
      let sent = 0;
      const turns = apart();
      await eachWithin(turns, await repository.toRemind(today, batch), async (tx, rent) => {
        const { code, remindDay, userId } = rent;
        if (remindDay === undefined) return;
        const email = userId === undefined ? undefined : await emailOf(userId, tx);
        // Whoever cannot be reached, or is gone, is not reminded any more.
        if (email === undefined) return repository.setReminder(tx, code, undefined, undefined);
        await mails.reminder(tx, email, rent, { on: today, token: tokenOf(code) });
        await repository.setReminder(tx, code, remindDay, nextRemindOn(remindDay, today));
        sent += 1;
      });
      turns.end();
      return sent;
    },
  };
}
