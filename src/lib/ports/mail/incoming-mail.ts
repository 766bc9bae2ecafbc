/** A mail that came in, taken apart (RFC 5322, MIME) by postal-mime, which has no dependencies and bounds what it unfolds. */
import PostalMime from 'postal-mime';
import type { Email } from 'postal-mime';
import { htmlText } from './html-text.ts';

/** Bytes of a whole mail, with its files in base64. */
export const largestMail = 12_582_912;
/** Parts within parts, and bytes of headers of all of them: what people send is far below. */
const bounds = { maxNestingDepth: 20, maxHeadersSize: 262_144, maxRfc822NestingDepth: 0, forceRfc822Attachments: true } as const;
/** Characters that are looked at, of text or of HTML. */
const longestText = 500_000;

export type IncomingMail = {
  /** As its sender named it; undefined where it has no name. */
  readonly id: string | undefined;
  /** Every header that may say to whom it was sent, in lower case. */
  readonly recipients: readonly string[];
  /** Written by a program, or sent back: nobody waits for an answer. */
  readonly isAutomatic: boolean;
  /** What it says, with what it quotes. */
  readonly text: string;
  /** Files, without pictures that its HTML shows. */
  readonly files: readonly { readonly name: string; readonly bytes: Buffer }[];
};

const addressHeaders = ['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'x-forwarded-to'];
/** Headers that are in mails of programs alone. */
const ofPrograms = ['x-autoreply', 'x-autorespond', 'x-auto-reply', 'x-failed-recipients', 'list-id', 'list-unsubscribe', 'feedback-id'];
const programNames = /^(?:mailer-daemon|postmaster|no-?reply|do-?not-?reply|bounces?)(?:[+.@=-]|$)/i;

/** Whether a program sent it: RFC 3834, RFC 3464, and what is usual besides. */
function isOfProgram(mail: Email): boolean {
  const value = (name: string): string | undefined => mail.headers.find(({ key }) => key === name)?.value.trim();
  const submitted = value('auto-submitted');
  if (submitted !== undefined && !/^no\b/i.test(submitted)) return true;
  if (/^(?:bulk|junk|list|auto_reply)$/i.test(value('precedence') ?? '')) return true;
  if (/^<?\s*>?$/.test(value('return-path') ?? 'unknown')) return true;
  if (/^(?:multipart\/report|message\/delivery-status)\b/i.test(value('content-type') ?? '')) return true;
  if (ofPrograms.some((name) => value(name) !== undefined)) return true;
  return programNames.test(mail.from?.address ?? '');
}

const bytesOf = (content: ArrayBuffer | Uint8Array | string): Buffer =>
  typeof content === 'string'
    ? Buffer.from(content)
    : content instanceof ArrayBuffer
      ? Buffer.from(content)
      : Buffer.from(content.buffer, content.byteOffset, content.byteLength);

/** @returns undefined for what is no mail, or has more parts within parts than people make. */
export async function readIncomingMail(bytes: Buffer): Promise<IncomingMail | undefined> {
  let mail: Email;
  try {
    mail = await new PostalMime(bounds).parse(bytes);
  } catch {
    return undefined;
  }
  const plain = (mail.text ?? '').slice(0, longestText);
  return {
    id: mail.messageId?.trim() || undefined,
    recipients: mail.headers.flatMap(({ key, value }) => (addressHeaders.includes(key) ? value.toLowerCase() : [])),
    isAutomatic: isOfProgram(mail),
    text: plain.trim() === '' ? htmlText((mail.html ?? '').slice(0, longestText)) : plain,
    files: mail.attachments.flatMap(({ filename, mimeType, content, related, disposition, contentId }) =>
      related || (disposition !== 'attachment' && contentId !== undefined) ? [] : [{ name: filename ?? mimeType.replace('/', '.'), bytes: bytesOf(content) }],
    ),
  };
}
