/** Links that open a thread: signed over a secret of its own, so that a new secret ends them all. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { dayMs } from '#lib/dates/dates.ts';
import { asId } from '#lib/ids/ids.ts';
import type { EnquiryId } from '#lib/ids/ids.ts';
import type { Secrets } from '#lib/secrets.ts';
import { linkDays } from './enquiries.schema.ts';
import { replyTokenOf } from './reply-mails.rules.ts';
import type { ReplyLink, ReplyParty } from './reply-mails.rules.ts';
import type { StoredEnquiry } from './enquiry-rows.repository.ts';

type Link = { readonly id: EnquiryId; readonly until: number; readonly signature: string };

export type ThreadLinks = ReturnType<typeof createThreadLinks>;

/** The secret of a thread that begins, or whose links are to end. */
export const newSecret = (): string => randomBytes(16).toString('base64url');

export function createThreadLinks(secrets: Pick<Secrets, 'digests' | 'sign' | 'verify'>) {
  const signed = (id: number, secret: string, until: number): string => `${id} ${secret} ${until}`;
  const lastDay = (now: Date): number => Math.floor(now.getTime() / dayMs) + linkDays;

  /** 128 bits for each secret of the ring, newest first: an address has no room for the whole signature, nor for the name of its secret. */
  function seals({ reference, party, until }: Pick<ReplyLink, 'reference' | 'party' | 'until'>, secret: string): readonly Buffer[] {
    const digests = secrets.digests('replies', `${reference} ${secret} ${party} ${until}`);
    return digests.map((one) => Buffer.from(one.split('.')[1] ?? '', 'base64url').subarray(0, 16));
  }

  return {
    /** The last part of a thread's link, good for `linkDays` from now. */
    tokenOf({ id, secret }: Pick<StoredEnquiry, 'id' | 'secret'>, now: Date): string {
      const until = lastDay(now);
      return `${id}-${until}-${secrets.sign('enquiries', signed(id, secret, until))}`;
    },

    /** What a token says of itself; undefined for what is none, or has expired. Whether it is true, `opens` tells. */
    read(token: string, now: Date): Link | undefined {
      const [, id = '', until = '', signature = ''] = /^([1-9]\d{0,8})-(\d{5})-([\w.-]{10,200})$/.exec(token) ?? [];
      return id === '' || Number(until) * dayMs < now.getTime() ? undefined : { id: asId<EnquiryId>(Number(id)), until: Number(until), signature };
    },

    opens: ({ until, signature }: Link, { id, secret }: Pick<StoredEnquiry, 'id' | 'secret'>): boolean =>
      secrets.verify('enquiries', signed(id, secret, until), signature),

    /** What an address by which this party answers the thread's mails carries, good for `linkDays` from now. It opens nothing to read. */
    replyTokenOf({ reference, secret }: Pick<StoredEnquiry, 'reference' | 'secret'>, party: ReplyParty, now: Date): string {
      const link = { reference, party, until: lastDay(now) };
      return replyTokenOf({ ...link, seal: seals(link, secret)[0]?.toString('hex') ?? '' });
    },

    /** Whether an address was made by us for this thread, and not ended since. Takes the same time whatever differs. */
    opensReply(link: ReplyLink, { secret }: Pick<StoredEnquiry, 'secret'>): boolean {
      const given = Buffer.from(link.seal, 'hex');
      return seals(link, secret).filter((seal) => given.length === seal.length && timingSafeEqual(given, seal)).length > 0;
    },
  };
}
