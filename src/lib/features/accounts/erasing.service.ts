/** Accounts that their people have deleted: in two weeks, unless they come back. */
import { dayMs } from '#lib/dates/dates.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { eraseDays } from './accounts.schema.ts';
import type { AccountsRepository } from './accounts.repository.ts';
import type { PersonNotices } from './person-notices.service.ts';
import type { SessionsService } from './sessions.service.ts';

type Parts = {
  readonly repository: AccountsRepository;
  readonly notices: Pick<PersonNotices, 'tellAll'>;
  readonly sessions: Pick<SessionsService, 'endOthers'>;
  readonly audit: Pick<Audit, 'append'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

export type ErasingService = ReturnType<typeof createErasingService>;

export function createErasingService({ repository, notices, sessions, audit, transact }: Parts) {
  return {
    /** Has the account deleted in two weeks; every session ends. Who signs in before is asked whether to keep it. */
    async erase(userId: UserId, now: Date): Promise<Date> {
      const after = new Date(now.getTime() + eraseDays * dayMs);
      await transact(async (tx) => {
        const user = await repository.find(userId, tx);
        await repository.setErasing(tx, userId, after);
        await sessions.endOthers(tx, userId, undefined);
        if (user) await notices.tellAll(tx, userId, user.locale, 'erasing');
      });
      return after;
    },

    /** Takes it back, because its person says so. */
    keep: (userId: UserId): Promise<void> =>
      transact(async (tx) => {
        await repository.personInTurn(tx, userId);
        await repository.setErasing(tx, userId, null);
      }),

    /** Deletes the accounts whose time has come, one at a time, each with its entry in the audit log. Returns how many. */
    async eraseDue(now: Date): Promise<number> {
      let erased = 0;
      for (const userId of await repository.erasingBefore(now)) {
        const isGone = await transact(async (tx) => {
          await repository.personInTurn(tx, userId);
          // They may have come back in this moment.
          if (!(await repository.erase(tx, userId, now))) return false;
          await audit.append(tx, { actor: 'job:accounts-erase-due', action: 'person-erased', subject: `person:${userId}`, data: {} });
          return true;
        });
        if (isGone) erased++;
      }
      return erased;
    },
  };
}
