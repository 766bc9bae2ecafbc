import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** The version before neither reads nor writes the new tables; triggers note what it changes. */
export const additive = true;

export const contract = { harmless: 'The triggers only note the numbers of what changed, in a table that the version before does not know.' };

/** Staff find orders, people, threads, homes and providers by any part of what they are called. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const kinds = `('order', 'person', 'thread', 'house', 'supplier')`;
  const note = (name: string, body: string) =>
    `create function ${name}() returns trigger language plpgsql as $$
      begin
        ${body}
        return null;
      end $$`;
  /** One trigger for new rows and rows that go, and one for changes of what is found. */
  const triggers = (table: string, name: string, columns: readonly string[]) => [
    `create trigger ${table}_desk_words after insert or delete on ${table} for each row execute function ${name}()`,
    `create trigger ${table}_desk_words_changed after update of ${columns.join(', ')} on ${table} for each row
      when ((${columns.map((one) => `old.${one}`).join(', ')}) is distinct from (${columns.map((one) => `new.${one}`).join(', ')})) execute function ${name}()`,
  ];
  /** Columns of the row that went or came; both where one took the place of the other. */
  const both = (kind: string, column: string) =>
    `if tg_op <> 'INSERT' then insert into desk_changes (kind, subject) select '${kind}', old.${column} where old.${column} is not null; end if;
        if tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.${column} is distinct from old.${column}) then
          insert into desk_changes (kind, subject) select '${kind}', new.${column} where new.${column} is not null; end if;`;
  const ofPerson = (row: string) =>
    `insert into desk_changes (kind, subject) select 'order', id from orders where user_id = ${row}.user_id;
        insert into desk_changes (kind, subject) select 'thread', id from enquiries where user_id = ${row}.user_id;`;
  const statements = [
    `create table desk_words (
      kind text not null check (kind in ${kinds}),
      id integer not null,
      /* Keyed marks of pieces of what is encrypted elsewhere. */
      marks integer[] not null check (cardinality(marks) <= 8000),
      primary key (kind, id)
    )`,
    /* Without a list of what is pending: searches would read all of it. */
    `create index desk_words_marks on desk_words using gin (marks) with (fastupdate = off)`,
    `create table desk_changes (
      id bigint generated always as identity primary key,
      kind text not null check (kind in ${kinds}),
      subject integer not null
    )`,
    note('note_desk_order', `${both('order', 'id')} ${both('person', 'user_id')}`),
    note('note_desk_thread', `${both('thread', 'id')} ${both('person', 'user_id')}`),
    note('note_desk_person', both('person', 'id')),
    note('note_desk_profile', both('person', 'user_id')),
    note(
      'note_desk_contact',
      `${both('person', 'user_id')}
        if tg_op <> 'INSERT' then ${ofPerson('old')} end if;
        if tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.user_id is distinct from old.user_id) then ${ofPerson('new')} end if;`,
    ),
    note('note_desk_house', both('house', 'id')),
    note('note_desk_supplier', both('supplier', 'id')),
    note('note_desk_supplier_contact', both('supplier', 'supplier_id')),
    ...triggers('orders', 'note_desk_order', ['sealed', 'user_id', 'home']),
    ...triggers('enquiries', 'note_desk_thread', ['contact_sealed', 'user_id', 'house_id', 'order_code']),
    ...triggers('users', 'note_desk_person', ['nickname']),
    ...triggers('application_profiles', 'note_desk_profile', ['sealed']),
    ...triggers('user_contacts', 'note_desk_contact', ['sealed', 'user_id']),
    ...triggers('houses', 'note_desk_house', ['ref', 'name', 'name_zh', 'names', 'address', 'postal_code']),
    ...triggers('suppliers', 'note_desk_supplier', ['name', 'slug']),
    ...triggers('supplier_contacts', 'note_desk_supplier_contact', ['email']),
    ...triggers('supplier_parties', 'note_desk_supplier_contact', ['sealed']),
    ...[
      ['order', 'orders'],
      ['person', 'users'],
      ['thread', 'enquiries'],
      ['house', 'houses'],
      ['supplier', 'suppliers'],
    ].map(([kind, table]) => `insert into desk_changes (kind, subject) select '${kind}', id from ${table} order by id`),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
