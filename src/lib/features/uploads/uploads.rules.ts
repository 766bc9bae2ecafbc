/** Names of files, as people give them and as they are given back. */

const longest = 120;

/** Whether a name would be a place, or is hidden in a way that no file's name is. */
export const isHostileName = (name: string): boolean => name === '' || /[/\\\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(name) || /^\.{1,2}$/.test(name);

/** Endings that a name loses: of what is taken, and of what says so by a mistake. What else stands behind a dot is of the name. */
const endings = /\.(?:jpe?g|jfif|png|webp|heic|heif|gif|pdf|docx?|exe)$/i;

/**
 * A name with the ending of what is kept; its stem stays.
 * @example nameFor('me.jpeg', 'webp') // 'me.webp'
 * @example nameFor('Transfer 12.11.2026', 'webp') // 'Transfer 12.11.2026.webp'
 */
export function nameFor(name: string, ending: string): string {
  const stem = name.replace(endings, '').trim() || 'file';
  return `${stem.slice(0, longest - 6).toWellFormed()}.${ending}`;
}

/** The header that has a browser save a file under its name, whatever its letters are. */
export function attachment(name: string): string {
  const plain = name.replaceAll(/[^\w.-]+/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
