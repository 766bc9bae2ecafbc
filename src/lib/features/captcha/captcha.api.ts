/** Binds the calls by which a reader shows to be a person. */
import type { BoundCall } from '#lib/api/bind.ts';
import { countedAs } from '#lib/api/address.ts';
import { bind } from '#lib/api/bind.ts';
import type { Outcome } from '#lib/outcome.ts';
import { captchaGeetestContract, captchaPuzzleContract, captchaTicketContract, captchaTokenContract } from './captcha.contract.ts';
import { captchaPlatforms } from './captcha.schema.ts';
import type { CaptchaService } from './captcha.service.ts';

function answered(outcome: Outcome<string, 'wrong' | 'unreachable'>) {
  if (outcome.ok) return { ok: true, data: { captcha_token: outcome.value } } as const;
  switch (outcome.reason) {
    case 'wrong':
      return { ok: false, error: 'captcha-failed' } as const;
    case 'unreachable':
      return { ok: false, error: 'upstream-failed' } as const;
  }
}

/** @param captcha undefined where nodes do not share a secret: what one of them signs, another would refuse. */
export function captchaCalls(captcha: CaptchaService | undefined): readonly BoundCall[] {
  return [
    bind(captchaPuzzleContract, async ({ call, preferred, failed }, { locale, country, address }) => {
      if (!captcha) return { ok: false, error: 'unavailable' };
      const lost = failed.split(',');
      const reader = { locale, country, preferred: preferred || undefined, failed: captchaPlatforms.filter((platform) => lost.includes(platform)) };
      const puzzles = await captcha.puzzles(call, reader, countedAs(address).client);
      return {
        ok: true,
        data: {
          puzzles: puzzles.map(({ id, scripts, ...puzzle }) => ({ ...puzzle, captcha_id: id, scripts: [...scripts] })),
          fallback_after: captcha.fallbackAfter,
        },
      };
    }),
    bind(captchaTokenContract, async ({ captcha_id, captcha_code, platform, call }, { address, now }) =>
      captcha
        ? answered(await captcha.exchange({ platform, id: captcha_id, code: captcha_code }, { call, address, now }))
        : { ok: false, error: 'unavailable' },
    ),
    bind(captchaGeetestContract, async ({ captcha_id, call, ...solved }, { address, now }) =>
      captcha
        ? answered(await captcha.exchange({ platform: 'geetest', id: captcha_id, code: JSON.stringify(solved) }, { call, address, now }))
        : { ok: false, error: 'unavailable' },
    ),
    bind(captchaTicketContract, async ({ call, errors }, { address, now }) => {
      if (!captcha) return { ok: false, error: 'unavailable' };
      const ticket = errors >= captcha.fallbackAfter ? await captcha.ticketAfter(call, countedAs(address).client, now) : undefined;
      return ticket === undefined ? { ok: false, error: 'captcha-needed' } : { ok: true, data: { captcha_token: ticket } };
    }),
  ];
}
