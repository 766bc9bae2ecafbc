/** Patterns of what people type into forms (R5.20–R5.25). Browser-safe; every one is linear in the length of the text. */
export const patterns = {
  /** R5.20 */
  digits: /^\d+$/,
  /** R5.21: letters of any script with single spaces between words. */
  letters: /^[\p{L}\p{M}]+(?: [\p{L}\p{M}]+)*$/u,
  /** R5.22 */
  chinese: /^\p{Script=Han}+$/u,
  /** R5.23 */
  alphanumeric: /^[A-Za-z0-9]+$/,
  /** R5.25: 6–20 characters, begins with a letter. */
  wechatId: /^[A-Za-z][A-Za-z0-9_-]{5,19}$/,
  /** Digits of a mobile number without dial code, worldwide. */
  mobile: /^\d{6,15}$/,
  /** Mainland China: eleven digits, 1 then 3–9. */
  chineseMobile: /^1[3-9]\d{9}$/,
  /** What mail servers accept in practice: one @, a dotted domain, no spaces. */
  email: /^[^\s@<>()[\]\\,;:"]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+(?:\p{L}{2,63}|xn--[a-z\d-]{1,59})$/u,
} as const;
