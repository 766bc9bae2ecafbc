/** How staff make forms. Each change stands in the audit log. */
import type { DbTransaction } from '#lib/db/database.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { FieldProblem } from '#lib/forms/form.schema.ts';
import type { CustomFormId, StaffId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { CustomFormsRepository } from './custom-forms.repository.ts';
import { fitsAnswers, hangingLoose, languagesOf } from './custom-forms.rules.ts';
import { customBounds, customNames, stepNames } from './custom-forms.schema.ts';
import type { CustomForm, CustomPart, CustomTexts, FieldAct, Wrong } from './custom-forms.schema.ts';

export type MakingService = ReturnType<typeof createMakingService>;

type Parts = {
  readonly repository: CustomFormsRepository;
  readonly audit: Pick<Audit, 'append'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};
type By = { readonly staffId: StaffId; readonly now: Date };
type Made = Outcome<CustomFormId, 'unknown'> | Wrong;

const wrong = (field: string, message: FieldProblem['message']): Wrong => ({ ok: false, reason: 'wrong', problems: [{ field, message }] });
const consentsOf = (texts: CustomTexts): string => JSON.stringify(locales.map((one) => texts[one]?.consent ?? ''));

export function createMakingService({ repository, audit, transact }: Parts) {
  const record = (tx: DbTransaction, id: CustomFormId, deed: 'make' | 'change' | 'field', staffId: StaffId) =>
    audit.append(tx, { actor: `staff:${staffId}`, action: 'form-changed', subject: `form:${id}`, data: { deed } });

  /** An open form can be read in one language at least. */
  const isWhole = (form: Pick<CustomForm, 'state' | 'texts' | 'fields'>): boolean => form.state !== 'open' || languagesOf(form).length > 0;

  return {
    forms: (): Promise<readonly CustomForm[]> => repository.forms(customBounds.forms),
    form: (id: CustomFormId): Promise<CustomForm | undefined> => repository.form(id),

    /** Makes a form, or changes one that has a number; its address and fields stay. */
    save: ({ id, ...given }: Omit<CustomForm, 'id' | 'fields' | 'version'> & { readonly id: CustomFormId | undefined }, { staffId, now }: By): Promise<Made> =>
      transact(async (tx) => {
        const { opensOn, closesOn } = given;
        if (opensOn !== undefined && closesOn !== undefined && closesOn < opensOn) return wrong('closes_on', 'customforms.days_wrong');
        if (id === undefined) {
          await repository.formsInTurn(tx);
          if (await repository.isTaken(tx, given.slug)) return wrong('slug', 'customforms.slug_taken');
          if ((await repository.countForms(tx)) >= customBounds.forms) return wrong('slug', 'customforms.enough');
          const form = { ...given, fields: [], version: 1 };
          if (!isWhole(form)) return wrong('state', 'customforms.not_whole');
          const added = await repository.addForm(tx, form, now);
          await record(tx, added, 'make', staffId);
          return done(added);
        }
        const former = await repository.toChange(tx, id);
        if (!former) return refused('unknown');
        const version = consentsOf(former.texts) === consentsOf(given.texts) ? former.version : former.version + 1;
        const form: CustomForm = { ...former, ...given, id, slug: former.slug, version };
        if (!isWhole(form)) return wrong('state', 'customforms.not_whole');
        await repository.changeForm(tx, form, now);
        await record(tx, id, 'change', staffId);
        return done(id);
      }),

    /**
     * Adds, changes, moves or takes away a field, or a mark from which on a new step begins. Once something was sent with the form its fields stay what they are: words can be
     * mended, choices and fields added.
     * @param name of the field; undefined for a new one.
     */
    changeField: (
      id: CustomFormId,
      name: string | undefined,
      act: FieldAct,
      given: Omit<CustomPart, 'name'>,
      { staffId, now }: By,
    ): Promise<Outcome<CustomFormId, 'unknown' | 'not-now'> | Wrong> =>
      transact(async (tx) => {
        const form = await repository.toChange(tx, id);
        if (!form) return refused('unknown');
        const fields = [...form.fields];
        const at = fields.findIndex((one) => one.name === name);
        const former = fields[at];
        if (name === undefined) {
          const free = (given.kind === 'step' ? stepNames : customNames).find((one) => fields.every((field) => field.name !== one));
          if (act !== 'save') return refused('not-now');
          if (free === undefined) return wrong('act', 'customforms.enough');
          fields.push({ ...given, name: free });
        } else if (!former) {
          return refused('unknown');
        } else if (act === 'save') {
          const next = { ...given, name };
          if ((former.kind === 'step') !== (next.kind === 'step')) return wrong('kind', 'customforms.step_stays');
          if (!fitsAnswers(former, next) && (await repository.hasAnswers(tx, id))) return wrong('kind', 'customforms.has_answers');
          fields[at] = next;
        } else if (act === 'remove') {
          // A mark between two steps was answered by nobody.
          if (former.kind !== 'step' && (await repository.hasAnswers(tx, id))) return wrong('act', 'customforms.has_answers');
          fields.splice(at, 1);
        } else {
          const to = at + (act === 'up' ? -1 : 1);
          if (to < 0 || to >= fields.length) return refused('not-now');
          fields.splice(at, 1);
          fields.splice(to, 0, former);
        }
        // Whoever saves a field that hangs wrongly is told of what it hangs on; whoever moves, changes or removes another, of that.
        const loose = hangingLoose(fields);
        if (loose)
          return act === 'save' && (name === undefined || loose.name === name) ? wrong('when', 'customforms.when_wrong') : wrong('act', 'customforms.hung_on');
        const changed = { ...form, fields };
        if (!isWhole(changed)) return wrong('act', 'customforms.not_whole');
        await repository.changeForm(tx, changed, now);
        await record(tx, id, 'field', staffId);
        return done(id);
      }),
  };
}
