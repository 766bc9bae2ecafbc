/** What is said of evidence. Browser-safe. */
import type { MessageKey, T } from '#lib/i18n/t.ts';
import type { Condition, EvidencePlace, Occasion, Party } from './evidence.schema.ts';

export const occasionLabels = { 'move-in': 'evidence.move_in', 'move-out': 'evidence.move_out' } as const satisfies Record<Occasion, MessageKey>;

export const placeLabels = {
  bedroom: 'evidence.bedroom',
  bathroom: 'evidence.bathroom',
  kitchen: 'evidence.kitchen',
  living: 'evidence.living',
  hall: 'evidence.hall',
  outside: 'evidence.outside',
  keys: 'evidence.keys',
  meters: 'evidence.meters',
} as const satisfies Record<EvidencePlace, MessageKey>;

export const conditionLabels = {
  good: 'evidence.good',
  worn: 'evidence.worn',
  damaged: 'evidence.damaged',
  missing: 'evidence.missing',
} as const satisfies Record<Condition, MessageKey>;

/** Which entries somebody signed: all up to one. */
export const saySigned = (t: T, upTo: number): string => (upTo === 1 ? t('evidence.signed_first') : t('evidence.signed_up_to', { number: upTo }));

export const partyLabels = { student: 'evidence.student', provider: 'evidence.provider' } as const satisfies Record<Party, MessageKey>;

/** Of an entry that was added after a party had signed. */
export const afterSignatureLabels = {
  student: 'evidence.after_student',
  provider: 'evidence.after_provider',
} as const satisfies Record<Party, MessageKey>;
