/** Rows of forms that staff make, and of what is sent with them. */
import type { Day, Generated, Instant, Json } from '#lib/db/columns.ts';
import type { CustomPart, CustomState, CustomTexts } from './custom-forms.schema.ts';

type CustomFormsTable = {
  id: Generated<number>;
  /** What its address ends in. */
  slug: string;
  state: CustomState;
  /** First and last day (UTC) on which it is taken. */
  opens_on: Day | null;
  closes_on: Day | null;
  texts: Json<CustomTexts>;
  fields: Json<readonly CustomPart[]>;
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

/** A file that came with what was sent. */
type CustomAnswerFilesTable = { file: string; answer_id: number };

/** What is filled in of a form with steps, for a day. */
type CustomDraftsTable = {
  id: Generated<number>;
  form_id: number;
  /** Keyed digest of the person or of the visit. */
  owner: string;
  user_id: number | null;
  /** Keyed digest of the network address, to count by. */
  address: string;
  /** Encrypted. */
  sealed: string;
  expires_at: Instant;
};

type CustomFormsTables = {
  custom_forms: CustomFormsTable;
  custom_answers: CustomAnswersTable;
  custom_answer_files: CustomAnswerFilesTable;
  custom_drafts: CustomDraftsTable;
};

declare module '#lib/db/tables.ts' {
  interface Tables extends CustomFormsTables {}
}
