/** Codes that lead from a screen into the mini-program. */
import type { Site } from '#lib/paths.ts';
import type { MiniProgram } from '#lib/ports/mini-program/mini-program.ts';
import { miniProgramCalls } from './mini-program.api.ts';

/** @param parts.phoneCodes asked in this order until one can. */
export function createMiniProgram({ phoneCodes, site }: { readonly phoneCodes: readonly MiniProgram[]; readonly site: Site }) {
  return { calls: miniProgramCalls(phoneCodes, site) };
}
