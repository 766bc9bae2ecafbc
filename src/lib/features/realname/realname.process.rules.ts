/** The real-name check: when it stands before something, and the three steps of its dialog, as data. Browser-safe. */
import type { RealnameMark } from '#lib/api/contract.ts';
import type { Locale } from '#lib/i18n/locales.ts';

/** R4.051–R4.053. */
export const realnameSteps = { prompt: 0, form: 1, success: 2 } as const;
export type RealnameStep = keyof typeof realnameSteps | 'closed';

/** `authenticate`, `skip`: what is chosen at the prompt. `sent`: name and number were taken. */
export type RealnameEvent = 'authenticate' | 'skip' | 'sent' | 'close';

type Edge = { readonly from: RealnameStep; readonly event: RealnameEvent; readonly to: RealnameStep };

/** Every way there is; what is not here is refused. */
export const realnameEdges: readonly Edge[] = [
  { from: 'prompt', event: 'authenticate', to: 'form' },
  { from: 'prompt', event: 'skip', to: 'closed' },
  { from: 'prompt', event: 'close', to: 'closed' },
  { from: 'form', event: 'sent', to: 'success' },
  { from: 'form', event: 'close', to: 'closed' },
  { from: 'success', event: 'close', to: 'closed' },
];

/** @example nextRealnameStep('prompt', 'sent') // undefined */
export function nextRealnameStep(from: RealnameStep, event: RealnameEvent): RealnameStep | undefined {
  return realnameEdges.find((edge) => edge.from === from && edge.event === event)?.to;
}

/** What is known of somebody's name. `isAuthorised`: they gave it, and it could not be compared yet. */
export type RealnameState = { readonly isOn: boolean; readonly isCertified: boolean; readonly isAuthorised: boolean };

/**
 * Whether somebody is asked for a name at all: on the edition of the mainland, and in every other language whoever has a number of the mainland.
 * Nobody else has a card that could be compared.
 * @param phones with dial code.
 * @example isAskedForName({ locale: 'vi-vn', phones: ['+84912345678'] }) // false
 */
export const isAskedForName = ({ locale, phones }: { readonly locale: Locale; readonly phones: readonly string[] }): boolean =>
  locale === 'zh-cn' || phones.some((phone) => phone.startsWith('+86'));

/** Somebody who wants something done that the check of names has a say in. */
export type AskedForName = { readonly userId: number; readonly locale: Locale; readonly mark: RealnameMark };

/**
 * What stands before an action: nothing (`run`), or the dialog at a step (R4.046–R4.050).
 * @example realnameGate({ isOn: true, isCertified: false, isAuthorised: false }, true) // 'prompt'
 * @example realnameGate({ isOn: true, isCertified: false, isAuthorised: false }, 'live-im') // 'run'
 */
export function realnameGate({ isOn, isCertified, isAuthorised }: RealnameState, mark: RealnameMark): 'run' | 'prompt' | 'success' {
  if (!isOn || isCertified || mark === 'live-im') return 'run';
  return isAuthorised ? 'success' : 'prompt';
}

/**
 * The step that its page shows to somebody whom an action led there.
 * @param gate what stands before that action; `run` once the name was found right.
 * @param isChosen whether the form was chosen, or sent.
 * @example shownRealnameStep('prompt', true) // 'form'
 */
export function shownRealnameStep(gate: 'run' | 'prompt' | 'success', isChosen: boolean): Exclude<RealnameStep, 'closed'> {
  if (gate !== 'prompt') return 'success';
  return isChosen ? (nextRealnameStep('prompt', 'authenticate') as 'form') : 'prompt';
}
