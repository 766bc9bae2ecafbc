/** Rows of groups that book together, and of who is in them. */
import type { HouseNames } from '#lib/features/catalogue/local-texts.rules.ts';
import type { Day, Generated, Instant, Json } from '#lib/db/columns.ts';

type OrderGroupsTable = {
  id: Generated<number>;
  code: string;
  house_id: number;
  unit_id: number;
  tenancy_id: number;
  period_from: Day;
  period_to: Day;
  size: number;
  home: Json<HouseNames & { readonly unit: string; readonly zone: string }>;
  /** Null where the account was erased. */
  made_by: number | null;
  /** Which of its links opens: those before it are over. */
  link: Generated<number>;
  /** Until when its beds are kept, and its link opens. */
  until: Instant;
  created_at: Instant;
  ended_at: Instant | null;
};

type OrderGroupMembersTable = {
  group_id: number;
  user_id: number;
  order_id: number;
  /** What the others call them, encrypted. */
  called: string;
  /** In which they are told of the others. */
  locale: string;
  joined_at: Instant;
  left_at: Instant | null;
};

type GroupsTables = { order_groups: OrderGroupsTable; order_group_members: OrderGroupMembersTable };

declare module '#lib/db/tables.ts' {
  interface Tables extends GroupsTables {}
}
