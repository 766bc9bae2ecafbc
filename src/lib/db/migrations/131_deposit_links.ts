import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Words that the version before never writes. */
export const additive = true;

export const contract = { harmless: 'Every proposal of the version before has a member of staff and no link.' };

/** What providers say of a deposit themselves: from where, by what and whom, to where, and when. */
const edges: readonly (readonly [string, string, string, string, string])[] = [
  ['open', 'propose', 'supplier', 'proposed', 'while-linked'],
  ['open', 'whole', 'supplier', 'agreed', 'while-linked'],
  ['disputed', 'propose', 'supplier', 'proposed', 'while-linked'],
  ['disputed', 'whole', 'supplier', 'agreed', 'while-linked'],
];

/** Providers say by a mailed link what they keep of a deposit: once by each link, and only while it opens. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table deposit_edges add column timing text not null default 'after-stay' check (timing in ('after-stay', 'while-linked'))`,
    `insert into deposit_edges (from_state, event, actor, to_state, timing) values ${edges.map((edge) => `('${edge.join(`', '`)}')`).join(', ')}`,
    `alter table deposit_proposals
      alter column staff_id drop not null,
      /* One answer by each link. */
      add column link_id integer unique references supplier_links,
      add constraint deposit_proposals_who check (num_nonnulls(staff_id, link_id) = 1),
      add constraint deposit_proposals_decided check (kind <> 'decided' or staff_id is not null)`,
    `alter table supplier_links drop constraint supplier_links_purpose_check`,
    `alter table supplier_links add constraint supplier_links_purpose_check check (purpose in ('condition', 'review', 'payment', 'contract', 'deposit'))`,
    `alter table supplier_links drop constraint supplier_links_made_by_check`,
    `alter table supplier_links add constraint supplier_links_made_by_check check (made_by in ('student', 'staff', 'review', 'contract', 'stay', 'clock'))`,
    `create function refuse_deposit_word() returns trigger language plpgsql as $$
      begin
        if new.state <> old.state and exists (select from deposit_edges
            where from_state = old.state and to_state = new.state and event = new.moved_event and actor = new.moved_by and timing = 'while-linked')
          and not exists (select from deposit_proposals p join supplier_links l on l.id = p.link_id
            where p.id = new.proposal_id and l.order_id = new.order_id and l.purpose = 'deposit'
              and l.made_at <= new.moved_at and l.expires_at > new.moved_at and l.ended_at is null)
        then raise exception 'no link of the provider opens' using errcode = 'check_violation'; end if;
        return new;
      end $$`,
    `create trigger deposit_returns_word before update on deposit_returns for each row execute function refuse_deposit_word()`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
