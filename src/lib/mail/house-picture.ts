/** The picture of a home in a mail: one of ours, as JPEG, which every mail program shows. */
import { mailPicturePath } from '#lib/seo/og.ts';
import type { Block } from './layout.ts';

/** @param alt says what is on it; a mail says nothing by the picture alone, for many programs block it at first. */
export const housePicture = (houseId: number | undefined, alt: string, absolute: (path: string) => string): readonly Block[] =>
  houseId === undefined ? [] : [{ kind: 'picture', src: absolute(mailPicturePath(houseId)), alt }];
