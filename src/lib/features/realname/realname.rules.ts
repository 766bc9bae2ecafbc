/** What of a name and a number can be known without asking anybody, and the page of the form. Browser-safe. */
import { formPage } from '#lib/forms/form-page.schema.ts';
import type { FormPage } from '#lib/forms/form-page.schema.ts';
import type { Paths } from '#lib/paths.ts';
import type { FormName } from '#lib/forms/form-names.ts';
import { nameByHandForm } from './names-by-hand.schema.ts';
import { checkIdCardContract, nameByHandContract } from './realname.contract.ts';
import { realnameForm } from './realname.schema.ts';

/** Names on cards of mainland China: Han, with the dot that stands inside names of other peoples. */
const namePattern = /^\p{Script=Han}{1,20}(?:·\p{Script=Han}{1,20}){0,4}$/u;

/** As it is compared: dots of every kind are one. @example tidyCardName(' 阿卜杜拉•买买提 ') // '阿卜杜拉·买买提' */
export const tidyCardName = (typed: string): string =>
  typed
    .slice(0, 200)
    .normalize('NFKC')
    .trim()
    .replaceAll(/[•‧∙⋅・]/g, '·');

/** @example isCardName('欧阳娜娜') // true @example isCardName('Ann') // false */
export const isCardName = (name: string): boolean => [...name].length >= 2 && namePattern.test(name);

/** @example shownName('欧阳娜娜') // '欧***' */
export function shownName(name: string): string {
  const [first = '', ...rest] = name;
  return first + '*'.repeat(rest.length);
}

/**
 * The page of the form.
 * @param redirect where somebody goes on whom an action led there; empty for whoever comes by themselves.
 * @example realnamePath(paths, '/order/sign/K7QM2XPA') // '/en/profile/account/real-name?redirect=%2Forder%2Fsign%2FK7QM2XPA'
 */
export function realnamePath(paths: Paths, redirect: string, more: { readonly done?: '1'; readonly step?: 'form' } = {}): string {
  const query = new URLSearchParams({ ...more, ...(redirect === '' ? {} : { redirect }) });
  return `${paths.to('account_realname')}${query.size > 0 ? `?${query}` : ''}`;
}

export const realnamePages = {
  'staff-realname': formPage({
    definition: nameByHandForm,
    contract: nameByHandContract,
    valuesOf: ({ person = '' }) => ({ user_id: person }),
    done: ({ user_id }, { paths }) => `${paths.to('staff_realname', { person: String(user_id) })}?done=1`,
  }),
  realname: formPage({
    definition: realnameForm,
    contract: checkIdCardContract,
    done: (_, { paths, values }) => realnamePath(paths, values['redirect'] ?? '', { done: '1' }),
  }),
} as const satisfies Partial<Record<FormName, FormPage>>;
