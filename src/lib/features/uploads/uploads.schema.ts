/** Files that readers bring, and to whom they belong. */
import { dayMs } from '#lib/dates/dates.ts';
import type { FileKind, FilePurpose } from '#lib/forms/files.schema.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { fileMessages } from '#lib/forms/files.schema.ts';

/** Whose a file is: of who is signed in, else of the visit before. */
export type FileOwner = { readonly userId: UserId | undefined; readonly visit: string | undefined };

/** A file that is kept. Its name is the owner's. */
export type Upload = {
  readonly id: string;
  readonly purpose: FilePurpose;
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  readonly createdAt: Date;
};

/** Why a file is not taken, in words of the catalogue. */
export type FileFault = { readonly message: (typeof fileMessages)[number]; readonly values: Readonly<Record<string, string | number>> };

/** What is kept of a file: the same bytes, or a picture made of them. */
export type TakenFile = { readonly bytes: Buffer; readonly ending: 'webp' | 'pdf' | 'docx' };

export const typeOfEnding = {
  webp: 'image/webp',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const satisfies Record<TakenFile['ending'], string>;

/** The ending of a kept file, by its type; undefined for a type of which none is kept. */
export const endingOfType = (type: string): TakenFile['ending'] | undefined =>
  (Object.keys(typeOfEnding) as TakenFile['ending'][]).find((ending) => typeOfEnding[ending] === type);

/** A file as its owner finds it on a page. `isMadeAnew`: it is a picture made of what they brought, and is called otherwise. */
export type BroughtFile = { readonly name: string; readonly href: string; readonly isMadeAnew: boolean };

/** A file of its owner's, for a page. */
export const broughtFile = ({ id, name, type }: Pick<Upload, 'id' | 'name' | 'type'>): BroughtFile => ({
  name,
  href: `/users/files/${id}`,
  isMadeAnew: type === typeOfEnding.webp,
});

/** Kinds that are looked at and made anew. */
export const isPicture = (kind: FileKind): kind is 'jpeg' | 'png' | 'webp' => kind === 'jpeg' || kind === 'png' || kind === 'webp';

/** Files that may wait at once for one person or visit to send their form. */
export const mostWaiting = 10;
/** Files that may wait at once from one network address, and bytes of all that wait. */
export const mostWaitingOf = { address: 20, bytes: 2 * 1_073_741_824 } as const;
/** Milliseconds after which a file that no form was sent with is gone. */
export const waitsFor = dayMs;
