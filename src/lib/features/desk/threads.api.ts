import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { enquiryTeams } from '#lib/features/enquiries/enquiries.schema.ts';
import { locales } from '#lib/i18n/locales.ts';
import { ticked } from '#lib/forms/form.schema.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { EnquiryId, StaffId } from '#lib/ids/ids.ts';
import { referencePattern } from '#lib/ids/patterns.ts';
import { fault, faults } from '#lib/forms/field-faults.rules.ts';
import { doerOf, notFound } from './desk-caller.api.ts';
import { placeMark, placesIn, unknownPlaces } from './templates.rules.ts';
import * as contracts from './threads.contract.ts';
import { starterTemplates } from './starter-templates.words.ts';
import { plainActs } from './threads.schema.ts';
import type { Colleague } from './threads.schema.ts';
import type { ThreadDeed, ThreadsService } from './threads.service.ts';

type Parts = {
  readonly threads: ThreadsService;
  /** To whom threads can be given. */
  readonly colleagues: () => Promise<readonly Colleague[]>;
};

export function threadCalls({ threads, colleagues }: Parts): readonly BoundCall[] {
  /** Undefined for what is none: a colleague who has left, a reference that is no reference. */
  async function deedOf(act: string, { to, team, into }: Readonly<Record<'to' | 'team' | 'into', string>>): Promise<ThreadDeed | 'to' | 'into' | undefined> {
    const plain = plainActs.find((one) => one === act);
    if (plain) return { act: plain };
    if (act === 'give') {
      const id = parseId<StaffId>(to);
      return id !== undefined && (await colleagues()).some((one) => one.id === id) ? { act, to: id } : 'to';
    }
    if (act === 'team') {
      const found = enquiryTeams.find((one) => one === team);
      return found && { act, team: found };
    }
    const reference = into.normalize('NFKC').trim().toUpperCase();
    return referencePattern.test(reference) ? { act: 'merge', into: reference } : 'into';
  }

  return [
    bind(contracts.deskAnswerContract, async ({ enquiry_id, kind, text, close }, caller) => {
      const id = parseId<EnquiryId>(enquiry_id);
      if (id === undefined) return notFound;
      const outcome = await threads.write(id, kind === 'note' ? 'note' : 'answer', text, close === ticked, doerOf(caller));
      if (outcome.ok) return { ok: true, data: { enquiry_id: id } };
      if (outcome.reason === 'unfilled') {
        return faults([{ field: 'text', message: 'desk.place_left', values: { places: placesIn(text).map(placeMark).join(' ') } }]);
      }
      if (outcome.reason === 'no-text') return fault('text', 'desk.no_text');
      return outcome.reason === 'no-thread' ? notFound : fault('text', 'staff.not_now');
    }),
    bind(contracts.deskNoteContract, async ({ enquiry_id, text }, caller) => {
      const id = parseId<EnquiryId>(enquiry_id);
      const outcome = id === undefined ? undefined : await threads.write(id, 'note', text, false, doerOf(caller));
      if (id === undefined || !outcome) return notFound;
      if (outcome.ok) return { ok: true, data: { enquiry_id: id } };
      return outcome.reason === 'no-thread' ? notFound : fault('text', 'staff.not_now');
    }),
    bind(contracts.deskStartersContract, async (_, { locale, now }) => {
      const outcome = await threads.takeStarters(starterTemplates(locale), now);
      return outcome.ok ? { ok: true, data: { count: outcome.value } } : { ok: false, error: 'enough-for-today' };
    }),
    bind(contracts.deskActContract, async ({ enquiry_id, act, to, team, into }, caller) => {
      const id = parseId<EnquiryId>(enquiry_id);
      const deed = await deedOf(act, { to, team, into });
      if (id === undefined || deed === undefined) return notFound;
      if (deed === 'to') return fault('to', 'staff.not_now');
      if (deed === 'into') return fault('into', 'desk.no_thread');
      const outcome = await threads.act(id, deed, doerOf(caller));
      if (outcome.ok) return { ok: true, data: { enquiry_id: id, act } };
      if (outcome.reason === 'other-person') return fault('into', 'desk.other_person');
      if (outcome.reason === 'no-thread') return act === 'merge' ? fault('into', 'desk.no_thread') : notFound;
      return fault('act', 'staff.not_now');
    }),
    bind(contracts.deskTemplateContract, async ({ template_id, name, ...given }, { now }) => {
      const id = template_id === '' || template_id === 'new' ? undefined : Number(template_id);
      if (id !== undefined && !(id > 0 && id <= 2_147_483_647)) return notFound;
      const texts = Object.fromEntries(locales.flatMap((locale) => (given[locale] === '' ? [] : [[locale, given[locale]]])));
      const wrong = locales.flatMap((field) => {
        const places = unknownPlaces(given[field]).join(' ');
        return places === '' ? [] : [{ field, message: 'desk.place_unknown', values: { places } } as const];
      });
      if (wrong.length > 0) return faults(wrong);
      const outcome = await threads.saveTemplate({ id, name, texts }, now);
      if (outcome.ok) return { ok: true, data: {} };
      return outcome.reason === 'unknown' ? notFound : { ok: false, error: 'enough-for-today' };
    }),
  ];
}
