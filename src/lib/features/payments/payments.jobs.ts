/** What providers did not tell is asked for, what is to go back is sent, and attempts lapse by the clock. */
import { z } from 'zod';
import { job } from '#lib/jobs/job.ts';
import type { ReceiptsService } from './receipts.service.ts';
import type { PaymentsService } from './payments.service.ts';
import type { SandboxService } from './sandbox.service.ts';

/** @param payments given late: the service makes refunds due itself. */
export function paymentJobs(
  payments: () => Pick<PaymentsService, 'askDisputes' | 'askRefunds' | 'catchUp' | 'closeSessions' | 'sendRefunds' | 'settle'>,
  sandbox: () => Pick<SandboxService, 'tell'> | undefined,
  receipts: () => Pick<ReceiptsService, 'tell'>,
  reconcile: (now: Date) => Promise<void>,
) {
  const send = job({
    name: 'payments.send-refunds',
    input: z.object({}),
    every: '*/2 * * * *',
    async handle(_, { now }) {
      await payments().sendRefunds(now);
    },
  });
  const catchUp = job({
    name: 'payments.catch-up',
    input: z.object({}),
    every: '* * * * *',
    async handle(_, { now }) {
      await sandbox()?.tell(now);
      await payments().catchUp(now);
    },
  });
  const disputes = job({
    name: 'payments.disputes',
    input: z.object({}),
    every: '17 * * * *',
    async handle(_, { now }) {
      await payments().askDisputes(now);
    },
  });
  const refunds = job({
    name: 'payments.refunds-there',
    input: z.object({}),
    every: '47 * * * *',
    async handle(_, { now }) {
      await payments().askRefunds(now);
    },
  });
  const close = job({
    name: 'payments.close-sessions',
    input: z.object({}),
    every: '*/2 * * * *',
    async handle(_, { now }) {
      await payments().closeSessions(now);
    },
  });
  const tell = job({
    name: 'payments.tell',
    input: z.object({ payment: z.string().max(9), refund: z.string().max(9).optional() }),
    async handle({ payment, refund }) {
      await receipts().tell(payment, refund);
    },
  });
  // When what was moved on the day before has long been told.
  const reconciliation = job({
    name: 'payments.reconcile',
    input: z.object({}),
    every: '37 5 * * *',
    handle: (_, { now }) => reconcile(now),
  });
  const settle = job({
    name: 'payments.settle',
    input: z.object({}),
    every: '7 6 * * *',
    async handle(_, { now }) {
      await payments().settle(now);
    },
  });
  return { send, close, tell, all: [send, catchUp, close, disputes, refunds, tell, reconciliation, settle] };
}
