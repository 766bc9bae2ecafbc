/** How documents and reasons of names that staff confirm are said. Browser-safe. */
import type { MessageKey } from '#lib/i18n/t.ts';
import type { NameDocument, NameReason } from './names-by-hand.schema.ts';

export const documentLabels = {
  passport: 'realname.document_passport',
  'residence-permit': 'realname.document_residence',
  'travel-document': 'realname.document_travel',
  'id-card': 'realname.document_card',
} as const satisfies Record<NameDocument, MessageKey>;

export const nameReasonLabels = {
  'no-card': 'realname.reason_no_card',
  'register-wrong': 'realname.reason_wrong',
  'register-away': 'realname.reason_away',
} as const satisfies Record<NameReason, MessageKey>;
