/** Contracts of orders, made out on a day from what the order, its home and its applicant say. */
import { todayIn } from '#lib/dates/dates.ts';
import type { ContractPrinter } from '#lib/features/documents/documents.schema.ts';
import type { HouseService } from '#lib/features/house/house.service.ts';
import type { QuotesService } from '#lib/features/quotes/quotes.service.ts';
import type { SupplierPartiesService } from '#lib/features/supplier-parties/supplier-parties.service.ts';
import type { ApplicationAnswers } from './application-answers.service.ts';
import { contractInput } from './order-papers.rules.ts';
import type { StoredOrder } from './orders.repository.ts';
import type { WrittenContract } from './signing.service.ts';

type Parts = {
  readonly answering: Pick<ApplicationAnswers, 'answersOf' | 'guardianOf' | 'needsGuardian'>;
  readonly houses: Pick<HouseService, 'find'>;
  readonly quotes: Pick<QuotesService, 'promises' | 'protection'>;
  readonly parties: Pick<SupplierPartiesService, 'of'>;
  readonly documents: ContractPrinter;
};

/** The contract of an order, made out on a day; undefined where its home is gone. */
export function createContractWriting({ answering, houses, quotes, parties, documents }: Parts) {
  return async (order: StoredOrder, now: Date): Promise<WrittenContract | undefined> => {
    const house = await houses.find(order.houseId);
    if (!house) return undefined;
    const today = todayIn(order.home.zone, now);
    const facts = {
      answers: answering.answersOf(order),
      cancellation: quotes.promises(order.quote, order.home.policy, today),
      guardian: answering.needsGuardian(order, now) ? answering.guardianOf(order)?.name : undefined,
      party: await parties.of(house.supplier.id),
      protection: quotes.protection(house, today),
    };
    const input = contractInput(order, house, facts, now);
    return { ...documents.contractWords(input), print: (acceptances) => documents.contract({ ...input, acceptances }) };
  };
}
