import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { staffIdOf } from '#lib/api/caller.ts';
import { fault, faults } from '#lib/forms/field-faults.rules.ts';
import { parseId } from '#lib/ids/ids.ts';
import { bankImportContract, bankLineContract } from './statements.contract.ts';
import { explanations } from './statements.schema.ts';
import type { StatementsService } from './statements.service.ts';
import { statementFaultWords } from './statements.words.ts';

const notFound = { ok: false, error: 'not-found' } as const;

export function statementCalls({ statements }: { readonly statements: StatementsService }): readonly BoundCall[] {
  return [
    bind(bankImportContract, async ({ account, statement }, caller) => {
      const taken = await statements.take(statement, account, staffIdOf(caller), caller.now);
      if (taken.ok) return { ok: true, data: taken.value };
      return faults([{ field: taken.why === 'account' ? 'account' : 'statement', message: statementFaultWords[taken.why], values: { line: taken.line } }]);
    }),
    bind(bankLineContract, async ({ line, was, provider, note }, caller) => {
      const as = explanations.find((one) => one === was);
      const id = parseId(line);
      if (!as || id === undefined) return notFound;
      const outcome = await statements.explain(id, { as, provider, note }, staffIdOf(caller), caller.now);
      if (outcome.ok) return { ok: true, data: { line } };
      switch (outcome.reason) {
        case 'unknown':
          return notFound;
        case 'not-now':
          return fault('was', 'staff.not_now');
        case 'no-provider':
          return fault('provider', 'forms.choose');
      }
    }),
  ];
}
