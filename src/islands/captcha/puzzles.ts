/** Shows a puzzle, or has the device work it out, and gives its solution. One function for each who poses them. */
import { CaptchaClosedError } from '#lib/api/as-person.ts';
import { captchaWidth } from '#lib/features/captcha/captcha.schema.ts';
import type { CaptchaPlatform, WirePuzzle } from '#lib/features/captcha/captcha.schema.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { CaptchaLoadError, loadScript } from './load-script.ts';

/** The service judged what the reader did, and did not accept it. */
export class CaptchaWrongError extends Error {
  override name = 'CaptchaWrongError';
}

export type PuzzleOptions = {
  /** Where it may be shown. */
  readonly place: HTMLElement;
  /** The call it is for. */
  readonly call: string;
  readonly locale: Locale;
  /** Told when something stands there for the reader to do. */
  readonly onShown: () => void;
  readonly signal: AbortSignal;
};

/** What the scripts of other services put on the page, as far as we use it. */
type Widget = { render(place: HTMLElement, options: Readonly<Record<string, unknown>>): unknown };
type GeetestCaptcha = {
  onReady(then: () => void): GeetestCaptcha;
  onSuccess(then: () => void): GeetestCaptcha;
  onError(then: () => void): GeetestCaptcha;
  onFail(then: () => void): GeetestCaptcha;
  onClose(then: () => void): GeetestCaptcha;
  showCaptcha(): void;
  destroy(): void;
  getValidate(): Readonly<Record<string, string>> | false;
};
type Services = {
  readonly turnstile?: Widget;
  readonly grecaptcha?: Widget & { ready(then: () => void): void };
  readonly initGeetest4?: (options: Readonly<Record<string, unknown>>, then: (captcha: GeetestCaptcha) => void) => void;
};
const services = (): Services => window as unknown as Services;

/** Milliseconds of work after which a device gives up. */
const workPatience = 60_000;

function altcha({ challenge }: WirePuzzle, { signal }: PuzzleOptions): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./altcha-worker.ts', import.meta.url), { type: 'module' });
    const end = (done: () => void): void => {
      clearTimeout(late);
      worker.terminate();
      done();
    };
    const lost = (): void => end(() => reject(new CaptchaLoadError('the device cannot work it out')));
    const late = setTimeout(lost, workPatience);
    signal.addEventListener('abort', () => end(() => reject(new CaptchaClosedError())));
    worker.addEventListener('error', lost);
    worker.addEventListener('message', ({ data: solution }: MessageEvent<unknown>) => {
      if (solution === null) lost();
      else end(() => resolve(btoa(JSON.stringify({ challenge: JSON.parse(challenge), solution }))));
    });
    worker.postMessage(JSON.parse(challenge));
  });
}

/** Turnstile and reCAPTCHA: a box in the page, drawn by a script of theirs. */
async function drawn(widget: Widget | undefined, { captcha_id: sitekey }: WirePuzzle, { place, call, signal, onShown }: PuzzleOptions): Promise<string> {
  if (!widget) throw new CaptchaLoadError('the script did not bring its widget');
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new CaptchaClosedError()));
    const box = document.createElement('div');
    place.replaceChildren(box);
    widget.render(box, {
      sitekey,
      action: call,
      callback: resolve,
      'expired-callback': () => reject(new CaptchaWrongError()),
      'error-callback': () => reject(new CaptchaLoadError('the widget gave up')),
    });
    onShown();
  });
}

async function recaptcha(puzzle: WirePuzzle, options: PuzzleOptions): Promise<string> {
  await new Promise<void>((resolve) => {
    const { grecaptcha } = services();
    if (grecaptcha) grecaptcha.ready(resolve);
    else resolve();
  });
  return drawn(services().grecaptcha, puzzle, options);
}

/** Its languages; Vietnamese is not among them. */
const geetestLanguages = { 'zh-cn': 'zho', 'zh-hk': 'zho-hk', 'zh-tw': 'zho-tw', 'en-us': 'eng', 'vi-vn': 'eng' } as const satisfies Record<Locale, string>;

function geetest({ captcha_id: captchaId }: WirePuzzle, { locale, signal, onShown }: PuzzleOptions): Promise<string> {
  const { initGeetest4: init } = services();
  return new Promise((resolve, reject) => {
    if (!init) throw new CaptchaLoadError('the script did not bring its widget');
    const lost = (): void => reject(new CaptchaLoadError('the widget gave up'));
    const options = { captchaId, product: 'bind', language: geetestLanguages[locale], nativeButton: { width: `${captchaWidth}px` }, onError: lost };
    init(options, (captcha) => {
      signal.addEventListener('abort', () => {
        captcha.destroy();
        reject(new CaptchaClosedError());
      });
      captcha
        .onReady(() => {
          captcha.showCaptcha();
          onShown();
        })
        .onSuccess(() => {
          const solved = captcha.getValidate();
          if (!solved) return reject(new CaptchaWrongError());
          const { lot_number, captcha_output, pass_token, gen_time } = solved;
          return resolve(JSON.stringify({ lot_number, captcha_output, pass_token, gen_time }));
        })
        .onError(lost)
        .onClose(() => reject(new CaptchaClosedError()));
    });
  });
}

const solvers = {
  altcha,
  cloudflare: (puzzle, options) => drawn(services().turnstile, puzzle, options),
  recaptcha,
  geetest,
} as const satisfies Record<CaptchaPlatform, (puzzle: WirePuzzle, options: PuzzleOptions) => Promise<string>>;

/**
 * The solution of a puzzle.
 * @throws {CaptchaLoadError} when it cannot be had, {CaptchaWrongError}, {CaptchaClosedError}
 */
export async function solvePuzzle(puzzle: WirePuzzle, options: PuzzleOptions): Promise<string> {
  if (puzzle.scripts.length > 0) await loadScript(puzzle.scripts);
  try {
    return await solvers[puzzle.platform](puzzle, options);
  } catch (error) {
    if (error instanceof CaptchaClosedError || error instanceof CaptchaWrongError) throw error;
    // A script that throws, or a browser without workers, is as good as none.
    throw new CaptchaLoadError('the captcha gave up', { cause: error });
  }
}
