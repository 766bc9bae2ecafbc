/**
 * Messages for values that come from data (amenity codes, unit types …): the only place where a key is put
 * together, with the codes listed so that the compiler and the message check see every one of them.
 */
import { memoBy } from '#lib/memo.ts';
import type { MessageKey, T } from './t.ts';

/** A code with its message, for codes whose catalogue keys are `codes.<group>_<code>` with hyphens as underscores. */
export function coded<Group extends string, Code extends string>(t: T, group: Group, code: Code): string {
  return t(keyOf(code, group));
}

const keyOf = memoBy((code: string, group: string) => `codes.${group}_${code.replaceAll('-', '_')}` as MessageKey);
