/** Brings the script of a captcha to the page: from the first of its servers that gives it. */
import { scriptAddress } from './captcha.rules.ts';

/** No captcha could be had. Clients know it by its code (R8.23). */
export class CaptchaLoadError extends Error {
  override name = 'CaptchaLoadError';
  readonly code = 502;
}

/** Milliseconds until a server is given up. */
const patience = 8_000;

function appendScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const end = (done: () => void): void => {
      clearTimeout(late);
      done();
    };
    const fail = (): void => {
      script.remove();
      end(() => reject(new CaptchaLoadError(src)));
    };
    const late = setTimeout(fail, patience);
    script.addEventListener('load', () => end(resolve));
    script.addEventListener('error', fail);
    script.async = true;
    script.src = src;
    document.head.append(script);
  });
}

/**
 * Tries the addresses in order (R4.084), each with the minute in it (R9.30).
 * @throws {CaptchaLoadError} when none gives the script.
 */
export async function loadScript(addresses: readonly string[], append: (src: string) => Promise<void> = appendScript, now = Date.now()): Promise<void> {
  for (const address of addresses) {
    try {
      return await append(scriptAddress(address, now));
    } catch {
      // The next server may have it.
    }
  }
  throw new CaptchaLoadError('no server gave the script');
}
