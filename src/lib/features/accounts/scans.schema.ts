/** Signing a desk in with a phone: it shows a code, which WeChat scans. Browser-safe. */
import { formDefinition } from '#lib/forms/form.schema.ts';
import type { Field } from '#lib/forms/form.schema.ts';

/** Seconds for which a code can be scanned (R4.045, R9.26), and then for the desk to go on. */
export const scanLife = { shown: 180, confirmed: 120 } as const;
/** Milliseconds between two looks at whether it was confirmed (R4.042, R9.25), and while nobody looks at the page. */
export const scanPoll = { seen: 1_000, unseen: 5_000 } as const;
/** What clients call the app that is signed in to (R9.27), and the device (R7.066). */
export const scanApp = { id: '3009', device: 'pc' } as const;

const hidden = <const Name extends string>(name: Name, maxLength: number) =>
  ({ kind: 'hidden', name, label: 'accounts.sign_in', maxLength }) as const satisfies Field;

/** Asks for a code. */
export const askScanForm = formDefinition({ id: 'ask-scan', fields: [hidden('redirect', 2_048)], submit: 'accounts.scan_show' });
/** Goes on at the desk once the phone has confirmed. */
export const endScanForm = formDefinition({ id: 'end-scan', fields: [hidden('ticket', 32)], submit: 'accounts.scan_done' });
/** Confirms on the phone. */
export const confirmScanForm = formDefinition({ id: 'confirm-scan', fields: [hidden('ticket', 32)], submit: 'accounts.scan_confirm' });
/** Connects WeChat with the account that is signed in by then. */
export const bindWechatForm = formDefinition({ id: 'bind-wechat', fields: [hidden('session', 64)], submit: 'accounts.connect' });
