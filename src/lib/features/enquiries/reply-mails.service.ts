/** Takes answers that come by mail: each becomes a message of the thread that its address names, as the party that it names, and nothing else. */
import { createHash } from 'node:crypto';
import { dayMs } from '#lib/dates/dates.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import { cutReply } from '#lib/mail/reply-text.ts';
import type { EnquiriesService } from './enquiries.service.ts';
import type { StoredEnquiry } from './enquiry-rows.repository.ts';
import { messageLength } from './enquiries.schema.ts';
import { dailyReplies, readReplyToken } from './reply-mails.rules.ts';
import type { ReplyFault, ReplyLink, ReplyParty } from './reply-mails.rules.ts';
import type { ThreadLinks } from './thread-links.service.ts';

/** An answer as it came in: the tokens of the addresses that it went to, and what it says with what it quotes. */
export type ReplyMail = {
  /** As its sender named it. */
  readonly id: string;
  readonly tokens: readonly string[];
  readonly isAutomatic: boolean;
  readonly text: string;
  readonly files: number;
};

/**
 * `taken`: it is a message now; `repeated`: it was before; `refused`: whoever the thread writes to was told why; `automatic`: no person wrote it;
 * `forged`: no address of ours, or one that was ended. Of the last two nobody is told: their sender may be anybody.
 */
export type HeardReply = 'taken' | 'repeated' | 'refused' | 'automatic' | 'forged';

type Parts = {
  readonly threads: { findByReference(reference: string): Promise<StoredEnquiry | undefined> };
  readonly links: Pick<ThreadLinks, 'opensReply'>;
  readonly enquiries: Pick<EnquiriesService, 'replyByMail' | 'answerByMail' | 'hasMail'>;
  readonly counters: { addWithin(key: string, cost: number, most: number): Promise<boolean> };
  /** Multiplies the limit of a day; 0 lifts it. */
  readonly factor: number;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** Tells whoever the thread writes to as that party; `once` names the answer. */
  readonly tell: (tx: DbTransaction, thread: StoredEnquiry, party: ReplyParty, fault: ReplyFault, once: string, now: Date) => Promise<void>;
  /** The line that mails of ours begin with, in each language. */
  readonly linesAbove: readonly string[];
};

/** What an answer was refused for by the thread itself, as its party is told. */
const faults = { full: 'full', settled: 'settled', 'no-contact': 'unreachable', 'no-text': 'unreachable', 'no-thread': 'settled' } as const satisfies Record<
  string,
  ReplyFault
>;

export type ReplyMailsService = ReturnType<typeof createReplyMails>;

export function createReplyMails({ threads, links, enquiries, counters, factor, transact, tell, linesAbove }: Parts) {
  /** The thread that one of the addresses opens, whether its time is over or not. */
  async function opened(tokens: readonly string[]): Promise<{ readonly link: ReplyLink; readonly thread: StoredEnquiry } | undefined> {
    for (const token of tokens) {
      const link = readReplyToken(token);
      const thread = link && (await threads.findByReference(link.reference));
      if (thread && links.opensReply(link, thread)) return { link, thread };
    }
    return undefined;
  }

  return {
    /** Takes an answer once, however often it is brought. */
    async hear(mail: ReplyMail, now: Date): Promise<HeardReply> {
      if (mail.isAutomatic) return 'automatic';
      const found = await opened(mail.tokens);
      if (!found) return 'forged';
      const { link, thread } = found;
      const digest = createHash('sha256').update(`${thread.reference} ${mail.id}`).digest('base64url');
      const say = (fault: ReplyFault): Promise<void> => transact((tx) => tell(tx, thread, link.party, fault, `reply ${digest}`, now));
      const refuse = async (fault: ReplyFault): Promise<'refused'> => {
        await say(fault);
        return 'refused';
      };
      const repeated = async (): Promise<'repeated'> => {
        // Whoever brought it before may have been cut off between the message and this.
        if (mail.files > 0) await say('files');
        return 'repeated';
      };
      // What was taken is refused for nothing that has come since, and counts once.
      if (await enquiries.hasMail(thread.id, digest)) return repeated();
      if (link.until * dayMs < now.getTime()) return refuse('expired');
      const text = cutReply(mail.text, linesAbove);
      if (text === '') return refuse(mail.files > 0 ? 'files-alone' : 'empty');
      if (text.length > messageLength) return refuse('long');
      const isWithin = factor === 0 || (await counters.addWithin(`enquiries reply ${thread.reference}`, 1, Math.ceil(dailyReplies * factor)));
      if (!isWithin) return refuse('many');
      const by = { mail: digest, now };
      const outcome = await (link.party === 'student' ? enquiries.replyByMail(thread.id, text, by) : enquiries.answerByMail(thread.id, text, by));
      if (!outcome.ok) return outcome.reason === 'repeated' ? repeated() : refuse(faults[outcome.reason]);
      if (mail.files > 0) await say('files');
      return 'taken';
    },
  };
}
