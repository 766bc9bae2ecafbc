/**
 * `/_api/mail/replies`: whole mails (`message/rfc822`) that somebody answered ours with, as the mail server or service that takes them brings them.
 * A secret of the settings is the access, so neither origin nor session is asked for, and nothing is read before it is right. What was dealt with
 * is answered with 200 whatever became of it, so that nobody brings it again.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import pLimit from 'p-limit';
import { boundedBytes } from '#lib/api/body.ts';
import type { HeardReply, ReplyMailsService } from '#lib/features/enquiries/reply-mails.service.ts';
import { replyTokens } from '#lib/mail/reply-address.ts';
import type { RepliesAt } from '#lib/mail/reply-address.ts';
import { largestMail, readIncomingMail } from '#lib/ports/mail/incoming-mail.ts';
import type { Handler } from '../handler.ts';
import { headersOf } from '../request-headers.ts';
import { throughWebhookDoor } from './webhook-door.ts';
import type { WebhookDoor } from './webhook-door.ts';

const path = '/_api/mail/replies';
/** Mails that are taken apart together, and that may wait for it: each is in memory as a whole. */
const atOnce = { working: 2, waiting: 8 } as const;

type Parts = WebhookDoor & {
  readonly repliesAt: RepliesAt & { readonly secrets: readonly string[] };
  readonly replies: ReplyMailsService;
  readonly now: () => Date;
  readonly onHeard: (said: HeardReply | 'wrong-secret' | 'no-mail') => void;
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether one of the secrets was shown; each is compared, and in the same time whatever differs. */
function isShown(authorization: string | undefined, secrets: readonly string[]): boolean {
  const given = digest(authorization ?? '');
  return secrets.filter((secret) => timingSafeEqual(given, digest(`Bearer ${secret}`))).length > 0;
}

export function createReplyMailsHandler({ repliesAt, replies, now, onHeard, ...door }: Parts): Handler {
  const working = pLimit(atOnce.working);

  /** @param envelope whom and whose the mail's envelope says it is, where whoever brings it knows: its headers need not name the address. */
  async function heard(bytes: Buffer, envelope: { readonly to: string; readonly from: string | undefined }): Promise<HeardReply | 'no-mail'> {
    const mail = await readIncomingMail(bytes);
    if (!mail) return 'no-mail';
    return replies.hear(
      {
        id: mail.id ?? digest(bytes.toString('latin1')).toString('base64url'),
        tokens: replyTokens(repliesAt, [envelope.to.toLowerCase(), ...mail.recipients]),
        // What bounces has nobody to go back to.
        isAutomatic: mail.isAutomatic || (envelope.from !== undefined && /^<?\s*>?$/.test(envelope.from)),
        text: mail.text,
        files: mail.files.length,
      },
      now(),
    );
  }

  return async (request, response, { pathname }) => {
    if (pathname !== path) return undefined;
    return throughWebhookDoor(door, request, response, (answer) => {
      const given = headersOf(request);
      if (!isShown(given.get('authorization') ?? undefined, repliesAt.secrets)) {
        onHeard('wrong-secret');
        return answer(401, 'wrong-secret', { 'www-authenticate': 'Bearer' });
      }
      if (working.pendingCount >= atOnce.waiting) return answer(503, 'busy', { 'retry-after': '30' });
      return working(async () => {
        const body = await boundedBytes(request.iterator({ destroyOnReturn: false }), largestMail);
        if (typeof body === 'string') return answer(body === 'too-large' ? 413 : 400, body);
        const said = await heard(body, { to: given.get('x-envelope-to') ?? '', from: given.get('x-envelope-from') ?? undefined });
        onHeard(said);
        return answer(200, said);
      });
    });
  };
}
