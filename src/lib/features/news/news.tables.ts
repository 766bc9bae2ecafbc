/** Rows of what people are told of things of theirs, and of the mails they want about it. */
import type { Generated, Instant, Json } from '#lib/db/columns.ts';

type NewsTable = {
  id: Generated<number>;
  user_id: number;
  kind: string;
  /** What it is about: whose it is to say, and its code. */
  about: string;
  code: string;
  what: string;
  /** What is said of it: no more than stands on its page. */
  facts: Json<Readonly<Record<string, string>>>;
  /** Names the one thing that happened: it is told once. */
  once: string;
  told_at: Instant;
  read_at: Instant | null;
};

type NewsChoicesTable = { user_id: number; kind: string; by_mail: boolean };

type NewsTables = { news: NewsTable; news_choices: NewsChoicesTable };

declare module '#lib/db/tables.ts' {
  interface Tables extends NewsTables {}
}
