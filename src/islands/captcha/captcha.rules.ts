/** What a captcha on a page goes through, and where its script comes from. Pure. */
import { cacheBusterEvery } from '#lib/features/captcha/captcha.schema.ts';

/** `wrong`: not accepted. `closed`: by the reader. `lost`: it could not be loaded. */
export type CaptchaTrouble = 'wrong' | 'closed' | 'lost';

export type CaptchaState =
  | { readonly kind: 'waiting' }
  /** `isShown`: something of another service is on the page to be solved. */
  | { readonly kind: 'solving'; readonly isShown: boolean }
  | { readonly kind: 'done'; readonly token: string; readonly isVerified: boolean }
  | { readonly kind: 'failed'; readonly why: CaptchaTrouble };

export type CaptchaEvent =
  | { readonly type: 'started' }
  | { readonly type: 'shown' }
  | { readonly type: 'solved'; readonly token: string; readonly isVerified: boolean }
  | { readonly type: 'failed'; readonly why: CaptchaTrouble };

/** One step. A failure leaves no token behind, and the way is open to try again (R8.18, R8.19). */
export function nextCaptcha(state: CaptchaState, event: CaptchaEvent): CaptchaState {
  switch (event.type) {
    case 'started':
      // What is under way is not begun twice.
      return state.kind === 'solving' ? state : { kind: 'solving', isShown: false };
    case 'shown':
      return state.kind === 'solving' ? { kind: 'solving', isShown: true } : state;
    case 'solved':
      return state.kind === 'solving' ? { kind: 'done', token: event.token, isVerified: event.isVerified } : state;
    case 'failed':
      return { kind: 'failed', why: event.why };
  }
}

/**
 * The address of a script just now: another one each minute, so that a broken copy in a cache is left behind (R9.30).
 * @example scriptAddress('https://a.example/x.js?v=4', 120_000) // 'https://a.example/x.js?v=4&_=2'
 */
export function scriptAddress(address: string, now: number): string {
  const url = new URL(address);
  url.searchParams.set('_', String(Math.floor(now / cacheBusterEvery)));
  return url.href;
}

/** Pages whose errors are counted at once on a device. */
const mostPages = 20;
export type ErrorCounts = Readonly<Record<string, number>>;

/** Counts as they are kept, whatever somebody made of them. */
export function readCounts(kept: string | null): ErrorCounts {
  try {
    const read: unknown = JSON.parse(kept ?? '{}');
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return {};
    const entries = Object.entries(read).filter((entry): entry is [string, number] => Number.isInteger(entry[1]) && (entry[1] as number) > 0);
    return Object.fromEntries(entries.slice(-mostPages));
  } catch {
    return {};
  }
}

/** Counts with one more error of a page (R4.086). */
export function withError(counts: ErrorCounts, page: string): ErrorCounts {
  const { [page]: before = 0, ...others } = counts;
  return Object.fromEntries([...Object.entries(others).slice(1 - mostPages), [page, before + 1]]);
}

/** Counts without a page's (R4.087). */
export function withoutErrors(counts: ErrorCounts, page: string): ErrorCounts {
  return Object.fromEntries(Object.entries(counts).filter(([name]) => name !== page));
}
