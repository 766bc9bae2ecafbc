/** Takes what people send with forms that staff made, shows it to staff, and lets it go in time. */
import * as z from 'zod/mini';
import { refusalOf } from '#lib/access.ts';
import type { Standing } from '#lib/access.ts';
import { createDailyDigests, refusalToday } from '#lib/daily-senders.ts';
import type { DailySender } from '#lib/daily-senders.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import { checkForm } from '#lib/forms/form-check.rules.ts';
import type { GivenValues } from '#lib/forms/form.schema.ts';
import type { CustomAnswerId, CustomFormId, StaffId, UserId } from '#lib/ids/ids.ts';
import { newReference } from '#lib/ids/reference.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { CustomFormsRepository, StoredAnswer } from './custom-forms.repository.ts';
import { answerKeptUntil, definitionOf, languageFor, linesOf, standOf } from './custom-forms.rules.ts';
import { customConsentVersion, dailyAnswers } from './custom-forms.schema.ts';
import type { AnswerAct, AnswerFilter, CustomAnswer, CustomForm, CustomLine, ListedAnswer, Wrong } from './custom-forms.schema.ts';

/** The network address and the visitor are kept as digests that hold for a day. */
export type AnswerSender = DailySender & { readonly userId: UserId | undefined };

/** What is to be told once something is stored. */
export type TakenAnswer = { readonly id: CustomAnswerId; readonly reference: string; readonly slug: string };

export type AnsweringService = ReturnType<typeof createAnsweringService>;

type Parts = {
  readonly repository: CustomFormsRepository;
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

const day = 86_400_000;
const sealedSchema = z.object({ agreed: z.string(), lines: z.array(z.object({ name: z.string(), label: z.string(), said: z.string() })) });

export function createAnsweringService({ repository, secrets, asksForProof, keptDays, audit, transact, tell }: Parts) {
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
    return { language, definition: definitionOf(form, language, translator(language)('customforms.consent_keep', { days: keptDays })) };
  }

  return {
    keptDays,
    shownIn,
    bySlug: (slug: string): Promise<CustomForm | undefined> => repository.bySlug(slug),

    async take(
      slug: string,
      given: GivenValues,
      locale: Locale,
      sender: AnswerSender,
      now: Date,
    ): Promise<Outcome<{ readonly reference: string }, 'gone' | 'enough' | 'no-proof'> | Wrong> {
      const digests = await digestsOf(sender, now);
      return transact(async (tx) => {
        const form = await repository.toAnswer(tx, slug);
        const shown = form && standOf(form, now) === 'open' ? shownIn(form, locale) : undefined;
        if (!form || !shown) return refused('gone');
        const { language, definition } = shown;
        const checked = checkForm(definition, given);
        if (!checked.ok) return { ok: false, reason: 'wrong', problems: checked.problems } as const;
        await repository.inTurn(tx, digests);
        const refusal = refusalToday(dailyAnswers, await repository.countToday(tx, digests), sender.proof, asksForProof);
        if (refusal) return refused(refusal);
        const reference = newReference();
        const lines = linesOf(form, language, checked.values, translator(language)('customforms.yes'));
        const agreed = form.texts[language]?.consent ?? '';
        const sealed = secrets.encrypt('custom-forms', JSON.stringify({ agreed, lines }));
        const consent = `${customConsentVersion} ${form.version}`;
        const row = { reference, formId: form.id, userId: sender.userId, sealed, consent, locale: language, createdAt: now };
        const id = await repository.add(tx, row, digests);
        await tell(tx, { id, reference, slug });
        return done({ reference });
      });
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
        const changed =
          act === 'remove' ? await repository.remove(tx, id) : await repository.settle(tx, id, act === 'settle' ? { at: now, by: staffId } : undefined);
        if (!changed) return refused('not-now');
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

    /** Takes what was kept long enough, and yesterday's digests of senders. Returns how many. */
    async forget(now: Date): Promise<number> {
      await repository.forgetSenders(new Date(now.getTime() - 2 * day));
      return repository.removeBefore(new Date(now.getTime() - keptDays * day));
    },
  };
}
