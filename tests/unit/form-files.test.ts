/** Files that came with a form of a page, of which a body that was too long brought some alone. */
import { expect, test } from 'vitest';
import { evidencePages } from '#lib/features/evidence/evidence.rules.ts';
import { reviewPages } from '#lib/features/reviews/reviews.rules.ts';
import { bringFiles } from '#server/pages/form-files.ts';
import type { AskForReader } from '#server/pages/form-files.ts';

const kept = { id: '11111111-1111-4111-8111-111111111111', name: 'room.jpg', bytes: 3 };
const ask = (async () => ({ code: 0, data: kept })) as AskForReader;
const file = { name: 'room.jpg', bytes: Buffer.from('abc') };

test('of several files that were too large together, those that came are kept, and it is said which one is to be chosen again', async () => {
  const brought = await bringFiles(reviewPages.review, { texts: { code: 'K7QM-2XPA' }, files: { photo_1: file, photo_2: file }, isCut: true }, ask);
  expect(brought.kept).toEqual({ photo_1: kept, photo_2: kept });
  expect(brought.problems).toEqual([{ field: 'photo_3', message: 'files.together', values: { most: 10 } }]);
});

test('a single file that is too large is said to be that', async () => {
  const brought = await bringFiles(evidencePages.evidence, { texts: { code: 'K7QM-2XPA' }, files: {}, isCut: true }, ask);
  expect(brought.problems).toEqual([{ field: 'photo', message: 'files.size', values: { most: 10 } }]);
});
