/** Files that come with applications: claimed when they are named, let go when others take their place. */
import type { DbTransaction } from '#lib/db/database.ts';
import type { UploadsService } from '#lib/features/uploads/uploads.service.ts';
import type { FieldProblem } from '#lib/forms/form.schema.ts';
import type { OrderId, UserId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { ApplicationAnswers } from './application-answers.service.ts';
import { applicationFiles } from './application-forms.schema.ts';
import type { OrdersRepository } from './orders.repository.ts';
import type { Answers, Order } from './orders.schema.ts';
import type { OrdersService } from './orders.service.ts';

/** Files that are gone: undoes what was claimed before that was found, so that the others can be sent once more. */
export class FilesGone extends Error {
  override name = 'FilesGone';
  readonly problems: readonly FieldProblem[];
  constructor(problems: readonly FieldProblem[]) {
    super('a file is gone');
    this.problems = problems;
  }
}

export type ApplicationFiles = ReturnType<typeof createApplicationFiles>;

type Parts = {
  readonly repository: Pick<OrdersRepository, 'dropFile' | 'files' | 'ofFile' | 'putFile' | 'putSealed'>;
  readonly orders: Pick<OrdersService, 'own'>;
  readonly answering: Pick<ApplicationAnswers, 'open' | 'seal'>;
  readonly uploads: Pick<UploadsService, 'claim' | 'release'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

export function createApplicationFiles({ repository, orders, answering, uploads, transact }: Parts) {
  return {
    /** Claims the files that are new, and lets those go that they take the place of, or that were taken away. @throws {FilesGone} */
    async putFiles(
      tx: DbTransaction,
      orderId: OrderId,
      before: Answers,
      answers: Answers,
      owner: { readonly userId: UserId; readonly visit: string | undefined },
      now: Date,
    ) {
      const gone: FieldProblem[] = [];
      for (const name of applicationFiles) {
        const [former = '', file = ''] = [before[name], answers[name]];
        if (file === former) continue;
        if (file === '') await repository.dropFile(tx, orderId, name);
        else if (await uploads.claim(tx, file, 'application', owner, now)) await repository.putFile(tx, orderId, name, file, now);
        else gone.push({ field: name, message: 'files.gone' });
        if (former !== '') await uploads.release(tx, former, now);
      }
      if (gone.length > 0) throw new FilesGone(gone);
    },

    /** A document that is brought for an application that is under way. */
    async addDocument(
      userId: UserId,
      code: string,
      kind: (typeof applicationFiles)[number],
      file: string,
      visit: string | undefined,
      now: Date,
    ): Promise<Outcome<null, 'unknown' | 'not-now' | 'no-file'>> {
      return transact(async (tx) => {
        const order = await orders.own(userId, code, tx);
        if (!order) return refused('unknown');
        if (!['draft', 'submitted', 'reviewing'].includes(order.state)) return refused('not-now');
        const sealed = answering.open(order);
        const former = sealed.answers[kind] ?? '';
        if (former === file) return done(null);
        if (!(await uploads.claim(tx, file, 'application', { userId, visit }, now))) return refused('no-file');
        if (former !== '') await uploads.release(tx, former, now);
        await repository.putFile(tx, order.id, kind, file, now);
        await repository.putSealed(tx, order.id, answering.seal({ ...sealed, answers: { ...sealed.answers, [kind]: file } }));
        return done(null);
      });
    },

    documents: (order: Order) => repository.files(order.id),
    ofFile: (file: string): Promise<OrderId | undefined> => repository.ofFile(file),
  };
}
