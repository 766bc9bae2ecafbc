/** Telling people from programs. */
import { randomBytes } from 'node:crypto';
import type { BoundCall } from '#lib/api/bind.ts';
import { altchaCaptcha } from '#lib/ports/captcha/altcha.ts';
import type { CaptchaJudge } from '#lib/ports/captcha/captcha.ts';
import { createKeyRing } from '#lib/secrets.ts';
import type { Secrets } from '#lib/secrets.ts';
import { captchaCalls } from './captcha.api.ts';
import { createCaptchaService } from './captcha.service.ts';
import type { CaptchaService, UseCounts } from './captcha.service.ts';

export type CaptchaFeature = {
  /** Undefined where nodes do not share a secret: what one of them signs, another would refuse. */
  readonly service: CaptchaService | undefined;
  readonly calls: readonly BoundCall[];
};

type Parts = {
  readonly counters: UseCounts;
  /** Of other services, as the operator has set them up. */
  readonly judges: readonly CaptchaJudge[];
  readonly fallbackAfter: number;
  /** Commands have none; what they would sign ends with them. */
  readonly secrets: Secrets | undefined;
};

export function createCaptcha({ counters, judges, fallbackAfter, secrets }: Parts): CaptchaFeature {
  const keys = secrets ?? { ...createKeyRing([randomBytes(32)]), isShared: true };
  const service = keys.isShared
    ? createCaptchaService({ judges: [...judges, altchaCaptcha(keys.keyFor('captcha'))], secrets: keys, counters, fallbackAfter })
    : undefined;
  return { service, calls: captchaCalls(service) };
}
