/** Calls that programs must not make: they need the proof of a solved captcha (R3.20, R8.16). */
import type { Captcha } from '#lib/ports/captcha/captcha.ts';
import type { Gate } from './gate.ts';

/** Longest part of a proof that is looked at, in characters. */
const longest = 8_192;

/** @param captcha without it nothing verifies, and such calls are closed. */
export function captchaGate(captcha: Captcha | undefined): Gate {
  return {
    name: 'captcha',
    reads: 'values',
    summary: 'Calls that say so need captcha_id and captcha_code of a captcha that was solved for them; else they answer 13000.',
    async pass({ contract, values }, { address }) {
      if (!contract.captcha) return undefined;
      const { captcha_id: id = '', captcha_code: code = '' } = values;
      const isWhole = id !== '' && code !== '' && id.length <= longest && code.length <= longest;
      const isSolved = isWhole && captcha !== undefined && (await captcha.verify({ id, code }, { call: contract.name, address }));
      return isSolved ? undefined : { error: 'captcha-needed' };
    },
  };
}
