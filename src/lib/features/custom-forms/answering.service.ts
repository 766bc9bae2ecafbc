/** Takes what people send with forms that staff made, shows it to staff, and lets it go in time. */
import * as z from 'zod/mini';
import { refusalOf } from '#lib/access.ts';
import type { Standing } from '#lib/access.ts';
import { createDailyDigests, refusalToday } from '#lib/daily-senders.ts';
import type { DailySender, SenderDigests } from '#lib/daily-senders.ts';
import { dayMs } from '#lib/dates/dates.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { FileOwner, Upload } from '#lib/features/uploads/uploads.schema.ts';
import type { UploadsService } from '#lib/features/uploads/uploads.service.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import { checkForm } from '#lib/forms/form-check.rules.ts';
import { mostMegabytes } from '#lib/forms/files.schema.ts';
import type { FilePurpose } from '#lib/forms/files.schema.ts';
import { ticked } from '#lib/forms/form.schema.ts';
import type { FieldProblem, FormDefinition, GivenValues } from '#lib/forms/form.schema.ts';
import type { CustomAnswerId, CustomFormId, StaffId, UserId } from '#lib/ids/ids.ts';
import { newReference } from '#lib/ids/reference.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { CustomFormsRepository, StoredAnswer } from './custom-forms.repository.ts';
import { definitionOf, linesOf } from './custom-definitions.rules.ts';
import { answerKeptUntil, languageFor, standOf } from './custom-forms.rules.ts';
import { customConsentVersion, dailyAnswers } from './custom-forms.schema.ts';
import { stepsOf } from './custom-steps.rules.ts';
import type { FillingService } from './filling.service.ts';
import type { AnswerAct, AnswerFilter, CustomAnswer, CustomForm, CustomLine, ListedAnswer, Wrong } from './custom-forms.schema.ts';

/** The network address and the visitor are kept as digests that hold for a day. */
export type AnswerSender = DailySender & FileOwner;

/** What is to be told once something is stored. */
export type TakenAnswer = { readonly id: CustomAnswerId; readonly reference: string; readonly slug: string };

export type AnsweringService = ReturnType<typeof createAnsweringService>;

type Parts = {
  readonly repository: CustomFormsRepository;
  readonly filling: Pick<FillingService, 'find' | 'end'>;
  readonly uploads: Pick<UploadsService, 'find' | 'claim' | 'release'>;
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt'>;
  /** Whether senders can show to be people; where they cannot, none is asked to. */
  readonly asksForProof: boolean;
  /** Days for which what was sent is kept. */
  readonly keptDays: number;
  readonly audit: Pick<Audit, 'append'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** Tells the operator, as part of the transaction that stores it. */
  readonly tell: (tx: DbTransaction, answer: TakenAnswer) => Promise<void>;
};

/** Answers that go in one transaction. */
const batch = 200;
const lineSchema = z.object({ name: z.string(), label: z.string(), said: z.string(), file: z.optional(z.string()) });
const sealedSchema = z.object({ agreed: z.string(), lines: z.array(lineSchema) });

/** Files that were there a moment ago are not: what is stored of the answer is undone, and so are the claims of the others. */
class FilesGone extends Error {
  override name = 'FilesGone';
  readonly problems: readonly FieldProblem[];
  constructor(problems: readonly FieldProblem[]) {
    super('files are gone');
    this.problems = problems;
  }
}

/** Files of a form by field: what is sent for it, and what the sender has brought. */
type SentFile = { readonly name: string; readonly purpose: FilePurpose; readonly upload: Upload | undefined; readonly problem: FieldProblem | undefined };

export function createAnsweringService({ repository, filling, uploads, secrets, asksForProof, keptDays, audit, transact, tell }: Parts) {
  const digestsOf = createDailyDigests(repository.salt);

  function linesIn(sealed: string): readonly CustomLine[] | undefined {
    const text = secrets.decrypt('custom-forms', sealed);
    return text === undefined ? undefined : sealedSchema.parse(JSON.parse(text)).lines;
  }
  const opened = ({ sealed, ...row }: StoredAnswer): CustomAnswer => ({ ...row, lines: linesIn(sealed) });
  const listedOf = ({ sealed: _, consent: _consent, ...row }: StoredAnswer): ListedAnswer => row;

  /** A form in the words of a reader: undefined while it is nobody's yet. */
  function shownIn(form: CustomForm, locale: Locale) {
    const language = languageFor(form, locale);
    if (!language) return undefined;
    const definition = definitionOf(form, language, translator(language)('customforms.consent_keep', { days: keptDays }));
    return { language, definition, steps: stepsOf(form, language) };
  }

  /** The files that a checked form names. A picture is made anew when it is brought, so of its size nothing is left to say. */
  async function filesIn(definition: FormDefinition, values: GivenValues, owner: FileOwner, now: Date): Promise<readonly SentFile[]> {
    const files: SentFile[] = [];
    for (const field of definition.fields) {
      const id = field.kind === 'file' ? (values[field.name] ?? '') : '';
      if (field.kind !== 'file' || id === '') continue;
      const { name, purpose } = field;
      const most = mostMegabytes(field);
      const found = await uploads.find(id, owner, now);
      const upload = found?.purpose === purpose ? found : undefined;
      const isLarge = upload?.type === 'application/pdf' && upload.bytes > most * 1_048_576;
      const problem: FieldProblem | undefined = !upload
        ? { field: name, message: 'files.gone' }
        : isLarge
          ? { field: name, message: 'files.size', values: { most } }
          : undefined;
      files.push({ name, purpose, upload, problem });
    }
    return files;
  }

  type Sending = {
    readonly slug: string;
    readonly values: GivenValues;
    readonly files: readonly SentFile[];
    readonly digests: SenderDigests;
    readonly locale: Locale;
    readonly sender: AnswerSender;
    readonly now: Date;
  };

  /** Stores what was sent, with its files. @throws {FilesGone} */
  async function storeWithin(
    tx: DbTransaction,
    { slug, values, files, digests, locale, sender, now }: Sending,
  ): Promise<Outcome<{ readonly reference: string }, 'gone' | 'enough' | 'no-proof'> | Wrong> {
    const form = await repository.toAnswer(tx, slug);
    const shown = form && standOf(form, now) === 'open' ? shownIn(form, locale) : undefined;
    if (!form || !shown) return refused('gone');
    const { language, definition } = shown;
    const checked = checkForm(definition, values);
    if (!checked.ok) return { ok: false, reason: 'wrong', problems: checked.problems };
    await repository.inTurn(tx, digests);
    const refusal = refusalToday(dailyAnswers, await repository.countToday(tx, digests), sender.proof, asksForProof);
    if (refusal) return refused(refusal);
    const t = translator(language);
    const reference = newReference();
    const lines = linesOf(form, language, checked.values, t('customforms.yes'), (file) => files.find(({ upload }) => upload?.id === file)?.upload?.name ?? '');
    const agreed = form.texts[language]?.consent ?? '';
    const sealed = secrets.encrypt('custom-forms', JSON.stringify({ agreed, lines }));
    const consent = `${customConsentVersion} ${form.version}`;
    const id = await repository.add(tx, { reference, formId: form.id, userId: sender.userId, sealed, consent, locale: language, createdAt: now }, digests);
    const until = answerKeptUntil(now, keptDays);
    const gone: FieldProblem[] = [];
    for (const { file, name } of lines) {
      const purpose = files.find(({ upload }) => upload?.id === file)?.purpose;
      const isThere = file === undefined || (purpose !== undefined && (await uploads.claim(tx, file, purpose, sender, now, until)));
      if (!isThere) gone.push({ field: name, message: 'files.gone' });
    }
    if (gone.length > 0) throw new FilesGone(gone);
    await repository.addFiles(
      tx,
      id,
      lines.flatMap(({ file }) => file ?? []),
    );
    await filling.end(tx, form.id, sender);
    await tell(tx, { id, reference, slug });
    return done({ reference });
  }

  return {
    keptDays,
    shownIn,
    bySlug: (slug: string): Promise<CustomForm | undefined> => repository.bySlug(slug),

    /**
     * @param given the fields; of those that were filled in step by step only what is agreed to, with `kept`.
     * `no-draft`: nothing is kept of those steps any more.
     */
    async take(
      slug: string,
      { kept, ...given }: GivenValues,
      locale: Locale,
      sender: AnswerSender,
      now: Date,
    ): Promise<Outcome<{ readonly reference: string }, 'gone' | 'enough' | 'no-proof' | 'no-draft'> | Wrong> {
      const digests = await digestsOf(sender, now);
      const before = await repository.bySlug(slug);
      const written = before && kept === ticked ? await filling.find(before.id, sender, now) : {};
      if (before && !written) return refused('no-draft');
      const values = { ...given, ...written };
      const looked = before && shownIn(before, locale);
      const asked = looked && checkForm(looked.definition, values);
      // What is not asked for is not claimed either.
      const files = looked && asked?.ok ? await filesIn(looked.definition, asked.values, sender, now) : [];
      const missed = files.flatMap(({ problem }) => problem ?? []);
      if (missed.length > 0) return { ok: false, reason: 'wrong', problems: missed };
      const store = (tx: DbTransaction) => storeWithin(tx, { slug, values, files, digests, locale, sender, now });
      try {
        return await transact(store);
      } catch (error) {
        if (error instanceof FilesGone) return { ok: false, reason: 'wrong', problems: error.problems };
        throw error;
      }
    },

    /** Until when something is kept that was sent with a form; undefined where nothing of the reference was. */
    async keptUntil(formId: CustomFormId, reference: string): Promise<Date | undefined> {
      const at = await repository.cameAt(formId, reference);
      return at && answerKeptUntil(at, keptDays);
    },

    async list(filter: AnswerFilter, most: number): Promise<readonly ListedAnswer[]> {
      return (await repository.list(filter, most)).map(listedOf);
    },

    async ofUser(userId: UserId): Promise<readonly CustomAnswer[]> {
      return (await repository.ofUser(userId)).map(opened);
    },

    /** What was sent, with its words; that it was looked at is written down first. */
    async see(id: CustomAnswerId, staffId: StaffId): Promise<CustomAnswer | undefined> {
      const stored = await repository.find(id);
      if (!stored) return undefined;
      await transact((tx) => audit.append(tx, { actor: `staff:${staffId}`, action: 'answer-seen', subject: `answer:${id}`, data: {} }));
      return opened(stored);
    },

    async act(id: CustomAnswerId, act: AnswerAct, staffId: StaffId, now: Date): Promise<Outcome<null, 'unknown' | 'not-now'>> {
      if (!(await repository.find(id))) return refused('unknown');
      return transact(async (tx) => {
        const files = act === 'remove' ? await repository.filesOf(tx, [id]) : [];
        const changed =
          act === 'remove' ? await repository.remove(tx, id) : await repository.settle(tx, id, act === 'settle' ? { at: now, by: staffId } : undefined);
        if (!changed) return refused('not-now');
        for (const file of files) await uploads.release(tx, file, now);
        await audit.append(tx, { actor: `staff:${staffId}`, action: 'answer-changed', subject: `answer:${id}`, data: { deed: act } });
        return done(null);
      });
    },

    /**
     * All that was sent with a form, newest first, some at a time. That it was exported is written down before anything is given out.
     * @returns undefined for who does not answer people, and where there is no such form.
     */
    async export(
      formId: CustomFormId,
      { staffId, standing }: { readonly staffId: StaffId; readonly standing: Standing },
      batch = 500,
    ): Promise<{ readonly form: CustomForm; readonly answers: AsyncGenerator<readonly CustomAnswer[]> } | undefined> {
      const form = refusalOf('staff-desk', standing) ? undefined : await repository.form(formId);
      if (!form) return undefined;
      await transact((tx) => audit.append(tx, { actor: `staff:${staffId}`, action: 'answers-exported', subject: `form:${formId}`, data: {} }));
      return {
        form,
        answers: (async function* all() {
          let before: CustomAnswerId | undefined;
          for (;;) {
            const some = await repository.list({ formId, before }, batch);
            if (some.length > 0) yield some.map(opened);
            before = some.at(-1)?.id;
            if (some.length < batch) return;
          }
        })(),
      };
    },

    /** What a file came with. */
    ofFile: (file: string): Promise<CustomAnswerId | undefined> => repository.ofFile(file),

    /** Takes what was kept long enough, with its files, and yesterday's digests of senders. Returns how many. */
    async forget(now: Date): Promise<number> {
      await repository.forgetSenders(new Date(now.getTime() - 2 * dayMs));
      let all = 0;
      for (;;) {
        const count = await transact(async (tx) => {
          const ids = await repository.before(tx, new Date(now.getTime() - keptDays * dayMs), batch);
          for (const file of await repository.filesOf(tx, ids)) await uploads.release(tx, file, now);
          await repository.removeAll(tx, ids);
          return ids.length;
        });
        all += count;
        if (count < batch) return all;
      }
    },
  };
}
