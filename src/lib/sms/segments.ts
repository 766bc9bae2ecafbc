/** What a message costs: networks send it in segments, and its signs decide how much goes into one (3GPP TS 23.038 and 23.040). */

/** Signs that take 7 bits; the euro and brackets among them take twice as many. */
const plain = new Set('@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà');
const extended = new Set('\f^{}\\[~]|€');

export type SmsSize = {
  readonly alphabet: 'GSM-7' | 'UCS-2';
  /** Septets, or UTF-16 units. */
  readonly units: number;
  readonly segments: number;
};

const sizes = { 'GSM-7': { alone: 160, joined: 153 }, 'UCS-2': { alone: 70, joined: 67 } } as const;

/** @example sizeOfSms('码'.repeat(71)) // { alphabet: 'UCS-2', units: 71, segments: 2 } */
export function sizeOfSms(text: string): SmsSize {
  let septets = 0;
  let alphabet: SmsSize['alphabet'] = 'GSM-7';
  for (const sign of text) {
    septets += extended.has(sign) ? 2 : 1;
    if (!plain.has(sign) && !extended.has(sign)) alphabet = 'UCS-2';
  }
  const units = alphabet === 'GSM-7' ? septets : text.length;
  const { alone, joined } = sizes[alphabet];
  return { alphabet, units, segments: units <= alone ? 1 : Math.ceil(units / joined) };
}
