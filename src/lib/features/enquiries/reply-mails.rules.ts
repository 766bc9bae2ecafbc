/** Answers that come by mail: who may answer, what an address of a thread says, and why an answer is not taken. Pure, browser-safe. */

/** `student`: whoever asked; `desk`: whoever runs the site, who is told of each question. */
export const replyParties = ['student', 'desk'] as const;
export type ReplyParty = (typeof replyParties)[number];

/** Why an answer, or a part of it, was not taken. `files`: the words were taken. */
export const replyFaults = ['expired', 'empty', 'long', 'many', 'full', 'settled', 'unreachable', 'files', 'files-alone'] as const;
export type ReplyFault = (typeof replyFaults)[number];

/** What an address says of itself: which thread, whose part, and until which day (days of the epoch). Whether it is true, its seal shows. */
export type ReplyLink = { readonly reference: string; readonly party: ReplyParty; readonly until: number; readonly seal: string };

const letterOf = { student: 's', desk: 'd' } as const satisfies Record<ReplyParty, string>;

/**
 * The link as an address carries it, in lower case.
 * @example replyTokenOf({ reference: 'K7QM-2XPA', party: 'student', until: 20800, seal: '0'.repeat(32) }) // 'k7qm2xpas0g1s00000000000000000000000000000000'
 */
export const replyTokenOf = ({ reference, party, until, seal }: ReplyLink): string =>
  `${reference.replace('-', '').toLowerCase()}${letterOf[party]}${until.toString(36).padStart(4, '0')}${seal}`;

/** Undefined for what is no token. @example readReplyToken('k7qm2xpas0g1s00000000000000000000000000000000')?.reference // 'K7QM-2XPA' */
export function readReplyToken(token: string): ReplyLink | undefined {
  const [, first, second, letter, until = '', seal = ''] = /^([\da-z]{4})([\da-z]{4})([sd])([\da-z]{4})([\da-f]{32})$/.exec(token) ?? [];
  const party = replyParties.find((one) => letterOf[one] === letter);
  return party && { reference: `${first}-${second}`.toUpperCase(), party, until: Number.parseInt(until, 36), seal };
}

/** When an answer came, and a digest of the mail that it came by: a mail is brought again until it is known to have come. */
export type ByMail = { readonly mail: string; readonly now: Date };

/** Answers by mail that one thread takes in a day (UTC). */
export const dailyReplies = 30;
