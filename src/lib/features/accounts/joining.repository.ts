import { sql } from 'kysely';
import type { DbTransaction } from '#lib/db/database.ts';
import type { ContactKind } from './accounts.schema.ts';
import type { Joining } from './joining.schema.ts';

export type JoiningRepository = ReturnType<typeof createJoiningRepository>;

/** Rows of accounts, from one person's number to another's. */
export function createJoiningRepository() {
  return {
    /**
     * Moves consents, and the contact that was proved where there is none of its kind; ends the account that they came from, with all
     * its other ways in. What the account that stays has, or is about to have, is left as it is.
     * @param kind of the contact that was proved.
     */
    async join(tx: DbTransaction, { from, into }: Joining, kind: ContactKind, now: Date): Promise<void> {
      const statements = [
        // It is new to this account, so it counts as added now.
        sql`update user_contacts set user_id = ${into}, verified_at = ${now}
          where user_id = ${from} and kind = ${kind} and not exists (select from user_contacts where user_id = ${into} and kind = ${kind})`,
        // News are sent, and data go abroad, as was agreed on the account that stays.
        sql`update user_consents set user_id = ${into},
          withdrawn_at = case when kind in ('marketing', 'transfer') then coalesce(withdrawn_at, ${now}) else withdrawn_at end
          where user_id = ${from}`,
        // What the account that ends has asked for is asked for by the one that stays; what others asked of it was proved to be its own.
        sql`update contact_claims set claimant_id = ${into} where claimant_id = ${from} and holder_id <> ${into}`,
        sql`update users as kept set
          nickname = case when kept.nickname = '' then gone.nickname else kept.nickname end,
          country_code = coalesce(kept.country_code, gone.country_code),
          currency = coalesce(kept.currency, gone.currency),
          created_at = least(kept.created_at, gone.created_at)
          from users as gone where kept.id = ${into} and gone.id = ${from}`,
        // Its sessions, password, passkeys and third parties end with it.
        sql`delete from users where id = ${from}`,
      ];
      for (const statement of statements) await statement.execute(tx);
    },
  };
}
