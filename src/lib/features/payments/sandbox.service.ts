/** The page of the provider where no money moves: what is chosen there is told by signed messages to the same ear as any other provider's. */
import { apart } from '#lib/jobs/apart.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import { sandboxDispute, sandboxMessage } from '#lib/ports/payment/sandbox.ts';
import type { PaymentsService } from './payments.service.ts';
import { isPayers } from './payments.rules.ts';
import type { Payer, SandboxChoice } from './payments.schema.ts';
import { sandboxLateMinutes } from './payments.schema.ts';
import type { SandboxRepository } from './sandbox.repository.ts';

export type SandboxService = ReturnType<typeof createSandboxService>;

type Parts = {
  readonly repository: SandboxRepository;
  readonly payments: Pick<PaymentsService, 'find' | 'hear'>;
  readonly key: Buffer;
};

export function createSandboxService({ repository, payments, key }: Parts) {
  /** Tells what is due to be told. Returns how many messages. */
  async function tell(now: Date): Promise<number> {
    const due = await repository.toTell(now);
    const rows = apart();
    for (const { reference, outcome, amount } of due) {
      if (outcome === undefined) continue;
      const told = { id: `evt_${reference}_${outcome}`, reference, state: outcome, minor: String(amount.minor), currency: amount.currency } as const;
      const { headers, body } = sandboxMessage(key, told, now);
      await rows.run(async () => {
        await payments.hear('sandbox', headers, body, now);
        await repository.told(reference, now);
      });
    }
    const disputes = await repository.disputesToTell(now);
    for (const { reference, amount, dispute } of disputes) {
      const state = ({ open: 'chargeback', won: 'chargeback-won', lost: 'chargeback-lost' } as const)[dispute];
      const told = {
        id: `evt_${reference}_${state}`,
        reference,
        state,
        dispute: sandboxDispute(reference),
        minor: String(amount.minor),
        currency: amount.currency,
      };
      const { headers, body } = sandboxMessage(key, told, now);
      await rows.run(async () => {
        await payments.hear('sandbox', headers, body, now);
        await repository.disputeTold(reference, dispute);
      });
    }
    rows.end();
    return due.length + disputes.length;
  }

  return {
    tell,

    /** What the page shows of a payment to who pays it. */
    async open(reference: string, payer: Payer) {
      const known = await payments.find(reference);
      if (!known || !isPayers(known, payer) || known.payment.provider !== 'sandbox') return undefined;
      const kept = await repository.book.find(reference);
      return kept && { ...known, isChosen: kept.outcome !== undefined };
    },

    async choose(reference: string, payer: Payer, choice: SandboxChoice, now: Date): Promise<Outcome<undefined, 'unknown'>> {
      const known = await payments.find(reference);
      if (!known || !isPayers(known, payer) || known.payment.provider !== 'sandbox') return refused('unknown');
      // A bank that never answers: the payment lapses.
      if (choice === 'silent' || choice === 'check') return done(undefined);
      const tellsAt = choice === 'late' ? new Date(now.getTime() + sandboxLateMinutes * 60_000) : now;
      await repository.choose(reference, choice === 'fails' ? 'failed' : 'succeeded', tellsAt);
      if (choice === 'disputed') await repository.dispute(reference, new Date(now.getTime() + sandboxLateMinutes * 60_000));
      await tell(now);
      return done(undefined);
    },

    /** Staff say what the payer's bank decides there, to see what comes of it. */
    async decide(reference: string, outcome: 'won' | 'lost', now: Date): Promise<Outcome<undefined, 'not-now'>> {
      if (!(await repository.decide(reference, outcome, now))) return refused('not-now');
      await tell(now);
      return done(undefined);
    },
  };
}
