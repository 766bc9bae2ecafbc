/** Rows of forms that staff make, and of what is sent with them. */
import type { Day, Generated, Instant, Json } from '#lib/db/columns.ts';
import type { CustomField, CustomState, CustomTexts } from './custom-forms.schema.ts';

type CustomFormsTable = {
  id: Generated<number>;
  /** What its address ends in. */
  slug: string;
  state: CustomState;
  /** First and last day (UTC) on which it is taken. */
  opens_on: Day | null;
  closes_on: Day | null;
  texts: Json<CustomTexts>;
  fields: Json<readonly CustomField[]>;
  /** Of what is agreed to. */
  version: number;
  updated_at: Instant;
};

type CustomAnswersTable = {
  id: Generated<number>;
  reference: string;
  form_id: number;
  /** Who sent it while signed in. */
  user_id: number | null;
  /** What was written, encrypted. */
  sealed: string;
  /** Version of the wording of the consent. */
  consent: string;
  locale: string;
  created_at: Instant;
  settled_at: Instant | null;
  settled_by: number | null;
  /** Digests of the day's visitor and network address; the same sender has others tomorrow. */
  visitor: string | null;
  address: string | null;
};

type CustomFormsTables = { custom_forms: CustomFormsTable; custom_answers: CustomAnswersTable };

declare module '#lib/db/tables.ts' {
  interface Tables extends CustomFormsTables {}
}
