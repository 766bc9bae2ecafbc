/** A captcha for forms of islands: `solve` is what a form waits for, `element` is what stands there meanwhile. */
import { useRef, useState } from 'react';
import type { ReactElement } from 'react';
import { CaptchaClosedError } from '#lib/api/as-person.ts';
import { Captcha } from './Captcha.tsx';
import type { CaptchaProps } from './Captcha.tsx';

type Waiting = { readonly resolve: (token: string) => void; readonly reject: (error: Error) => void };

export type CaptchaHandle = {
  /** Has the reader solve one. @throws {CaptchaClosedError} when they turn away. */
  readonly solve: () => Promise<string>;
  /** Null while none is asked for. */
  readonly element: ReactElement | null;
};

export function useCaptcha(settings: Pick<CaptchaProps, 'call' | 'words' | 'client' | 'locale'>): CaptchaHandle {
  const [round, setRound] = useState(0);
  const waiting = useRef<Waiting>(undefined);
  const end = (how: (waiting: Waiting) => void): void => {
    const who = waiting.current;
    waiting.current = undefined;
    setRound((before) => -Math.abs(before));
    if (who) how(who);
  };
  return {
    solve: () =>
      new Promise((resolve, reject) => {
        waiting.current = { resolve, reject };
        setRound((before) => Math.abs(before) + 1);
      }),
    element:
      round > 0 ? (
        <Captcha
          key={round}
          {...settings}
          onToken={({ token }) => end(({ resolve }) => resolve(token))}
          onClosed={() => end(({ reject }) => reject(new CaptchaClosedError()))}
        />
      ) : null,
  };
}
