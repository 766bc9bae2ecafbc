/** A list of homes that travels in an address: `/favourites?ids=12,15&list_name=Leeds`. Pure. */
import { parseId } from '#lib/ids/ids.ts';
import type { HouseId } from '#lib/ids/ids.ts';

/** Homes on one such page. */
export const shortlistMost = 30;
/** Characters of a list's name. */
export const listNameLength = 40;

/** The homes of the address, each once. @example parseShortlist('12,x,12,15') // [12, 15] */
export function parseShortlist(text: string | null): readonly HouseId[] {
  const ids = (text ?? '').split(',', shortlistMost * 2).flatMap((part) => parseId<HouseId>(part) ?? []);
  return [...new Set(ids)].slice(0, shortlistMost);
}

/**
 * The name somebody gave a list: words and figures, nothing that could pass for an address or a sum of ours.
 * @example canonicalListName(' Leeds, with Linh ') // 'Leeds, with Linh'
 * @example canonicalListName('pay at evil.example') // undefined
 */
export function canonicalListName(text: string): string | undefined {
  const name = text.trim().normalize('NFC');
  return /^[\p{L}\p{M}\p{N} ,，、'’&()（）–-]{1,40}$/u.test(name) && !/\d{5}/.test(name) ? name : undefined;
}
