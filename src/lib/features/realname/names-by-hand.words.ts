/** How documents and reasons of names that staff confirm are said. Browser-safe. */
import { formatDate } from '#lib/dates/dates.ts';
import type { MessageKey, T } from '#lib/i18n/t.ts';
import type { NameByHand, NameDocument, NameReason } from './names-by-hand.schema.ts';

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

/** What was seen, how, and by whom of the staff. @param who names of those who asked and agreed; empty where nobody knows. */
export function sayNameByHand(
  { name, document, reason, note, askedAt, agreedAt }: NameByHand,
  who: { readonly asked: string; readonly agreed: string },
  { t, intl }: { readonly t: T; readonly intl: string },
): readonly { readonly label: string; readonly value: string }[] {
  const by = (one: string, at: Date): string => [one, formatDate(at.toISOString().slice(0, 10), intl)].filter(Boolean).join(' · ');
  return [
    { label: t('realname.hand_name'), value: name },
    { label: t('realname.hand_document'), value: t(documentLabels[document]) },
    { label: t('staff.reason'), value: t(nameReasonLabels[reason]) },
    { label: t('realname.hand_note'), value: note },
    { label: t('realname.hand_by'), value: by(who.asked, askedAt) },
    ...(agreedAt ? [{ label: t('realname.hand_second'), value: by(who.agreed, agreedAt) }] : []),
  ];
}
