/**
 * `/_upay/webhook/{provider}`: what providers of payments tell by themselves, in their own form. The signature over the whole body is
 * the access, so neither origin nor session is asked for, and nothing is parsed before it is right.
 */
import { boundedBytes } from '#lib/api/body.ts';
import type { PaymentsService } from '#lib/features/payments/payments.service.ts';
import type { Handler } from '../handler.ts';
import { headersOf } from '../request-headers.ts';
import { throughWebhookDoor } from './webhook-door.ts';
import type { WebhookDoor } from './webhook-door.ts';

/** Largest message read, in bytes. */
const largest = 262_144;
const path = /^\/_upay\/webhook\/([a-z-]{1,40})$/;

type Parts = WebhookDoor & {
  readonly payments: Pick<PaymentsService, 'hear'>;
  readonly now: () => Date;
  /** Told of messages that are not from whom they say. */
  readonly onForged: (provider: string) => void;
};

export function createWebhookHandler({ payments, now, onForged, ...door }: Parts): Handler {
  return async (request, response, { pathname }) => {
    const provider = path.exec(pathname)?.[1];
    if (provider === undefined) return undefined;
    return throughWebhookDoor(door, request, response, async (answer) => {
      const body = await boundedBytes(request.iterator({ destroyOnReturn: false }), largest);
      if (typeof body === 'string') return answer(body === 'too-large' ? 413 : 400, body);
      const heard = await payments.hear(provider, headersOf(request), body, now());
      if (heard === 'no-provider') return answer(404, 'not-found');
      if (heard === 'forged') {
        onForged(provider);
        return answer(400, 'bad-signature');
      }
      return answer(200, heard);
    });
  };
}
