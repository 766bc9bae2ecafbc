/** The real-name check: when it stands before something, and the three steps of its dialog, as data. Browser-safe. */

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

/** `live-im`: writing to a host while a viewing is on. */
export type RealnameAction = 'live-im' | 'other';

/**
 * What stands before an action: nothing (`run`), or the dialog at a step (R4.046–R4.050).
 * @example realnameGate({ isOn: true, isCertified: false, isAuthorised: false }, 'other') // 'prompt'
 * @example realnameGate({ isOn: true, isCertified: false, isAuthorised: false }, 'live-im') // 'run'
 */
export function realnameGate({ isOn, isCertified, isAuthorised }: RealnameState, action: RealnameAction): 'run' | 'prompt' | 'success' {
  if (!isOn || isCertified || action === 'live-im') return 'run';
  return isAuthorised ? 'success' : 'prompt';
}
