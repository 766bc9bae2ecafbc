/** Decisions about what somebody wrote down of a home, and the page of its form. Pure, browser-safe. */
import type { OrderState } from '#lib/features/orders/order.process.rules.ts';
import { formPage } from '#lib/forms/form-page.schema.ts';
import type { FormPage } from '#lib/forms/form-page.schema.ts';
import type { FormName } from '#lib/forms/form-names.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { Paths } from '#lib/paths.ts';
import { evidenceContract } from './evidence.contract.ts';
import { evidenceForm } from './evidence.schema.ts';
import type { EvidenceEntry } from './evidence.schema.ts';

/** Whether something can be written down: from when the home is somebody's until their lease is over and done. */
export const takesEvidence = (state: OrderState): boolean => state === 'confirmed' || state === 'checked_in' || state === 'completed';

/**
 * What of an entry its digest is made of, as one text: the same entry is the same text wherever it is made.
 * @param photos SHA-256 of each photograph, in their order
 */
export const canonical = (
  { number, occasion, place, item, condition, note, madeAt }: Omit<EvidenceEntry, 'hash' | 'photos'>,
  photos: readonly string[],
): string => JSON.stringify([number, occasion, place, item, condition, note, photos, madeAt.toISOString()]);

/** Where the first digest begins. @example chainStart('K7QM-2XPA') // 'evidence K7QM-2XPA' */
export const chainStart = (code: string): string => `evidence ${code}`;

/** The page on which entries are made and read. */
export const evidencePath = (paths: Paths, code: string): string => `${paths.to('profile_evidence')}?${new URLSearchParams({ orderCode: code })}`;

/** Where its file is. @example evidenceFilePath('K7QM-2XPA', 'vi-vn') // '/users/evidence/vi-vn/K7QM-2XPA.pdf' */
export const evidenceFilePath = (code: string, locale: Locale): string => `/users/evidence/${locale}/${code}.pdf`;

/** Where who wrote it down fetches a photograph. @example evidencePhotoPath('1b2c') // '/users/files/1b2c' */
export const evidencePhotoPath = (file: string): string => `/users/files/${file}`;

export const evidencePages = {
  evidence: formPage({
    definition: evidenceForm,
    contract: evidenceContract,
    done: ({ code }, { paths }) => `${evidencePath(paths, code)}&done=added`,
  }),
} as const satisfies Partial<Record<FormName, FormPage>>;
