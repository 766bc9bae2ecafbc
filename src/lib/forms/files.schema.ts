/** What files forms may ask for, and what they take. Browser-safe. */
import type { MessageKey } from '#lib/i18n/t.ts';

/** Kinds of files, each known by its content alone. */
export type FileKind = 'jpeg' | 'png' | 'webp' | 'pdf' | 'docx';

type Purpose = {
  readonly takes: readonly FileKind[];
  /** As people call them. */
  readonly called: string;
  /** Largest file, in megabytes (2²⁰ bytes). */
  readonly megabytes: number;
  /** Lies encrypted in the storage: it says who somebody is. */
  readonly sealed?: true;
};

export const filePurposes = {
  /** Of a person; it is kept as a square of 512 points. */
  picture: { takes: ['jpeg', 'png', 'webp'], called: 'JPEG, PNG, WebP', megabytes: 10 },
  /** What somebody saw; at most 2,000 points wide and high. */
  screenshot: { takes: ['jpeg', 'png', 'webp'], called: 'JPEG, PNG, WebP', megabytes: 10 },
  /** Of a home that somebody lived in, to be shown on its pages. */
  review: { takes: ['jpeg', 'png', 'webp'], called: 'JPEG, PNG, WebP', megabytes: 10 },
  /** What a home was like when somebody moved in or out. */
  evidence: { takes: ['jpeg', 'png', 'webp'], called: 'JPEG, PNG, WebP', megabytes: 10, sealed: true },
  resume: { takes: ['pdf', 'docx'], called: 'PDF, DOCX', megabytes: 10 },
  /** What shows that somebody sent a transfer. */
  voucher: { takes: ['pdf', 'jpeg', 'png', 'webp'], called: 'PDF, JPEG, PNG, WebP', megabytes: 10, sealed: true },
  /** What proves who applies for a home, and for what they come. */
  application: { takes: ['pdf', 'jpeg', 'png', 'webp'], called: 'PDF, JPEG, PNG, WebP', megabytes: 10, sealed: true },
  /** What shows that rent is owed, or was transferred. */
  rent: { takes: ['pdf', 'jpeg', 'png', 'webp'], called: 'PDF, JPEG, PNG, WebP', megabytes: 10, sealed: true },
  /** What a form that staff made asks for: a picture, a document, or either. */
  'form-picture': { takes: ['jpeg', 'png', 'webp'], called: 'JPEG, PNG, WebP', megabytes: 10, sealed: true },
  'form-pdf': { takes: ['pdf'], called: 'PDF', megabytes: 10, sealed: true },
  'form-file': { takes: ['pdf', 'jpeg', 'png', 'webp'], called: 'PDF, JPEG, PNG, WebP', megabytes: 10, sealed: true },
} as const satisfies Record<string, Purpose>;
export type FilePurpose = keyof typeof filePurposes;
export const filePurposeNames = Object.keys(filePurposes) as readonly FilePurpose[];

const endings: Readonly<Record<FileKind, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  pdf: 'application/pdf,.pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document,.docx',
};

/** What the chooser of a browser offers. @example acceptOf('picture') // 'image/jpeg,image/png,image/webp' */
export const acceptOf = (purpose: FilePurpose): string => filePurposes[purpose].takes.map((kind) => endings[kind]).join(',');

/** Kinds of files as people call them, in a list as the language sets it. @example calledIn('form-file', 'zh-CN') // 'PDF、JPEG、PNG、WebP' */
export const calledIn = (purpose: FilePurpose, intl: string): string => filePurposes[purpose].called.replaceAll(', ', intl.startsWith('zh') ? '、' : ', ');

/** The largest file a field takes, in megabytes. @example mostMegabytes({ purpose: 'form-pdf', megabytes: 2 }) // 2 */
export const mostMegabytes = ({ purpose, megabytes }: { readonly purpose: FilePurpose; readonly megabytes?: number }): number =>
  Math.min(megabytes ?? Infinity, filePurposes[purpose].megabytes);

/** What can be wrong with a file. */
export const fileMessages = [
  'files.gone',
  'files.type',
  'files.size',
  'files.together',
  'files.empty',
  'files.damaged',
  'files.points',
  'files.active',
  'files.mixed',
  'files.name',
] as const satisfies readonly MessageKey[];

/** A file as it came: its name is whatever the sender says, and so is its type, which nobody asks for. */
export type GivenFile = { readonly name: string; readonly bytes: Buffer };

/** A file that was taken and waits to be sent with its form. Sizes in bytes. */
export type KeptFile = { readonly id: string; readonly name: string; readonly bytes: number };

/** The value that takes a kept file away again. */
export const removalOf = (name: string): string => `${name}_remove`;

/** What a file is named by: a UUID. */
export const fileIdPattern = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;
