/** References: what people are given to name a thing by, on paper and on the phone. */

/** Crockford's: none is taken for another when read out. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Eight signs at random, 40 bits: enough for what is looked up together with something else, or by staff. It opens nothing by itself. */
export function newReference(): string {
  // A byte divides evenly among 32 signs.
  const text = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => letters[byte % letters.length]).join('');
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}
