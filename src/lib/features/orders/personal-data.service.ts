/** What is kept of a person's applications and orders, for themselves. Their files are told among all files. */
import type { PersonalItem, PersonalSource } from '#lib/features/personal-data/personal-data.schema.ts';
import { backOf } from './deposits.rules.ts';
import type { DepositsRepository } from './deposits.repository.ts';
import type { DepositReturn, Proposal } from './deposits.schema.ts';
import type { ArrearsRepository } from './arrears.repository.ts';
import type { Claim } from './claims.schema.ts';
import type { ApplicationAnswers } from './application-answers.service.ts';
import type { OrdersRepository } from './orders.repository.ts';
import { amountText } from './orders.rules.ts';
import type { OrderId } from '#lib/ids/ids.ts';
import type { SigningService } from './signing.service.ts';
import type { SponsorsService } from './sponsors.service.ts';
import type { SaidOfContract } from './supplier-signing.schema.ts';
import type { SupplierSigningService } from './supplier-signing.service.ts';

const claimData = (claim: Claim | undefined) =>
  claim && {
    event: claim.event,
    waits_for_proof: amountText(claim.rest),
    proof: claim.proof,
    proof_until: claim.proofUntil ?? null,
    state: claim.state,
    decided_at: claim.decidedAt ?? null,
  };

/** Where the provider wrote from is theirs, and stays with them. */
const saidData = (said: SaidOfContract | undefined) =>
  said && {
    sha256: said.hash,
    word: said.word,
    name: said.name,
    role: said.role,
    on_paper: said.on,
    reason: said.reason,
    said_at: said.at,
  };

const proposalData = ({ deposit }: DepositReturn, { kind, note, deductions, answer, at }: Proposal) => ({
  kind,
  note,
  at,
  back: amountText(backOf(deposit, deductions)),
  kept: deductions.map(({ reason, amount, note: why }) => ({ reason, amount: amountText(amount), note: why })),
  answer: answer ?? null,
});

async function depositData(id: OrderId, rows: Pick<DepositsRepository, 'deposit' | 'proposals'>) {
  const found = await rows.deposit(id);
  if (!found) return undefined;
  const proposals = await rows.proposals(id, found.deposit.currency);
  const { deposit, state, dueOn, givenOn } = found;
  return {
    amount: amountText(deposit),
    state,
    due_on: dueOn ?? null,
    given_on: givenOn ?? null,
    proposals: proposals.map((one) => proposalData(found, one)),
  };
}

/** More than anybody has. */
const most = 1_000;

export function ordersSource(
  repository: Pick<OrdersRepository, 'ofUser' | 'timeline' | 'supplierDues' | 'supplierReturns' | 'claim'>,
  arrears: Pick<ArrearsRepository, 'arrearsOf'>,
  deposits: Pick<DepositsRepository, 'deposit' | 'proposals'>,
  answering: Pick<ApplicationAnswers, 'answersOf' | 'profile'>,
  signing: Pick<SigningService, 'signed'>,
  supplierSigning: Pick<SupplierSigningService, 'of'>,
  sponsors: Pick<SponsorsService, 'ofUser' | 'nameIn'>,
): PersonalSource {
  return {
    name: 'orders',
    async read(userId) {
      const [all, profile] = await Promise.all([repository.ofUser(userId, undefined, most), answering.profile(userId)]);
      const data = await Promise.all(
        all.map(async (order) => ({
          code: order.code,
          home: order.home.name,
          unit: order.home.unit,
          from: order.from,
          to: order.to ?? null,
          state: order.state,
          created_at: order.createdAt,
          said: answering.answersOf(order),
          timeline: (await repository.timeline(order.id)).filter(({ isInternal }) => !isInternal).map(({ event, by, note, at }) => ({ event, by, note, at })),
          paid_to_supplier: (await repository.supplierDues(order.id)).map(({ on, amount, state, proofAt, receivedAt }) => ({
            due_on: on,
            amount: amountText(amount),
            state,
            proof_at: proofAt ?? null,
            received_at: receivedAt ?? null,
          })),
          owed_by_supplier: (await repository.supplierReturns(order.id)).map(({ amount, owedAt, returnedAt }) => ({
            amount: amountText(amount),
            owed_at: owedAt,
            returned_at: returnedAt ?? null,
          })),
          late_payments: await arrears.arrearsOf(order.id),
          deposit: await depositData(order.id, deposits),
          cancelled_for: claimData(await repository.claim(order.id)),
          contracts: (await signing.signed(order)).map(({ hash, document, signedAt }) => ({ hash, document, signed_at: signedAt })),
          said_by_provider: saidData((await supplierSigning.of(order))?.said),
        })),
      );
      const items: readonly PersonalItem[] = all.map((order) => [
        { label: 'orders.code', value: order.code },
        { label: 'orders.home', value: order.home.name },
        { label: 'mydata.given', value: order.createdAt.toISOString() },
        { label: 'orders.said', value: Object.values(answering.answersOf(order)).filter(Boolean).join(' · ') },
      ]);
      const links = (await sponsors.ofUser(userId)).map((link) => ({
        name: sponsors.nameIn(link),
        language: link.locale,
        made_at: link.madeAt,
        expires_at: link.expiresAt,
        ended_at: link.endedAt ?? null,
        used_at: link.usedAt ?? null,
      }));
      return { title: 'orders.orders', items, data: { orders: data, apply_information: profile, sponsor_links: links } };
    },
  };
}
