import { sql } from 'kysely';
import type { DbTransaction } from '#lib/db/database.ts';
import type { ContactKind } from './accounts.schema.ts';
import type { Joining } from './joining.schema.ts';

export type JoiningRepository = ReturnType<typeof createJoiningRepository>;

/** Rows of accounts, from one person's number to another's. */
export function createJoiningRepository() {
  return {
    /** Moves ways in, contacts and consents, and ends the account that they came from. @param kind of the contact that was proved: it takes the place of the former one. */
    async join(tx: DbTransaction, { from, into }: Joining, kind: ContactKind, now: Date): Promise<void> {
      const statements = [
        sql`delete from user_contacts where user_id = ${into} and kind = ${kind}`,
        sql`delete from contact_changes where user_id = ${into} and kind = ${kind}`,
        sql`update user_contacts set user_id = ${into}
          where user_id = ${from} and kind not in (select kind from user_contacts where user_id = ${into})`,
        sql`update user_identities set user_id = ${into}
          where user_id = ${from} and provider not in (select provider from user_identities where user_id = ${into})`,
        sql`update user_passkeys set user_id = ${into} where user_id = ${from}`,
        sql`update user_passwords set user_id = ${into}
          where user_id = ${from} and not exists (select from user_passwords where user_id = ${into})`,
        // News are sent to whoever agreed on the account that stays.
        sql`update user_consents set user_id = ${into},
          withdrawn_at = case when kind = 'marketing' then coalesce(withdrawn_at, ${now}) else withdrawn_at end
          where user_id = ${from}`,
        sql`update users as kept set
          nickname = case when kept.nickname = '' then gone.nickname else kept.nickname end,
          country_code = coalesce(kept.country_code, gone.country_code),
          currency = coalesce(kept.currency, gone.currency),
          created_at = least(kept.created_at, gone.created_at)
          from users as gone where kept.id = ${into} and gone.id = ${from}`,
        // Its sessions end with it.
        sql`delete from users where id = ${from}`,
      ];
      for (const statement of statements) await statement.execute(tx);
    },
  };
}
