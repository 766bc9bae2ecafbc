/** Decisions about what somebody wrote down of a home, and the page of its form. Pure, browser-safe. */
import type { OrderState } from '#lib/features/orders/order.process.rules.ts';
import { formPage } from '#lib/forms/form-page.schema.ts';
import type { FormPage } from '#lib/forms/form-page.schema.ts';
import type { FormName } from '#lib/forms/form-names.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { Paths } from '#lib/paths.ts';
import { supplierLinkPath } from '#lib/features/supplier-links/supplier-links.rules.ts';
import * as contracts from './evidence.contract.ts';
import * as forms from './evidence.schema.ts';
import type { EvidenceEntry, Party } from './evidence.schema.ts';

/** Whether something can be written down: from when the home is somebody's until their lease is over and done. */
export const takesEvidence = (state: OrderState): boolean => state === 'confirmed' || state === 'checked_in' || state === 'completed';

/** The page on which entries are made and read. */
export const evidencePath = (paths: Paths, code: string): string => `${paths.to('profile_evidence')}?${new URLSearchParams({ orderCode: code })}`;

/** Where its file is. @example evidenceFilePath('K7QM-2XPA', 'vi-vn') // '/users/evidence/vi-vn/K7QM-2XPA.pdf' */
export const evidenceFilePath = (code: string, locale: Locale): string => `/users/evidence/${locale}/${code}.pdf`;

/** What a party can remark on: what the other wrote down. */
export const remarkable = (entries: readonly EvidenceEntry[], by: Party): readonly EvidenceEntry[] => entries.filter(({ party }) => party !== by);

const withEntry = (entry: number | undefined): string => (entry === undefined ? '' : `&${new URLSearchParams({ entry: String(entry) })}`);
const orderQuery = (code: string): string => `?${new URLSearchParams({ orderCode: code })}`;
const keyQuery = (key: string): string => `?${new URLSearchParams({ key })}`;

/** Where one of an order, or of a link, goes on: to remark on an entry, to sign, or to send the provider a link. */
export const evidenceRemarkPath = (paths: Paths, code: string, entry?: number): string =>
  `${paths.to('profile_evidence_remark')}${orderQuery(code)}${withEntry(entry)}`;
export const evidenceSignPath = (paths: Paths, code: string): string => `${paths.to('profile_evidence_sign')}${orderQuery(code)}`;
export const evidenceLinkPath = (paths: Paths, code: string): string => `${paths.to('profile_evidence_link')}${orderQuery(code)}`;
export const supplierRemarkPath = (paths: Paths, key: string, entry?: number): string => `${paths.to('supplier_remark')}${keyQuery(key)}${withEntry(entry)}`;
export const supplierSignPath = (paths: Paths, key: string): string => `${paths.to('supplier_sign')}${keyQuery(key)}`;

/** Where its file and its photographs are, for who has an order, or with `key` for a provider by their link. */
export const supplierEvidenceFilePath = (code: string, locale: Locale, key: string): string => `${evidenceFilePath(code, locale)}${keyQuery(key)}`;
/** Where who has the order fetches a photograph. @example evidencePhotoPath('1b2c') // '/users/files/1b2c' */
export const evidencePhotoPath = (file: string): string => `/users/files/${file}`;
/** @example supplierPhotoPath('1b2c', 'k') // '/users/evidence/photos/1b2c?key=k' */
export const supplierPhotoPath = (file: string, key: string): string => `/users/evidence/photos/${file}${keyQuery(key)}`;

const keyOf = (values: Readonly<Record<string, string>>): string => values['key'] ?? '';

export const evidencePages = {
  evidence: formPage({
    definition: forms.evidenceForm,
    contract: contracts.evidenceContract,
    done: ({ code }, { paths }) => `${evidencePath(paths, code)}&done=added`,
  }),
  'evidence-remark': formPage({
    definition: forms.evidenceRemarkForm,
    contract: contracts.evidenceRemarkContract,
    done: ({ code }, { paths }) => `${evidencePath(paths, code)}&done=added`,
  }),
  'evidence-sign': formPage({
    definition: forms.evidenceSignForm,
    contract: contracts.evidenceSignContract,
    done: ({ code }, { paths }) => `${evidencePath(paths, code)}&done=signed`,
  }),
  'evidence-link': formPage({
    definition: forms.evidenceLinkForm,
    contract: contracts.evidenceLinkContract,
    done: ({ code, act }, { paths }) => `${evidenceLinkPath(paths, code)}&done=${act}`,
  }),
  'supplier-evidence': formPage({
    definition: forms.supplierEvidenceForm,
    contract: contracts.supplierEvidenceContract,
    done: (_, { paths, values }) => `${supplierLinkPath(paths, 'condition', keyOf(values))}&done=added`,
  }),
  'supplier-remark': formPage({
    definition: forms.supplierRemarkForm,
    contract: contracts.supplierRemarkContract,
    done: (_, { paths, values }) => `${supplierLinkPath(paths, 'condition', keyOf(values))}&done=added`,
  }),
  'supplier-sign': formPage({
    definition: forms.supplierSignForm,
    contract: contracts.supplierSignContract,
    done: (_, { paths, values }) => `${supplierLinkPath(paths, 'condition', keyOf(values))}&done=signed`,
  }),
  'desk-evidence-link': formPage({
    definition: forms.staffEvidenceLinkForm,
    contract: contracts.staffEvidenceLinkContract,
    valuesOf: ({ order = '' }) => ({ code: order }),
    done: ({ code, act }, { paths }) => `${paths.to('staff_evidence', { order: code })}?done=${act}`,
  }),
} as const satisfies Partial<Record<FormName, FormPage>>;
