/**
 * The step of a form in which its sender shows to be a person. It stands there only when a call has asked for it; nothing is
 * loaded before the button is pressed. In a form of the page it sends that form once it is done (R8.16).
 */
import { useEffect, useId, useReducer, useRef, useState } from 'react';
import type { ReactElement } from 'react';
import { api } from '#islands/browser/api.ts';
import { pageSettings } from '#islands/browser/page-settings.ts';
import { CaptchaClosedError } from '#lib/api/as-person.ts';
import type { Client } from '#lib/api/client.ts';
import { captchaWidth } from '#lib/features/captcha/captcha.schema.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { nextCaptcha } from './captcha.rules.ts';
import type { CaptchaTrouble } from './captcha.rules.ts';
import { CaptchaWrongError } from './puzzles.ts';
import { solveCaptcha } from './solve-captcha.ts';
import type { CaptchaToken } from './solve-captcha.ts';

export type CaptchaWords = Readonly<
  Record<'title' | 'text' | 'start' | 'again' | 'working' | 'shown' | 'done' | 'fallback' | 'wrong' | 'closed' | 'lost' | 'close', string>
>;

export type CaptchaProps = {
  /** The call that asked for it. */
  readonly call: string;
  readonly words: CaptchaWords;
  /** Said where the form around waits for its sender, because a password has to be typed once more; left out where it has none. */
  readonly waits?: string | undefined;
  /** Whom to tell; without it the form around is sent. */
  readonly onToken?: (token: CaptchaToken) => void;
  /** Told when the reader turns away from it. */
  readonly onClosed?: () => void;
  /** The page's own by default. */
  readonly client?: Pick<Client, 'call'>;
  readonly locale?: Locale;
};

/** Milliseconds for which it is said that a captcha was left out: enough to read it, or to hear it read. */
const saidFor = 4_000;

const troubleOf = (error: unknown): CaptchaTrouble => (error instanceof CaptchaClosedError ? 'closed' : error instanceof CaptchaWrongError ? 'wrong' : 'lost');

export function Captcha({ call, words, waits, onToken, onClosed, client, locale }: CaptchaProps): ReactElement {
  const id = useId();
  const [state, tell] = useReducer(nextCaptcha, { kind: 'waiting' });
  const place = useRef<HTMLDivElement>(null);
  const holder = useRef<HTMLSpanElement>(null);
  const running = useRef<AbortController>(undefined);
  const [isWaiting, setWaiting] = useState(false);
  useEffect(() => () => running.current?.abort(), []);
  // Who sends the form before they have shown to be a person does so now: nothing that was written is lost to a refusal.
  const solveLatest = useRef<(isPressed: boolean) => Promise<void>>(undefined);
  useEffect(() => void (solveLatest.current = solve));
  useEffect(() => {
    const form = holder.current?.closest('form');
    const hold = (event: SubmitEvent): void => {
      if (event.defaultPrevented || holder.current?.firstChild) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      void solveLatest.current?.(true);
    };
    form?.addEventListener('submit', hold);
    return () => form?.removeEventListener('submit', hold);
  }, []);

  /** @param isPressed whether somebody has sent the form, which then goes on by itself. */
  async function solve(isPressed = false): Promise<void> {
    if (!place.current || state.kind === 'solving') return;
    running.current = new AbortController();
    tell({ type: 'started' });
    try {
      const solved = await solveCaptcha({
        client: client ?? api(),
        locale: locale ?? pageSettings().locale,
        call,
        page: location.pathname,
        place: place.current,
        signal: running.current.signal,
        onShown: () => tell({ type: 'shown' }),
      });
      const form = holder.current?.closest('form');
      const passwords = [...(form?.querySelectorAll<HTMLInputElement>('input[type="password"]') ?? [])];
      const isLacking = waits !== undefined && !isPressed && passwords.some(({ value }) => value === '');
      setWaiting(isLacking);
      tell({ type: 'solved', ...solved });
      // What stood in for a captcha is said before the form goes on (R8.24, R8.25).
      const isSaid = async (): Promise<unknown> => solved.isVerified || new Promise((resolve) => setTimeout(resolve, saidFor));
      if (onToken) {
        await isSaid();
        return onToken(solved);
      }
      if (!holder.current) return;
      holder.current.replaceChildren(Object.assign(document.createElement('input'), { type: 'hidden', name: 'captcha_token', value: solved.token }));
      if (isLacking) return;
      await isSaid();
      form?.requestSubmit();
    } catch (error) {
      // R8.18: what did not succeed leaves no token.
      holder.current?.replaceChildren();
      const why = troubleOf(error);
      tell({ type: 'failed', why });
      if (why === 'closed') onClosed?.();
    }
  }

  const says = {
    waiting: '',
    solving: state.kind === 'solving' && state.isShown ? words.shown : words.working,
    done: state.kind === 'done' && !state.isVerified ? words.fallback : isWaiting && waits ? waits : words.done,
    failed: state.kind === 'failed' ? words[state.why] : '',
  }[state.kind];
  const isBusy = state.kind === 'solving' || state.kind === 'done';
  return (
    <fieldset className="field captcha" data-with-form={onToken ? undefined : ''} aria-describedby={`${id}-text`} style={{ maxWidth: `${captchaWidth}px` }}>
      <legend>{words.title}</legend>
      <p className="hint" id={`${id}-text`}>
        {words.text}
      </p>
      {/* What is solved is put here as a field. One of React's own would lose name and value with the next word that is said. */}
      {onToken ? null : <span hidden ref={holder} />}
      <div ref={place} />
      <p className={state.kind === 'failed' ? 'problem' : 'hint'} role="status">
        {says}
      </p>
      <p>
        {/* Not disabled: that would take the focus away from who pressed it. */}
        <button type="button" className="button" aria-disabled={isBusy || undefined} onClick={() => void solve()}>
          {state.kind === 'failed' ? words.again : words.start}
        </button>
        {onClosed && (
          <button type="button" className="plain" onClick={() => (state.kind === 'solving' ? running.current?.abort() : onClosed())}>
            {words.close}
          </button>
        )}
      </p>
    </fieldset>
  );
}
