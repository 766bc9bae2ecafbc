/** How staff answer what people ask. Each look at a thread and each deed stands in the audit log. */
import type { DbTransaction } from '#lib/db/database.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { EnquiriesService } from '#lib/features/enquiries/enquiries.service.ts';
import type { EnquiryTeam, EnquiryThread, ThreadMark } from '#lib/features/enquiries/enquiries.schema.ts';
import type { EnquiryId, StaffId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Doer } from './house-care.service.ts';
import { placesIn } from './templates.rules.ts';
import { mostTemplates } from './threads.schema.ts';
import type { Colleague, DeskTemplate, LateThread, ThreadAct } from './threads.schema.ts';
import { mentionsIn } from './mentions.rules.ts';
import type { MentionsRepository } from './mentions.repository.ts';

/** What pages read of mentions. */
export type MentionsRead = Pick<MentionsRepository, 'of' | 'unread'>;
import type { ThreadsRepository } from './threads.repository.ts';

/** What is done to a thread, with what else it needs. */
export type ThreadDeed =
  | { readonly act: Extract<ThreadAct, 'claim' | 'release' | 'wait' | 'close' | 'reopen' | 'spam'> }
  | { readonly act: 'give'; readonly to: StaffId }
  | { readonly act: 'team'; readonly team: EnquiryTeam }
  | { readonly act: 'merge'; readonly into: string };

/** `not-now`: somebody was quicker, or the thread is settled; `other-person`: threads of two people are never merged. */
export type ThreadOutcome = Outcome<null, 'no-thread' | 'not-now' | 'other-person'>;
/** `unfilled`: places of a ready answer still stand in it; `no-text`: no message to phones goes out today. */
export type WriteOutcome = Outcome<null, 'no-thread' | 'not-now' | 'other-person' | 'unfilled' | 'no-text'>;

/** What else is written in the transaction of a deed. @param before what the thread was. */
export type DeedHook = (tx: DbTransaction, before: ThreadMark) => Promise<void>;

type Parts = {
  readonly enquiries: Pick<
    EnquiriesService,
    'read' | 'answer' | 'note' | 'claim' | 'assign' | 'wait' | 'close' | 'reopen' | 'spam' | 'merge' | 'idOf' | 'list'
  >;
  readonly repository: ThreadsRepository;
  readonly mentions: Pick<MentionsRepository, 'add' | 'seen'>;
  /** Everybody who can be mentioned in a note. */
  readonly colleagues: () => Promise<readonly Colleague[]>;
  readonly audit: Pick<Audit, 'append'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
  /** Tells whoever runs the site that so many threads are late; undefined where nobody is to be told. */
  readonly tellOfLate: ((tx: DbTransaction, count: number) => Promise<void>) | undefined;
};

/** Late threads looked at in one go. */
const mostLate = 200;

export type ThreadsService = ReturnType<typeof createThreadsService>;

export function createThreadsService({ enquiries, repository, mentions, colleagues, audit, transact, tellOfLate }: Parts) {
  /** What the audit log is told at the end of the deed's own transaction. */
  const deedOf = (id: EnquiryId, { staffId, now }: Doer, what: ThreadAct | 'answer' | 'note', more?: DeedHook) => ({
    staffId,
    now,
    async also(tx: DbTransaction, before: ThreadMark): Promise<void> {
      await audit.append(tx, { actor: `staff:${staffId}`, action: 'enquiry-changed', subject: `enquiry:${id}`, data: { deed: what } });
      await more?.(tx, before);
    },
  });
  const settled = (outcome: Outcome<null, string>): ThreadOutcome => {
    if (outcome.ok) return outcome;
    if (outcome.reason === 'no-thread' || outcome.reason === 'other-person') return refused(outcome.reason);
    return refused('not-now');
  };

  return {
    /** A thread with who asks; that it was looked at is written down first, and what mentions whoever looks counts as read. */
    async see(id: EnquiryId, staffId: StaffId, now: Date): Promise<EnquiryThread | undefined> {
      const thread = await enquiries.read(id);
      if (!thread) return undefined;
      await transact(async (tx) => {
        await audit.append(tx, { actor: `staff:${staffId}`, action: 'enquiry-seen', subject: `enquiry:${id}`, data: {} });
        await mentions.seen(tx, id, staffId, now);
      });
      return thread;
    },

    /** Answers, or writes a note for staff alone; nobody is answered with a place that was to be filled. @param closes whether nothing more is expected. */
    async write(id: EnquiryId, kind: 'answer' | 'note', text: string, closes: boolean, by: Doer): Promise<WriteOutcome> {
      if (kind === 'answer' && placesIn(text).length > 0) return refused('unfilled');
      const deed = deedOf(id, by, kind);
      const named = kind === 'note' ? mentionsIn(text, await colleagues()).filter((one) => one !== by.staffId) : [];
      const outcome = await (kind === 'answer'
        ? enquiries.answer(id, text, deed)
        : enquiries.note(id, text, deed, (tx, message) => mentions.add(tx, message, named, by.now)));
      if (!outcome.ok && outcome.reason === 'no-text') return refused('no-text');
      const written = settled(outcome);
      // It was written and told: that somebody else has closed the thread meanwhile is no reason to have it sent twice.
      if (written.ok && closes) await enquiries.close(id, deedOf(id, by, 'close'));
      return written;
    },

    async act(id: EnquiryId, given: ThreadDeed, by: Doer, more?: DeedHook): Promise<ThreadOutcome> {
      const deed = deedOf(id, by, given.act, more);
      switch (given.act) {
        case 'claim':
          return settled(await enquiries.claim(id, deed));
        case 'release':
          return settled(await enquiries.assign(id, { staffId: undefined }, deed));
        case 'wait':
          return settled(await enquiries.wait(id, deed));
        case 'close':
          return settled(await enquiries.close(id, deed));
        case 'reopen':
          return settled(await enquiries.reopen(id, deed));
        case 'spam':
          return settled(await enquiries.spam(id, deed));
        case 'give':
          return settled(await enquiries.assign(id, { staffId: given.to }, deed));
        case 'team':
          return settled(await enquiries.assign(id, { team: given.team }, deed));
        case 'merge': {
          const into = await enquiries.idOf(given.into);
          return into === undefined ? refused('no-thread') : settled(await enquiries.merge(id, into, deed));
        }
      }
    },

    templates: (): Promise<readonly DeskTemplate[]> => repository.templates(),
    template: (id: number): Promise<DeskTemplate | undefined> => repository.template(id),

    /** Saves a template, a new one where it has no number; without any text it is taken away. */
    async saveTemplate(template: Omit<DeskTemplate, 'id'> & { readonly id: number | undefined }, now: Date): Promise<Outcome<null, 'unknown' | 'enough'>> {
      const { id } = template;
      const isEmpty = Object.keys(template.texts).length === 0;
      return transact(async (tx) => {
        if (id !== undefined) {
          const isThere = await (isEmpty ? repository.removeTemplate(tx, id) : repository.changeTemplate(tx, { ...template, id }, now));
          return isThere ? done(null) : refused('unknown');
        }
        await repository.templatesInTurn(tx);
        if ((await repository.countTemplates(tx)) >= mostTemplates) return refused('enough');
        await repository.addTemplate(tx, template, now);
        return done(null);
      });
    },

    /** Saves these templates, without those whose name is there. @returns how many. */
    async takeStarters(starters: readonly Omit<DeskTemplate, 'id'>[], now: Date): Promise<Outcome<number, 'enough'>> {
      return transact(async (tx) => {
        await repository.templatesInTurn(tx);
        const names = new Set((await repository.templates(tx)).map(({ name }) => name));
        const fresh = starters.filter(({ name }) => !names.has(name));
        if ((await repository.countTemplates(tx)) + fresh.length > mostTemplates) return refused('enough');
        for (const one of fresh) await repository.addTemplate(tx, one, now);
        return done(fresh.length);
      });
    },

    /** Has whoever runs the site told of threads whose answer is late, each once for a due time. Returns how many. */
    async escalate(now: Date): Promise<number> {
      const { enquiries: due } = await enquiries.list({ states: ['new', 'open'] }, 'due', undefined, mostLate);
      const late = due.flatMap(({ id, dueAt }): LateThread[] => (dueAt && dueAt < now ? [{ id, dueAt }] : []));
      if (late.length === 0 || !tellOfLate) return 0;
      return transact(async (tx) => {
        const fresh = await repository.escalate(tx, late);
        if (fresh.length > 0) await tellOfLate(tx, fresh.length);
        return fresh.length;
      });
    },
  };
}
