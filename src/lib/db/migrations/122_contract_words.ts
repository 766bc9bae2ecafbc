import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** A new table, and words that the version before never writes. */
export const additive = true;

/**
 * What a provider says of a contract that a student has signed: signed or declined by a link, or signed on paper as staff noted it. Each is of
 * one version of the contract and its digest; none is ever altered.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table contract_words (
      id integer generated always as identity primary key,
      order_id integer not null references orders,
      /* The version: what the student signed. */
      contract_id integer not null references order_contracts,
      document_hash text not null check (document_hash ~ '^[0-9a-f]{64}$'),
      word text not null check (word in ('signed', 'declined', 'paper')),
      /* One answer by each link. */
      link_id integer unique references supplier_links,
      staff_id integer references staff_members,
      /* Who signed, as what, from where; or why not. Encrypted. */
      sealed text not null check (length(sealed) <= 16000),
      /* The PDF with all signatures, in base64, encrypted. */
      file text check (length(file) <= 8000000),
      at timestamptz not null,
      check ((word = 'paper') = (staff_id is not null)),
      check ((word = 'paper') = (link_id is null)),
      check ((word = 'signed') = (file is not null))
    )`,
    `create index contract_words_order on contract_words (order_id)`,
    /* A version is signed once. */
    `create unique index contract_words_signed on contract_words (contract_id) where word in ('signed', 'paper')`,
    `create function contract_words_fit() returns trigger language plpgsql as $$
      begin
        if not exists (select 1 from order_contracts c where c.id = new.contract_id and c.order_id = new.order_id
            and c.document_hash = new.document_hash and c.signer = 'applicant') then
          raise exception 'a provider answers what the student has signed' using errcode = 'restrict_violation';
        end if;
        return new;
      end $$`,
    `create trigger contract_words_fit before insert on contract_words for each row execute function contract_words_fit()`,
    `create function refuse_contract_words_change() returns trigger language plpgsql as $$
      begin raise exception 'contract_words only takes new rows' using errcode = 'restrict_violation'; end $$`,
    `create trigger contract_words_stay before update or delete on contract_words for each row execute function refuse_contract_words_change()`,
    `alter table supplier_links drop constraint supplier_links_purpose_check`,
    `alter table supplier_links add constraint supplier_links_purpose_check check (purpose in ('condition', 'review', 'payment', 'contract'))`,
    `alter table supplier_links drop constraint supplier_links_made_by_check`,
    `alter table supplier_links add constraint supplier_links_made_by_check check (made_by in ('student', 'staff', 'review', 'contract', 'clock'))`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
