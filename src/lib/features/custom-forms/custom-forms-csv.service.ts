/** Gives what was sent with a form out as CSV, some at a time, so that however much there is little of it is in memory. */
import { csvMark, csvRow } from '#lib/csv.ts';
import type { Standing } from '#lib/access.ts';
import { parseId } from '#lib/ids/ids.ts';
import type { CustomFormId, StaffId } from '#lib/ids/ids.ts';
import { locales } from '#lib/i18n/locales.ts';
import { askedOf } from './custom-definitions.rules.ts';
import type { AnsweringService } from './answering.service.ts';

export type AnswersCsv = ReturnType<typeof answersCsv>;

/** Exports under way at once, on one node. */
const mostAtOnce = 2;

export function answersCsv(answering: Pick<AnsweringService, 'export'>) {
  let underWay = 0;
  return {
    /** @returns undefined for who does not answer people and where there is no such form; `busy` while others are being made. */
    async export(
      query: URLSearchParams,
      member: { readonly staffId: StaffId; readonly standing: Standing },
    ): Promise<AsyncGenerator<string> | 'busy' | undefined> {
      const formId = parseId<CustomFormId>(query.get('form'));
      if (formId === undefined) return undefined;
      if (underWay >= mostAtOnce) return 'busy';
      underWay += 1;
      const made = await answering.export(formId, member).catch((error: unknown) => {
        underWay -= 1;
        throw error;
      });
      if (!made) {
        underWay -= 1;
        return undefined;
      }
      const { form, answers } = made;
      const fields = askedOf(form);
      const asked = fields.map(({ labels }) => locales.flatMap((one) => labels[one] ?? [])[0] ?? '');
      return (async function* pieces() {
        try {
          // The mark by which spreadsheets know UTF-8.
          yield csvMark + csvRow(['reference', 'language', 'sent_at', 'settled_at', ...asked]);
          for await (const some of answers) {
            yield some
              .map(({ reference, locale, createdAt, settled, lines = [] }) =>
                csvRow([
                  reference,
                  locale,
                  createdAt.toISOString(),
                  settled?.at.toISOString() ?? '',
                  ...fields.map(({ name }) => lines.find((one) => one.name === name)?.said ?? ''),
                ]),
              )
              .join('');
          }
        } finally {
          underWay -= 1;
        }
      })();
    },
  };
}
