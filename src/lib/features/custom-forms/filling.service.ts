/** Keeps what somebody has filled in of a form with steps, for a day: encrypted, and found by who they are or by their visit alone. */
import * as z from 'zod/mini';
import { senderOf } from '#lib/daily-senders.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { FileOwner } from '#lib/features/uploads/uploads.schema.ts';
import type { UploadsService } from '#lib/features/uploads/uploads.service.ts';
import { checkForm } from '#lib/forms/form-check.rules.ts';
import type { FormDefinition, GivenValues } from '#lib/forms/form.schema.ts';
import type { CustomFormId, UserId } from '#lib/ids/ids.ts';
import { done, refused } from '#lib/outcome.ts';
import type { Outcome } from '#lib/outcome.ts';
import type { Secrets } from '#lib/secrets.ts';
import { drafts } from './custom-forms.schema.ts';
import type { StepAct, Wrong } from './custom-forms.schema.ts';
import { stepDefinition, stepsShown, withStep } from './custom-steps.rules.ts';
import type { CustomStep } from './custom-steps.rules.ts';
import type { DraftOwner, FormDraftsRepository } from './form-drafts.repository.ts';

/** A form as its steps are gone through. */
export type SteppedForm = { readonly id: CustomFormId; readonly definition: FormDefinition; readonly steps: readonly CustomStep[] };

export type FillingService = ReturnType<typeof createFillingService>;

type Parts = {
  readonly repository: FormDraftsRepository;
  readonly uploads: Pick<UploadsService, 'withdraw'>;
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt' | 'digests'>;
  readonly transact: <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
};

const valuesSchema = z.record(z.string(), z.string());

export function createFillingService({ repository, uploads, secrets, transact }: Parts) {
  /** @param address undefined where nothing is written. */
  function ownerOf({ userId, visit }: FileOwner, address = ''): DraftOwner {
    const texts = [...(userId === undefined ? [] : [`draft of ${userId}`]), ...(visit === undefined ? [] : [`draft of visit ${visit}`])];
    const [from] = secrets.digests('custom-forms', `draft from ${senderOf(address)}`);
    return { userId, digests: texts.flatMap((text) => secrets.digests('custom-forms', text)), address: from };
  }

  function opened(sealed: string | undefined): Readonly<Record<string, string>> | undefined {
    const text = sealed === undefined ? undefined : secrets.decrypt('custom-forms', sealed);
    return text === undefined ? undefined : valuesSchema.parse(JSON.parse(text));
  }

  return {
    /** What a visit has begun goes along to its new name. */
    follow: (from: string, to: string): Promise<void> => {
      const [next = ''] = ownerOf({ userId: undefined, visit: to }).digests;
      return repository.follow(ownerOf({ userId: undefined, visit: from }).digests, next);
    },

    /** What was filled in so far; undefined for nothing. @param tx sees what it has written itself. */
    async find(id: CustomFormId, owner: FileOwner, now: Date, tx?: DbTransaction): Promise<Readonly<Record<string, string>> | undefined> {
      return opened(await repository.find(id, ownerOf(owner).digests, now, tx));
    },

    /** Ends it, as part of what it is sent with. */
    end: (tx: DbTransaction, id: CustomFormId, owner: FileOwner): Promise<void> => repository.remove(tx, id, ownerOf(owner).digests),

    /**
     * Takes what was written in a step. `on` checks it; `back` keeps it as it is. `nobody`: there is neither a person nor a visit.
     * @returns the number of the step to go on with, one more than there are where nothing but sending is left, 0 after `clear`.
     */
    async step(
      { id, definition, steps }: SteppedForm,
      step: CustomStep,
      go: StepAct,
      given: GivenValues,
      sender: FileOwner & { readonly address: string },
      now: Date,
    ): Promise<Outcome<number, 'enough' | 'nobody'> | Wrong> {
      const owner = ownerOf(sender, sender.address);
      if (owner.digests.length === 0) return refused('nobody');
      return transact(async (tx) => {
        const former = opened(await repository.find(id, owner.digests, now, tx));
        const filesIn = (values: GivenValues) => definition.fields.flatMap(({ kind, name }) => (kind === 'file' ? (values[name] ?? []) : []));
        if (go === 'clear') {
          await uploads.withdraw(tx, [...filesIn(former ?? {}), ...filesIn(given)], sender, now);
          await repository.remove(tx, id, owner.digests);
          return done(0);
        }
        const values = withStep(definition, step, former ?? {}, given);
        if (go === 'on') {
          const checked = checkForm(stepDefinition(definition, step, values), values);
          if (!checked.ok) return { ok: false, reason: 'wrong', problems: checked.problems } as const;
        }
        if (!former) {
          await repository.inTurn(tx);
          const { ofAddress, all } = await repository.count(tx, owner.address, now);
          if (ofAddress >= drafts.ofAddress || all >= drafts.all) return refused('enough');
        }
        const kept = filesIn(values);
        const left = filesIn(former ?? {}).filter((file) => !kept.includes(file));
        await uploads.withdraw(tx, left, sender, now);
        const until = new Date(now.getTime() + drafts.hours * 3_600_000);
        await repository.remove(tx, id, owner.digests);
        await repository.put(tx, id, owner, secrets.encrypt('custom-forms', JSON.stringify(values)), until);
        const shown = stepsShown(definition, steps, values).map(({ number }) => number);
        const next = go === 'on' ? shown.find((one) => one > step.number) : shown.findLast((one) => one < step.number);
        return done(next ?? (go === 'on' ? steps.length + 1 : step.number));
      });
    },

    /** What a person has begun while signed in. */
    async ofUser(userId: UserId) {
      const rows = await repository.ofUser(userId);
      return rows.map(({ slug, sealed, expiresAt }) => ({ slug, values: opened(sealed) ?? {}, expiresAt }));
    },

    forget: (now: Date): Promise<number> => repository.forget(now),
  };
}
