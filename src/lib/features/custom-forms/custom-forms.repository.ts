import type { SenderDigests, SentToday } from '#lib/daily-senders.ts';
import type { Db, DbTransaction } from '#lib/db/database.ts';
import { installationSalt } from '#lib/db/installation-salt.ts';
import { sentToday } from '#lib/db/sent-today.ts';
import { lockFor } from '#lib/db/unit-of-work.ts';
import type { Joining } from '#lib/features/accounts/joining.schema.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { asId } from '#lib/ids/ids.ts';
import type { CustomAnswerId, CustomFormId, StaffId, UserId } from '#lib/ids/ids.ts';
import type { AnswerFilter, CustomPart, CustomForm, CustomState, CustomTexts, ListedAnswer } from './custom-forms.schema.ts';

/** A row with what only the service opens. */
export type StoredAnswer = ListedAnswer & { readonly sealed: string; readonly consent: string };

export type AddedAnswer = {
  readonly reference: string;
  readonly formId: CustomFormId;
  readonly userId: UserId | undefined;
  readonly sealed: string;
  readonly consent: string;
  readonly locale: Locale;
  readonly createdAt: Date;
};

const ofForm = ['id', 'slug', 'state', 'opens_on', 'closes_on', 'texts', 'fields', 'version'] as const;
const listed = [
  'custom_answers.id',
  'custom_answers.reference',
  'custom_answers.form_id',
  'custom_forms.slug',
  'custom_answers.locale',
  'custom_answers.created_at',
  'custom_answers.settled_at',
  'custom_answers.settled_by',
] as const;
const whole = [...listed, 'custom_answers.sealed', 'custom_answers.consent'] as const;

type FormRow = {
  readonly id: number;
  readonly slug: string;
  readonly state: CustomState;
  readonly opens_on: string | null;
  readonly closes_on: string | null;
  readonly texts: CustomTexts;
  readonly fields: readonly CustomPart[];
  readonly version: number;
};
type ListedRow = {
  readonly id: number;
  readonly reference: string;
  readonly form_id: number;
  readonly slug: string;
  readonly locale: string;
  readonly created_at: Date;
  readonly settled_at: Date | null;
  readonly settled_by: number | null;
};

const formOf = ({ id, opens_on, closes_on, ...row }: FormRow): CustomForm => ({
  ...row,
  id: asId<CustomFormId>(id),
  opensOn: opens_on ?? undefined,
  closesOn: closes_on ?? undefined,
});
const listedOf = ({ id, reference, form_id, slug, locale, created_at, settled_at, settled_by }: ListedRow): ListedAnswer => ({
  id: asId<CustomAnswerId>(id),
  reference,
  formId: asId<CustomFormId>(form_id),
  slug,
  locale: locales.find((one) => one === locale) ?? 'en-us',
  createdAt: created_at,
  settled: settled_at === null || settled_by === null ? undefined : { at: settled_at, by: asId<StaffId>(settled_by) },
});
const storedOf = ({ sealed, consent, ...row }: ListedRow & { readonly sealed: string; readonly consent: string }): StoredAnswer => ({
  ...listedOf(row),
  sealed,
  consent,
});
const rowOf = ({ slug, state, opensOn, closesOn, texts, fields, version }: Omit<CustomForm, 'id'>, now: Date) => ({
  slug,
  state,
  opens_on: opensOn ?? null,
  closes_on: closesOn ?? null,
  texts: JSON.stringify(texts),
  fields: JSON.stringify(fields),
  version,
  updated_at: now,
});

export type CustomFormsRepository = ReturnType<typeof createCustomFormsRepository>;

export function createCustomFormsRepository(db: Db) {
  const answers = (by: Db | DbTransaction) => by.selectFrom('custom_answers').innerJoin('custom_forms', 'custom_forms.id', 'custom_answers.form_id');
  return {
    /** What senders are mixed with: the same for all nodes of an installation. */
    salt: (proposed: string): Promise<string> => installationSalt(db, 'custom-forms-salt', proposed),

    /** Lets what comes from one address go one after the other until the transaction ends, so that counting it holds. */
    inTurn: (tx: DbTransaction, { address }: SenderDigests): Promise<void> => lockFor(tx, `custom-forms ${address}`),

    countToday: (tx: DbTransaction, digests: SenderDigests): Promise<SentToday> => sentToday(tx, 'custom_answers', digests),

    async bySlug(slug: string): Promise<CustomForm | undefined> {
      const row = await db.selectFrom('custom_forms').select(ofForm).where('slug', '=', slug).executeTakeFirst();
      return row && formOf(row);
    },

    async form(id: CustomFormId): Promise<CustomForm | undefined> {
      const row = await db.selectFrom('custom_forms').select(ofForm).where('id', '=', id).executeTakeFirst();
      return row && formOf(row);
    },

    /** The form, and nobody else changes it or sends it until the transaction ends. */
    async toChange(tx: DbTransaction, id: CustomFormId): Promise<CustomForm | undefined> {
      const row = await tx.selectFrom('custom_forms').select(ofForm).where('id', '=', id).forUpdate().executeTakeFirst();
      return row && formOf(row);
    },

    /** The form, which stays as it is until the transaction ends. */
    async toAnswer(tx: DbTransaction, slug: string): Promise<CustomForm | undefined> {
      const row = await tx.selectFrom('custom_forms').select(ofForm).where('slug', '=', slug).forShare().executeTakeFirst();
      return row && formOf(row);
    },

    /** Those that were changed last come first. */
    async forms(most: number): Promise<readonly CustomForm[]> {
      const rows = await db.selectFrom('custom_forms').select(ofForm).orderBy('updated_at', 'desc').orderBy('id', 'desc').limit(most).execute();
      return rows.map(formOf);
    },

    formsInTurn: (tx: DbTransaction): Promise<void> => lockFor(tx, 'custom forms'),
    async countForms(tx: DbTransaction): Promise<number> {
      const { count } = await tx
        .selectFrom('custom_forms')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    async isTaken(tx: DbTransaction, slug: string): Promise<boolean> {
      return (await tx.selectFrom('custom_forms').select('id').where('slug', '=', slug).executeTakeFirst()) !== undefined;
    },
    async hasAnswers(tx: DbTransaction, id: CustomFormId): Promise<boolean> {
      return (await tx.selectFrom('custom_answers').select('id').where('form_id', '=', id).limit(1).executeTakeFirst()) !== undefined;
    },

    async addForm(tx: DbTransaction, form: Omit<CustomForm, 'id'>, now: Date): Promise<CustomFormId> {
      const { id } = await tx.insertInto('custom_forms').values(rowOf(form, now)).returning('id').executeTakeFirstOrThrow();
      return asId<CustomFormId>(id);
    },
    async changeForm(tx: DbTransaction, { id, ...form }: CustomForm, now: Date): Promise<void> {
      await tx.updateTable('custom_forms').set(rowOf(form, now)).where('id', '=', id).execute();
    },

    async add(tx: DbTransaction, { formId, userId, createdAt, ...row }: AddedAnswer, digests: SenderDigests): Promise<CustomAnswerId> {
      const { id } = await tx
        .insertInto('custom_answers')
        .values({ ...row, form_id: formId, user_id: userId ?? null, created_at: createdAt, settled_at: null, settled_by: null, ...digests })
        .returning('id')
        .executeTakeFirstOrThrow();
      return asId<CustomAnswerId>(id);
    },

    /** When the one of this reference came by this form; undefined when there is none. */
    async cameAt(formId: CustomFormId, reference: string): Promise<Date | undefined> {
      const row = await db
        .selectFrom('custom_answers')
        .select('created_at')
        .where('reference', '=', reference)
        .where('form_id', '=', formId)
        .executeTakeFirst();
      return row?.created_at;
    },

    /** Newest first. */
    async list({ settled, formId, locale, before }: AnswerFilter, most: number): Promise<readonly StoredAnswer[]> {
      const rows = await answers(db)
        .select(whole)
        .$if(settled !== undefined, (query) => query.where('custom_answers.settled_at', settled ? 'is not' : 'is', null))
        .$if(formId !== undefined, (query) => query.where('custom_answers.form_id', '=', Number(formId)))
        .$if(locale !== undefined, (query) => query.where('custom_answers.locale', '=', locale ?? ''))
        .$if(before !== undefined, (query) => query.where('custom_answers.id', '<', Number(before)))
        .orderBy('custom_answers.id', 'desc')
        .limit(most)
        .execute();
      return rows.map(storedOf);
    },

    async find(id: CustomAnswerId): Promise<StoredAnswer | undefined> {
      const row = await answers(db).select(whole).where('custom_answers.id', '=', id).executeTakeFirst();
      return row && storedOf(row);
    },

    async ofUser(userId: UserId): Promise<readonly StoredAnswer[]> {
      const rows = await answers(db).select(whole).where('custom_answers.user_id', '=', userId).orderBy('custom_answers.id').limit(500).execute();
      return rows.map(storedOf);
    },

    /** Says that staff have seen to it, or have to again. Returns whether it changed. */
    async settle(tx: DbTransaction, id: CustomAnswerId, settled: { readonly at: Date; readonly by: StaffId } | undefined): Promise<boolean> {
      const { numUpdatedRows } = await tx
        .updateTable('custom_answers')
        .set({ settled_at: settled?.at ?? null, settled_by: settled?.by ?? null })
        .where('id', '=', id)
        .where('settled_at', settled ? 'is' : 'is not', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    /** Notes that files came with what was sent. */
    async addFiles(tx: DbTransaction, id: CustomAnswerId, files: readonly string[]): Promise<void> {
      if (files.length > 0)
        await tx
          .insertInto('custom_answer_files')
          .values(files.map((file) => ({ file, answer_id: id })))
          .execute();
    },

    /** What a file came with. */
    async ofFile(file: string): Promise<CustomAnswerId | undefined> {
      const row = await db.selectFrom('custom_answer_files').select('answer_id').where('file', '=', file).executeTakeFirst();
      return row && asId<CustomAnswerId>(row.answer_id);
    },

    async filesOf(tx: DbTransaction, ids: readonly CustomAnswerId[]): Promise<readonly string[]> {
      if (ids.length === 0) return [];
      const rows = await tx
        .selectFrom('custom_answer_files')
        .select('file')
        .where('answer_id', 'in', [...ids])
        .execute();
      return rows.map(({ file }) => file);
    },

    async remove(tx: DbTransaction, id: CustomAnswerId): Promise<boolean> {
      const { numDeletedRows } = await tx.deleteFrom('custom_answers').where('id', '=', id).executeTakeFirst();
      return numDeletedRows > 0n;
    },

    /** Those that came before, the oldest first. */
    async before(tx: DbTransaction, before: Date, most: number): Promise<readonly CustomAnswerId[]> {
      const rows = await tx.selectFrom('custom_answers').select('id').where('created_at', '<', before).orderBy('created_at').limit(most).execute();
      return rows.map(({ id }) => asId<CustomAnswerId>(id));
    },

    async removeAll(tx: DbTransaction, ids: readonly CustomAnswerId[]): Promise<void> {
      if (ids.length > 0)
        await tx
          .deleteFrom('custom_answers')
          .where('id', 'in', [...ids])
          .execute();
    },

    /** Takes the digests of senders off what came before, where no count of today needs them. */
    async forgetSenders(before: Date): Promise<void> {
      await db.updateTable('custom_answers').set({ visitor: null, address: null }).where('created_at', '<', before).where('address', 'is not', null).execute();
    },

    /** Gives what one account sent to another. */
    async join(tx: DbTransaction, { from, into }: Joining): Promise<void> {
      await tx.updateTable('custom_answers').set({ user_id: into }).where('user_id', '=', from).execute();
    },
  };
}
