/** What became of imports: what is wrong is gathered within bounds while one goes on, and written when it ends. */
import type { SupplierId } from '#lib/ids/ids.ts';
import type { Problem } from './feed.schema.ts';
import type { FeedRunEnd, FeedRunsRepository } from './feed-runs.repository.ts';

/** Remarks of a run that are remembered, of which refusals go before the rest: the whole list is in the file of the report. */
export const mostRemarks = { refused: 1_000, other: 500 } as const;
/** Longest value or reason of a remark that is remembered, in characters. */
const longestText = 300;

/** Text that the database takes: without what tells an editor to do something, and without halves of characters. */
const plain = (text: string): string =>
  text
    .replace(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .slice(0, longestText)
    .toWellFormed();

export type OpenFeedRun = { note(problem: Problem): void; end(end: FeedRunEnd): Promise<void> };

export type FeedRuns = ReturnType<typeof createFeedRuns>;

export function createFeedRuns(repository: FeedRunsRepository) {
  const { list, find, lastOf, remarks, remarksOfHouse } = repository;
  return {
    list,
    find,
    lastOf,
    remarks,
    remarksOfHouse,
    /** Begins to remember one. */
    async open(of: { readonly supplierId: SupplierId; readonly file: string; readonly isFull: boolean; readonly at: Date }): Promise<OpenFeedRun> {
      const id = await repository.begin({ ...of, file: plain(of.file) });
      const kept: Record<keyof typeof mostRemarks, Problem[]> = { refused: [], other: [] };
      return {
        note(problem) {
          const name = problem.severity === 'refused' ? 'refused' : 'other';
          if (kept[name].length >= mostRemarks[name]) return;
          const { houseRef, field, value, reason } = problem;
          kept[name].push({ ...problem, houseRef: plain(houseRef), field: plain(field), value: plain(value), reason: plain(reason) });
        },
        end: async (end) =>
          repository.end(
            id,
            end,
            [...kept.refused, ...kept.other].toSorted((a, b) => a.line - b.line),
          ),
      };
    },
  };
}
