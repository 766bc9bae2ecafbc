/** The call that joins two accounts of one person. */
import * as z from 'zod/mini';
import { contract } from '#lib/api/contract.ts';
import { inputOf } from '#lib/forms/form-input.rules.ts';
import { joinForm } from './accounts-forms.schema.ts';

export const joinAccountsContract = contract({
  method: 'POST',
  access: 'login',
  csrf: 'always',
  limit: 'login',
  name: 'join-accounts',
  proof: 'fresh',
  summary: 'Joins the account with another of the same person, whose contact a code has just proved; what that one held is theirs.',
  path: '/_buserApi/account/join',
  input: inputOf(joinForm),
  output: z.object({}),
  errors: ['login-needed', 'code-gone', 'wrong-password', 'not-joinable', 'stale-form'],
  fulfils: ['R5.54'],
});
