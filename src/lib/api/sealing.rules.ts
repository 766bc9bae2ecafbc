/** Which requests travel with encrypted fields, or as one encrypted body (R7.026, R7.027). Browser-safe. */

/** Personal fields, encrypted one by one where a rule names the call. */
export const personalFields = ['mobile', 'phone', 'email', 'name', 'realname', 'firstname', 'lastname', 'idcard_no', 'postal', 'address'] as const;

export type SealRule =
  | { readonly suffix: string; readonly seal: 'fields'; readonly fields: readonly string[] }
  | { readonly suffix: string; readonly seal: 'body'; readonly field: 'encrypt_data' };

/** The first rule whose suffix ends the path holds. An application, and what it asks, travels whole (R7.027). */
export const sealRules: readonly SealRule[] = [
  ...['template', 'person', 'details', 'form', 'submit'].map((call) => ({ suffix: `/rentalApply/${call}`, seal: 'body', field: 'encrypt_data' }) as const),
  { suffix: '/askQuestion', seal: 'fields', fields: ['mobile', 'email', 'firstname', 'lastname'] },
  { suffix: '/askQuestion/submit', seal: 'fields', fields: ['mobile', 'email', 'firstname', 'lastname'] },
  { suffix: '/login', seal: 'fields', fields: ['mobile', 'phone', 'email'] },
  { suffix: '/register', seal: 'fields', fields: ['mobile', 'phone', 'email'] },
  { suffix: '/sendCode', seal: 'fields', fields: ['mobile', 'phone', 'email'] },
  { suffix: '/checkIdCard', seal: 'fields', fields: ['name', 'idcard_no'] },
  { suffix: '/customer/update', seal: 'fields', fields: [...personalFields] },
];

/** @example sealRuleOf('/_appApi/rentalApply/submit')?.seal // 'body' */
export function sealRuleOf(path: string): SealRule | undefined {
  return sealRules.find(({ suffix }) => path.endsWith(suffix));
}
