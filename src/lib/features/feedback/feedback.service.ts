/** Takes what readers tell about the site. */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import type { DbTransaction } from '#lib/db/database.ts';
import type { FileOwner } from '#lib/features/uploads/uploads.schema.ts';
import type { UploadsService } from '#lib/features/uploads/uploads.service.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { FeedbackRepository, SenderDigests } from './feedback.repository.ts';
import { dailyFeedback, keptDays } from './feedback.schema.ts';
import type { NewFeedback, StoredFeedback } from './feedback.schema.ts';

/** Whose it is, as far as the server sees; kept as digests that hold for a day. */
export type FeedbackSender = FileOwner & {
  readonly visitor: string | undefined;
  readonly address: string;
  readonly proof: 'solved' | 'unverified' | undefined;
};

export type FeedbackService = ReturnType<typeof createFeedbackService>;

type Parts = {
  readonly repository: FeedbackRepository;
  readonly uploads: Pick<UploadsService, 'claim'>;
  /** Whether senders can show to be people; where they cannot, none is asked to. */
  readonly asksForProof: boolean;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** Makes the operator hear of it, as part of the transaction that stores it; undefined where nobody is to be told. */
  readonly notify: ((tx: DbTransaction, feedback: StoredFeedback) => Promise<void>) | undefined;
};

const day = 86_400_000;
/** Crockford's: none is taken for another when read out. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

function newReference(): string {
  const text = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');
  return `${text.slice(0, 4)}-${text.slice(4)}`;
}

/** What an address may send in a day with this proof. */
function withoutMore({ proof }: FeedbackSender): number {
  return proof === 'solved' ? dailyFeedback.address : proof === 'unverified' ? dailyFeedback.unverified : dailyFeedback.unproven;
}

export function createFeedbackService({ repository, uploads, asksForProof, transact, notify }: Parts) {
  let salt: Promise<string> | undefined;

  /** The salt changes with the day, so that what somebody tells on two days is not known to be theirs. */
  async function digestsOf({ visitor, address }: FeedbackSender, now: Date): Promise<SenderDigests> {
    salt ??= repository.salt(randomBytes(32).toString('base64url'));
    const mixed = await salt.catch((error: unknown) => {
      salt = undefined;
      throw error;
    });
    const digest = (text: string): string =>
      createHash('sha256')
        .update(`${mixed} ${now.toISOString().slice(0, 10)} ${text}`)
        .digest('base64url');
    return { visitor: digest(visitor === undefined ? `address ${address}` : `visitor ${visitor}`), address: digest(`address ${address}`) };
  }

  return {
    tellsOperator: notify !== undefined,

    async take(feedback: NewFeedback, sender: FeedbackSender, now: Date): Promise<Outcome<{ readonly reference: string }, 'enough' | 'no-proof' | 'no-file'>> {
      const digests = await digestsOf(sender, now);
      const stored: StoredFeedback = { ...feedback, reference: newReference(), createdAt: now };
      return transact(async (tx) => {
        await repository.inTurn(tx, digests);
        const today = await repository.countToday(tx, digests);
        if (today.visitor >= dailyFeedback.visitor || today.address >= dailyFeedback.address) return refused('enough');
        if (asksForProof && today.address >= withoutMore(sender)) return refused('no-proof');
        const { screenshot } = feedback;
        const until = new Date(now.getTime() + keptDays * day);
        if (screenshot !== undefined && !(await uploads.claim(tx, screenshot, 'screenshot', sender, now, until))) return refused('no-file');
        await repository.add(tx, stored, digests);
        await notify?.(tx, stored);
        return done({ reference: stored.reference });
      });
    },

    isStored: (reference: string): Promise<boolean> => repository.isStored(reference),
    forgetSenders: (now: Date): Promise<number> => repository.forgetSenders(new Date(now.getTime() - keptDays * day)),
  };
}
