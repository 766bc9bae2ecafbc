/** Contracts: written in English and in the applicant's language, read, and signed as they were read. */
import { createHash } from 'node:crypto';
import type { DbTransaction } from '#lib/db/database.ts';
import type { NoBed } from '#lib/features/stock/stock.schema.ts';
import type { UserId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Secrets } from '#lib/secrets.ts';
import type { OrdersRepository } from './orders.repository.ts';
import type { OrdersService } from './orders.service.ts';
import type { Order } from './orders.schema.ts';

type Parts = {
  readonly repository: OrdersRepository;
  readonly orders: Pick<OrdersService, 'own' | 'move'>;
  /** The contract of an order in words; undefined where its home is gone. */
  readonly write: (order: Order) => Promise<string | undefined>;
  readonly secrets: Pick<Secrets, 'encrypt'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

export type SigningService = ReturnType<typeof createSigningService>;

/** The language in which a contract holds where its two languages differ. */
export const bindingLanguage = 'en';

/** @example hashOf('') // 'e3b0c442…' */
const hashOf = (document: string): string => createHash('sha256').update(document, 'utf8').digest('hex');

export function createSigningService({ repository, orders, write, secrets, transact }: Parts) {
  const documentOf = async (order: Order) => {
    const text = await write(order);
    return text === undefined ? undefined : { text, hash: hashOf(text) };
  };
  return {
    documentOf,

    /**
     * Accepts an offer, where that was not done yet, and signs.
     * @param hash of what was read: another contract than that is not signed.
     */
    async sign(
      userId: UserId,
      code: string,
      { hash, name, address }: { readonly hash: string; readonly name: string; readonly address: string },
      now: Date,
    ): Promise<Outcome<null, 'unknown' | 'not-now' | 'changed' | NoBed>> {
      const seen = await orders.own(userId, code);
      if (!seen) return refused('unknown');
      if (seen.state !== 'offered' && seen.state !== 'signing') return refused('not-now');
      const document = await documentOf(seen);
      if (!document) return refused('gone');
      if (document.hash !== hash) return refused('changed');
      return transact(async (tx) => {
        const order = await orders.own(userId, code, tx);
        if (!order || order.state !== seen.state) return refused('not-now');
        if (order.state === 'offered') {
          const accepted = await orders.move(tx, order, 'accept', { by: 'applicant' }, now);
          if (!accepted.ok) return accepted;
        }
        const sealed = secrets.encrypt('orders', JSON.stringify({ name, address }));
        await repository.sign(tx, order.id, { signer: 'applicant', document: document.text, hash, language: bindingLanguage, signedAt: now, sealed });
        const signed = await orders.move(tx, { ...order, state: 'signing' }, 'sign', { by: 'applicant' }, now);
        // What is refused here would leave half of it behind.
        if (!signed.ok) throw new Error(`a contract could not be signed: ${signed.reason}`);
        return done(null);
      });
    },
  };
}
