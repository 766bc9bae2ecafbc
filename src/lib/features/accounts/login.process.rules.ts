/** The six steps of signing in and the ways between them, as data: dialog, page and tests read the same graph. Browser-safe. */

/** R4.009–R4.015. */
export const loginSteps = { entry: 1, code: 2, password: 3, newPassword: 4, bindEmail: 5, recovery: 6 } as const;
export type LoginStep = keyof typeof loginSteps | 'closed';

/** What happens between two steps. */
export type LoginEvent =
  | 'code-sent'
  | 'password-way'
  | 'back'
  | 'signed-in'
  | 'code-right'
  | 'registered'
  | 'reset'
  | 'recover'
  | 'skipped'
  | 'bound'
  | 'code-gone';

/** What decides between two ways of the same event. */
export type LoginMatter = {
  /** The way began with a lost password. */
  readonly recovering: boolean;
  /** Of whom the code was asked for: somebody who has an account already. */
  readonly known: boolean;
  /** The account was made with a phone number on a Chinese edition. */
  readonly chinesePhone: boolean;
};

type Edge = { readonly from: LoginStep; readonly event: LoginEvent; readonly to: LoginStep; readonly when?: Partial<LoginMatter> };

/** Every way there is; what is not here is refused. */
export const loginEdges: readonly Edge[] = [
  // R4.016
  { from: 'entry', event: 'code-sent', to: 'code' },
  // R4.017
  { from: 'entry', event: 'password-way', to: 'password' },
  { from: 'password', event: 'back', to: 'entry' },
  { from: 'password', event: 'signed-in', to: 'closed' },
  { from: 'password', event: 'recover', to: 'recovery' },
  // R4.018, R4.019
  { from: 'code', event: 'back', to: 'entry', when: { recovering: false } },
  { from: 'code', event: 'back', to: 'recovery', when: { recovering: true } },
  // R4.020
  { from: 'code', event: 'signed-in', to: 'closed', when: { recovering: false, known: true } },
  // R4.021, R4.022
  { from: 'code', event: 'code-right', to: 'newPassword', when: { recovering: false, known: false } },
  { from: 'code', event: 'code-right', to: 'newPassword', when: { recovering: true } },
  // R4.023
  { from: 'newPassword', event: 'reset', to: 'closed', when: { recovering: true } },
  // R8.13
  { from: 'newPassword', event: 'code-gone', to: 'code' },
  // R4.024–R4.026
  { from: 'newPassword', event: 'registered', to: 'bindEmail', when: { recovering: false, chinesePhone: true } },
  { from: 'newPassword', event: 'registered', to: 'closed', when: { recovering: false, chinesePhone: false } },
  // R4.027
  { from: 'bindEmail', event: 'back', to: 'newPassword' },
  // R4.014
  { from: 'bindEmail', event: 'skipped', to: 'closed' },
  { from: 'bindEmail', event: 'bound', to: 'closed' },
  // R4.028
  { from: 'recovery', event: 'code-sent', to: 'code', when: { recovering: true } },
  { from: 'recovery', event: 'back', to: 'password' },
];

/**
 * The step after an event; undefined where there is no such way.
 * @example nextStep('code', 'back', { recovering: true, known: true, chinesePhone: false }) // 'recovery'
 */
export function nextStep(from: LoginStep, event: LoginEvent, matter: LoginMatter): LoginStep | undefined {
  return loginEdges.find(
    (edge) =>
      edge.from === from && edge.event === event && (Object.keys(edge.when ?? {}) as (keyof LoginMatter)[]).every((name) => edge.when?.[name] === matter[name]),
  )?.to;
}
