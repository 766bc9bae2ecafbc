/** Binds the calls that say whether somebody has an account. Their gates let people through alone: captcha, token, limit. */
import { bind } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import { recoveryForm } from './accounts-forms.schema.ts';
import * as contracts from './account-checks.contract.ts';
import type { AccountsService } from './accounts.service.ts';
import { contactIn } from './contact-input.rules.ts';
import type { ContactInput } from './contact-input.rules.ts';

export function accountCheckCalls({ accounts }: { readonly accounts: Pick<AccountsService, 'known'> }): readonly BoundCall[] {
  async function check(given: Partial<ContactInput>) {
    const read = contactIn(recoveryForm, { canal: '', country_code: '', phone: '', email: '', ...given });
    if (!read.ok) return read;
    const { isKnown, hasPassword } = await accounts.known(read.value);
    return { ok: true as const, data: { status: isKnown ? 1 : 0, is_password: hasPassword ? 1 : 0 } };
  }
  return [
    bind(contracts.checkMobileContract, (values) => check({ ...values, canal: '1' })),
    bind(contracts.checkEmailContract, (values) => check({ ...values, canal: '2' })),
    bind(contracts.checkAccountContract, check),
    bind(contracts.checkAccountIsNewContract, check),
  ];
}
