import { fault } from '#lib/forms/field-faults.rules.ts';
import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import type { GeoIndex } from '#lib/features/geo/geo.index.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { publicPage } from '#lib/public-page.ts';
import { feedbackContract } from './feedback.contract.ts';
import { feedbackKinds } from './feedback.schema.ts';
import type { FeedbackService } from './feedback.service.ts';

const noFile = fault('screenshot', 'files.gone');

/** Binds the call of feedback. */
export function feedbackCalls(feedback: FeedbackService, geo: GeoIndex): readonly BoundCall[] {
  return [
    bind(feedbackContract, async ({ kind: given, text, page, screenshot, email, consent_reply }, caller) => {
      const { session, preSession, deviceId, address, captcha, locale, now } = caller;
      const outcome = await feedback.take(
        {
          kind: feedbackKinds.find((one) => one === given) ?? 'other',
          text,
          // What the reader has no hand in must not keep them from being heard.
          page: publicPage(geo, page).split(/[?#]/)[0] ?? '',
          screenshot: screenshot || undefined,
          reply: email === '' ? undefined : { email, consent: consent_reply },
          locale,
        },
        { userId: session && asId<UserId>(session.userId), visit: preSession, visitor: preSession ?? deviceId, address, proof: captcha },
        now,
      );
      if (outcome.ok) return { ok: true, data: outcome.value };
      switch (outcome.reason) {
        case 'enough':
          return { ok: false, error: 'enough-for-today' };
        case 'no-proof':
          return { ok: false, error: 'captcha-needed' };
        case 'no-file':
          return noFile;
      }
    }),
  ];
}
