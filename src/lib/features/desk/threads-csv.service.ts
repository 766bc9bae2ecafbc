/** Gives threads out as CSV, page by page, so that however many there are little of them is in memory. */
import type { Standing } from '#lib/access.ts';
import { refusalOf } from '#lib/access.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { Audit } from '#lib/features/audit/audit.service.ts';
import type { EnquiryCursor } from '#lib/features/enquiries/enquiries.schema.ts';
import type { EnquiriesService } from '#lib/features/enquiries/enquiries.service.ts';
import type { StaffId } from '#lib/ids/ids.ts';
import { csvCut, csvHead, csvLine, mostExported } from './threads-csv.rules.ts';
import { weeksCsv } from './weeks.rules.ts';
import { inboxFilter, readInbox } from './threads.rules.ts';

type Parts = {
  readonly enquiries: Pick<EnquiriesService, 'list' | 'contactsOfThreads' | 'weeks'>;
  readonly audit: Pick<Audit, 'append'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

/** Threads that are read at a time. */
const batch = 500;
/** Exports under way at once, on one node. */
const mostAtOnce = 2;

export type ThreadsCsv = ReturnType<typeof createThreadsCsv>;

export function createThreadsCsv({ enquiries, audit, transact }: Parts) {
  let underWay = 0;

  async function* pieces(query: URLSearchParams, staffId: StaffId, now: Date, withContacts: boolean): AsyncGenerator<string> {
    const filter = inboxFilter(readInbox(query), staffId, now);
    let after: EnquiryCursor | undefined;
    let left = mostExported;
    yield csvHead(withContacts);
    do {
      const page = await enquiries.list(filter, 'recent', after, Math.min(batch, left));
      const contacts = withContacts ? await enquiries.contactsOfThreads(page.enquiries.map(({ id }) => id)) : undefined;
      yield page.enquiries.map((one) => csvLine(one, contacts && (contacts.get(one.id) ?? null))).join('');
      left -= page.enquiries.length;
      after = page.next;
    } while (after && left > 0);
    // Who counts the lines must not take them for all there are.
    if (after) yield csvCut;
  }

  return {
    /** Figures of the latest weeks, which name nobody. @returns undefined for who does not answer people. */
    async figures(standing: Standing, now: Date): Promise<string | undefined> {
      return refusalOf('staff-desk', standing) ? undefined : weeksCsv(await enquiries.weeks(now));
    },

    /**
     * The threads that the query of an inbox asks for, latest first, at most `mostExported`. That they were exported is written down
     * before anything is given out.
     * @returns undefined for who does not answer people; `busy` while others are being made.
     */
    async export(
      query: URLSearchParams,
      { staffId, standing, now }: { readonly staffId: StaffId; readonly standing: Standing; readonly now: Date },
    ): Promise<AsyncGenerator<string> | 'busy' | undefined> {
      if (refusalOf('staff-desk', standing)) return undefined;
      if (underWay >= mostAtOnce) return 'busy';
      underWay += 1;
      try {
        const withContacts = query.get('personal') === 'yes';
        const data = { personal: withContacts };
        await transact((tx) => audit.append(tx, { actor: `staff:${staffId}`, action: 'threads-exported', subject: `staff:${staffId}`, data }));
        return (async function* counted() {
          try {
            yield* pieces(query, staffId, now, withContacts);
          } finally {
            underWay -= 1;
          }
        })();
      } catch (error) {
        underWay -= 1;
        throw error;
      }
    },
  };
}
