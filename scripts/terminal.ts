/** Texts of strangers on a terminal. */
import { stripVTControlCharacters } from 'node:util';

/** A text that comes from outside as one line that tells the terminal nothing. @param most characters. */
export const oneLine = (text: string, most = 200): string =>
  stripVTControlCharacters(text)
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .slice(0, most);
