/** References: what people are given to name a thing by, on paper and on the phone. */
import { randomInt } from 'node:crypto';

/** Crockford's: none is taken for another when read out. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Eight signs at random, 40 bits: enough for what is looked up together with something else, or by staff. It opens nothing by itself. */
export function newReference(): string {
  const text = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}
