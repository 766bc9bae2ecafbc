/** Links that open a thread: signed over a secret of its own, so that a new secret ends them all. */
import { randomBytes } from 'node:crypto';
import { dayMs } from '#lib/dates/dates.ts';
import { asId } from '#lib/ids/ids.ts';
import type { EnquiryId } from '#lib/ids/ids.ts';
import type { Secrets } from '#lib/secrets.ts';
import { linkDays } from './enquiries.schema.ts';
import type { StoredEnquiry } from './enquiry-rows.repository.ts';

type Link = { readonly id: EnquiryId; readonly until: number; readonly signature: string };

export type ThreadLinks = ReturnType<typeof createThreadLinks>;

/** The secret of a thread that begins, or whose links are to end. */
export const newSecret = (): string => randomBytes(16).toString('base64url');

export function createThreadLinks(secrets: Pick<Secrets, 'sign' | 'verify'>) {
  const signed = (id: number, secret: string, until: number): string => `${id} ${secret} ${until}`;

  return {
    /** The last part of a thread's link, good for `linkDays` from now. */
    tokenOf({ id, secret }: Pick<StoredEnquiry, 'id' | 'secret'>, now: Date): string {
      const until = Math.floor(now.getTime() / dayMs) + linkDays;
      return `${id}-${until}-${secrets.sign('enquiries', signed(id, secret, until))}`;
    },

    /** What a token says of itself; undefined for what is none, or has expired. Whether it is true, `opens` tells. */
    read(token: string, now: Date): Link | undefined {
      const [, id = '', until = '', signature = ''] = /^([1-9]\d{0,8})-(\d{5})-([\w.-]{10,200})$/.exec(token) ?? [];
      return id === '' || Number(until) * dayMs < now.getTime() ? undefined : { id: asId<EnquiryId>(Number(id)), until: Number(until), signature };
    },

    opens: ({ until, signature }: Link, { id, secret }: Pick<StoredEnquiry, 'id' | 'secret'>): boolean =>
      secrets.verify('enquiries', signed(id, secret, until), signature),
  };
}
