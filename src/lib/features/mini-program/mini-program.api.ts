/** Binds the call that gives codes for the mini-program. */
import type { BoundCall } from '#lib/api/bind.ts';
import { bind } from '#lib/api/bind.ts';
import type { Site } from '#lib/paths.ts';
import type { MiniProgram } from '#lib/ports/mini-program/mini-program.ts';
import { qrCodeContract } from './mini-program.contract.ts';

/** @param phoneCodes asked in this order until one can. */
export function miniProgramCalls(phoneCodes: readonly MiniProgram[], site: Site): readonly BoundCall[] {
  return [
    bind(qrCodeContract, async ({ width, height, page, scene, path }, { locale }) => {
      const web_url = site.absolute(locale, site.paths(locale).local(path));
      for (const one of phoneCodes) {
        const code = await one.code({ page, scene, webAddress: web_url, width: Math.min(width, height) });
        if (code) return { ok: true, data: { ...code, height: code.width, web_url } };
      }
      return { ok: false, error: 'upstream-failed' };
    }),
  ];
}
