/** A supplier's name as an address part, and what counts as the same name. */

/** Folds what people vary without meaning another name: case, width, accents, spacing. */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('đ', 'd')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .normalize('NFC')
    .trim();
}

/** FNV-1a over UTF-16 units, twice with different starts: enough to tell names apart that have no Latin letters. */
function fingerprint(text: string): string {
  let parts = '';
  for (let value of [0x811c9dc5, 0x01234567]) {
    for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
    parts += (value >>> 0).toString(36);
  }
  return parts;
}

/**
 * The slug of a supplier. Letters beyond ASCII cannot stand in it, so such names end with a fingerprint.
 * @example supplierSlug('Café  Höfe & Söhne') // 'cafe-hofe-sohne'
 */
export function supplierSlug(name: string): string {
  const folded = foldName(name)
    .replace(/[\s\p{P}\p{S}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  const ascii = folded
    .replace(/[^a-z0-9-]/g, '')
    .replace(/-+/g, '-')
    .replace(/^-+|-+$/g, '');
  return ascii === folded && ascii !== '' ? ascii : `${ascii || 'supplier'}-${fingerprint(folded)}`;
}
