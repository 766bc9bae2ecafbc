/** Video viewings: somebody of the staff goes to a home, shows it by video, and answers what the reader wants to know. Browser-safe. */
import { formDefinition } from '#lib/forms/form.schema.ts';
import { idDigits, referencePattern } from '#lib/ids/patterns.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { CityId, HouseId, StaffId, UserId } from '#lib/ids/ids.ts';
import type { Money } from '#lib/money/money.ts';
import type { ViewingState } from './viewings.process.rules.ts';

/** Of the wording of the consent; it changes whenever that does. */
export const viewingConsentVersion = '2026-12-01';
/** Minutes in which a place must be paid. */
export const payMinutes = 30;
/** Viewings that one account may have ahead of it. */
export const mostViewings = 3;
/** Hours before its beginning until which a slot can be taken. */
export const leadHours = 4;
/** Days for which slots are shown. */
export const shownDays = 21;
/** Days after paying in which all comes back as long as it has not begun (the right of withdrawal). */
export const withdrawalDays = 14;
/** Hours before the beginning until which all comes back later than that. */
export const freeCancelHours = 24;
/** Hours before the beginning at which its reader is reminded. */
export const reminderHours = { day: 24, hour: 1 } as const;
export type Reminder = keyof typeof reminderHours;

const slotId = {
  kind: 'select',
  name: 'slot',
  required: true,
  choices: { given: true, maxLength: 10 },
  rules: [{ kind: 'reg', pattern: idDigits }],
} as const;
const code = {
  kind: 'hidden',
  name: 'code',
  label: 'viewings.code',
  required: true,
  maxLength: 9,
  rules: [{ kind: 'reg', pattern: referencePattern }],
} as const;

export const bookViewingForm = formDefinition({
  id: 'viewing',
  fields: [
    { kind: 'hidden', name: 'house_id', label: 'viewings.home', required: true, maxLength: 10, rules: [{ kind: 'reg', pattern: idDigits }] },
    { ...slotId, label: 'viewings.slot', hint: 'viewings.slot_hint' },
    { kind: 'textarea', name: 'note', label: 'viewings.note', hint: 'viewings.note_hint', maxLength: 1_000, rows: 4 },
  ],
  consents: [{ id: 'begin', version: viewingConsentVersion, text: 'viewings.consent_begin', required: true }],
  submit: 'viewings.book',
  answers: ['viewings.slot_gone', 'viewings.too_many'],
});

/** Another time for a viewing that is booked. */
export const moveViewingForm = formDefinition({
  id: 'move-viewing',
  fields: [code, { ...slotId, label: 'viewings.new_slot', hint: 'viewings.new_slot_hint' }],
  submit: 'viewings.move',
  answers: ['viewings.slot_gone', 'viewings.not_now'],
});

/** Another time that staff give a viewing. */
export const staffMoveForm = formDefinition({
  id: 'staff-move-viewing',
  fields: [code, { ...slotId, label: 'viewings.new_slot' }],
  submit: 'viewings.staff_move_submit',
  answers: ['viewings.slot_gone', 'viewings.not_now'],
});

export const cancelViewingForm = formDefinition({
  id: 'cancel-viewing',
  fields: [code],
  submit: 'viewings.cancel',
  ends: { asks: 'step' },
  answers: ['viewings.not_now'],
});

/** The slots of a day, made by staff: a date and times of the city. */
export const slotsForm = formDefinition({
  id: 'viewing-slots',
  fields: [
    { kind: 'hidden', name: 'city_id', label: 'viewings.city', required: true, maxLength: 10, rules: [{ kind: 'reg', pattern: idDigits }] },
    { kind: 'date', name: 'on', label: 'viewings.on', required: true },
    { kind: 'text', name: 'times', label: 'viewings.times', hint: 'viewings.times_hint', required: true, maxLength: 120 },
    { kind: 'number', name: 'minutes', label: 'viewings.minutes', required: true, maxLength: 3 },
    { kind: 'number', name: 'places', label: 'viewings.places', required: true, maxLength: 2 },
  ],
  submit: 'viewings.open_slots',
  answers: ['viewings.times_wrong', 'viewings.past_day', 'viewings.minutes_wrong', 'viewings.places_wrong'],
});

export const closeSlotForm = formDefinition({
  id: 'close-viewing-slot',
  fields: [{ kind: 'hidden', name: 'slot_id', label: 'viewings.slot', required: true, maxLength: 10, rules: [{ kind: 'reg', pattern: idDigits }] }],
  submit: 'viewings.close_slot',
  ends: { asks: 'page' },
});

export const viewingResultForm = formDefinition({
  id: 'viewing-result',
  fields: [
    code,
    {
      kind: 'radio',
      name: 'outcome',
      label: 'viewings.outcome',
      required: true,
      choices: [
        { value: 'done', label: 'viewings.outcome_done' },
        { value: 'missed', label: 'viewings.outcome_missed' },
      ],
    },
    { kind: 'text', name: 'recording', label: 'viewings.recording', hint: 'viewings.recording_hint', maxLength: 500, inputmode: 'url' },
    { kind: 'textarea', name: 'notes', label: 'viewings.notes', hint: 'viewings.notes_hint', required: true, maxLength: 4_000 },
  ],
  submit: 'viewings.save_result',
  ends: { when: { field: 'outcome', is: ['missed'] }, asks: 'step' },
  answers: ['viewings.recording_wrong', 'viewings.not_now', 'viewings.too_early'],
});

/** A time at which staff can show homes of a city. */
export type Slot = {
  readonly id: number;
  readonly cityId: CityId;
  readonly startsAt: Date;
  readonly minutes: number;
  readonly places: number;
  /** How many of the places are taken. */
  readonly taken: number;
  readonly isClosed: boolean;
};

/** What was found: a link to the recording, where there is one, and what was seen. */
export type ViewingResult = { readonly recording: string; readonly notes: string };

export type Viewing = {
  readonly id: number;
  readonly code: string;
  readonly userId: UserId;
  readonly houseId: HouseId;
  readonly slot: { readonly id: number; readonly startsAt: Date; readonly minutes: number };
  readonly state: ViewingState;
  readonly amount: Money;
  readonly locale: Locale;
  /** What the reader wants to see; empty where they said nothing, or where the secret is gone. */
  readonly note: string;
  readonly madeAt: Date;
  readonly payUntil: Date;
  readonly paidAt: Date | undefined;
  readonly result: ViewingResult | undefined;
  readonly seenBy: StaffId | undefined;
  /** How often it was moved to another time. */
  readonly moves: number;
  /** Whether we gave it the time that it has, and its reader did not choose it. */
  readonly isMovedByUs: boolean;
};
