import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { staffIdOf } from '#lib/api/caller.ts';
import type { Caller } from '#lib/api/caller.ts';
import { fault, faults } from '#lib/forms/field-faults.rules.ts';
import { ticked } from '#lib/forms/form.schema.ts';
import { asId, parseId } from '#lib/ids/ids.ts';
import type { CustomAnswerId, CustomFormId, StaffId, UserId } from '#lib/ids/ids.ts';
import { locales } from '#lib/i18n/locales.ts';
import type { AnsweringService } from './answering.service.ts';
import * as contracts from './custom-forms.contract.ts';
import { askedOf, fileOf, isChoosing } from './custom-definitions.rules.ts';
import { readChoices, readCondition, standOf } from './custom-forms.rules.ts';
import * as schema from './custom-forms.schema.ts';
import type { CustomTexts } from './custom-forms.schema.ts';
import type { FillingService } from './filling.service.ts';
import { textName } from './making-forms.schema.ts';
import type { MakingService } from './making.service.ts';

type Parts = { readonly answering: AnsweringService; readonly filling: Pick<FillingService, 'step'>; readonly making: MakingService };

const notFound = { ok: false, error: 'not-found' } as const;

const byOf = (caller: Caller): { readonly staffId: StaffId; readonly now: Date } => ({ staffId: staffIdOf(caller), now: caller.now });

/** Words of a form that the page's own language has none of: those that staff wrote. */
const givenIn = (words: unknown): string => (typeof words === 'object' && words !== null && 'given' in words ? String(words.given) : '');

export function customFormCalls({ answering, filling, making }: Parts): readonly BoundCall[] {
  return [
    bind(contracts.readFormContract, async ({ form: slug }, { locale, now }) => {
      const form = await answering.bySlug(slug);
      const shown = form && standOf(form, now) === 'open' ? answering.shownIn(form, locale) : undefined;
      if (!form || !shown) return notFound;
      const { language, definition, steps } = shown;
      const { title = '', lead = '' } = form.texts[language] ?? {};
      return {
        ok: true,
        data: {
          form: slug,
          language,
          title,
          lead,
          closes_on: form.closesOn ?? null,
          fields: askedOf(form).map(({ name, kind, required, labels, hints, choices, when, file }) => ({
            name,
            kind,
            label: labels[language] ?? '',
            hint: hints?.[language] ?? '',
            required,
            choices: isChoosing(kind) ? (choices[language] ?? []).map((label, at) => ({ value: String(at + 1), label })) : [],
            when: when ? { field: when.field, is: when.choice === 'tick' ? ticked : String(when.choice) } : null,
            ...(kind === 'file' ? { file: { purpose: schema.filesTaken[fileOf({ file }).takes], megabytes: fileOf({ file }).megabytes } } : {}),
          })),
          ...(steps.length > 1 ? { steps: steps.map(({ title, lead, names }) => ({ title, lead, fields: [...names] })) } : {}),
          consents: (definition.consents ?? []).map(({ id, version, text }) => ({ name: `consent_${id}`, value: version, text: givenIn(text) })),
        },
      };
    }),
    bind(contracts.answerFormContract, async ({ form, ...values }, caller) => {
      const { session, preSession, deviceId, address, captcha, locale, now } = caller;
      const sender = { userId: session && asId<UserId>(session.userId), visit: preSession, visitor: preSession ?? deviceId, address, proof: captcha };
      const outcome = await answering.take(form ?? '', values, locale, sender, now);
      if (outcome.ok) return { ok: true, data: outcome.value };
      switch (outcome.reason) {
        case 'wrong':
          return faults(outcome.problems);
        case 'gone':
          return notFound;
        case 'enough':
          return { ok: false, error: 'enough-for-today' };
        case 'no-proof':
          return { ok: false, error: 'captcha-needed' };
        case 'no-draft':
          return { ok: false, error: 'stale-form' };
      }
    }),
    bind(contracts.formStepContract, async ({ form: slug, step: at, go, ...given }, { session, preSession, address, locale, now }) => {
      const form = await answering.bySlug(slug ?? '');
      const shown = form && standOf(form, now) === 'open' ? answering.shownIn(form, locale) : undefined;
      const step = shown?.steps.find(({ number }) => String(number) === at);
      if (!form || !shown || !step || shown.steps.length < 2) return notFound;
      const sender = { userId: session && asId<UserId>(session.userId), visit: preSession, address };
      const act = schema.stepActs.find((one) => one === go) ?? 'on';
      const outcome = await filling.step({ id: form.id, ...shown }, step, act, given, sender, now);
      if (outcome.ok) return { ok: true, data: { next: outcome.value } };
      if (outcome.reason === 'wrong') return faults(outcome.problems);
      return { ok: false, error: outcome.reason === 'enough' ? 'enough-for-today' : 'stale-form' };
    }),
    bind(contracts.customFormSaveContract, async ({ form_id, ...given }, caller) => {
      const id = form_id === 'new' ? undefined : parseId<CustomFormId>(form_id);
      if (id === undefined && form_id !== 'new') return notFound;
      const texts: CustomTexts = Object.fromEntries(
        locales.flatMap((locale) => {
          const said = (what: 'title' | 'lead' | 'thanks' | 'consent'): string => given[textName(what, locale)] ?? '';
          const text = { title: said('title'), lead: said('lead'), thanks: said('thanks'), consent: said('consent') };
          return Object.values(text).some((one) => one !== '') ? [[locale, text]] : [];
        }),
      );
      const state = schema.customStates.find((one) => one === given['state']) ?? 'draft';
      const made = await making.save(
        { id, slug: given['slug'] ?? '', state, opensOn: given['opens_on'] || undefined, closesOn: given['closes_on'] || undefined, texts },
        byOf(caller),
      );
      if (made.ok) return { ok: true, data: { form_id: made.value } };
      return made.reason === 'wrong' ? faults(made.problems) : notFound;
    }),
    bind(contracts.customFieldContract, async ({ form_id, field, act: wantedAct, kind: wantedKind, required, when, takes, megabytes, ...given }, caller) => {
      const id = parseId<CustomFormId>(form_id);
      const kind = schema.partKinds.find((one) => one === wantedKind);
      const act = schema.fieldActs.find((one) => one === wantedAct);
      if (id === undefined || !kind || !act) return notFound;
      const said = (what: 'label' | 'hint') =>
        Object.fromEntries(locales.flatMap((one) => (given[textName(what, one)] ? [[one, given[textName(what, one)] ?? '']] : [])));
      const labels = said('label');
      const choices = Object.fromEntries(
        locales.flatMap((one) => {
          const lines = isChoosing(kind) ? readChoices(given[textName('choices', one)] ?? '') : [];
          return lines.length > 0 ? [[one, lines]] : [];
        }),
      );
      const { choices: most, choice: longest } = schema.customBounds;
      const bad = locales.find((one) => (choices[one] ?? []).length > most || (choices[one] ?? []).some((line) => line.length > longest));
      if (bad) return fault(textName('choices', bad), 'customforms.choices_wrong');
      const file = {
        takes: (Object.keys(schema.filesTaken) as schema.FileTaken[]).find((one) => one === takes) ?? 'either',
        megabytes: schema.fileSizes.find((size) => String(size) === megabytes) ?? 10,
      };
      const changed = await making.changeField(
        id,
        field === 'new' ? undefined : field,
        act,
        { kind, required: required === ticked, labels, hints: said('hint'), choices, when: readCondition(when ?? ''), ...(kind === 'file' ? { file } : {}) },
        byOf(caller),
      );
      if (changed.ok) return { ok: true, data: { form_id: changed.value } };
      if (changed.reason === 'wrong') return faults(changed.problems);
      return changed.reason === 'not-now' ? fault('act', 'staff.not_now') : notFound;
    }),
    bind(contracts.answerActContract, async ({ answer_id, act: given }, caller) => {
      const id = parseId<CustomAnswerId>(answer_id);
      const act = schema.answerActs.find((one) => one === given);
      if (id === undefined || !act) return notFound;
      const { staffId, now } = byOf(caller);
      const outcome = await answering.act(id, act, staffId, now);
      if (outcome.ok) return { ok: true, data: { act } };
      return outcome.reason === 'unknown' ? notFound : fault('act', 'staff.not_now');
    }),
  ];
}
