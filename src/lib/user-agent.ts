/** What a user agent string says about the client. */

/** R6.27. Phones and app views are "mobile" to the API (app types 4 and 64, R6.28). */
export type Environment = 'desktop' | 'mobile-web' | 'app-web-view' | 'mini-program';

/** @example environmentOf('… MicroMessenger/8.0 miniProgram') // 'mini-program' */
export function environmentOf(userAgent: string): Environment {
  if (/miniProgram/i.test(userAgent)) return 'mini-program';
  if (/LoftlingApp|uhouzz/i.test(userAgent)) return 'app-web-view';
  return /Mobi|Android|iPhone|iPad/i.test(userAgent) ? 'mobile-web' : 'desktop';
}

/** Whether the app around the page has its own chrome (R2.189). */
export function isInAppView(environment: Environment): boolean {
  return environment === 'app-web-view' || environment === 'mini-program';
}

/** App types that are mobile clients (R6.28). */
export function isMobileAppType(appId: number): boolean {
  return appId === 4 || appId === 64;
}
