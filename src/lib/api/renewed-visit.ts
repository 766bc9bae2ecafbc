/** A new name for a visit whenever what it may do is raised or ends. */
import { newPreSession, setPreSession } from '#lib/pre-session.ts';
import { ownCookies, setIn } from '#lib/own-cookies.ts';

/** Cookies that are set or taken away by what raises a visit: a sign-in, a sign-out, a right code. */
const raising = [ownCookies.session, ownCookies.staff, ownCookies.ticket, ownCookies.firstVisit];
const sessions = [ownCookies.session, ownCookies.staff];

/** The visit that `Set-Cookie` lines begin. */
export function visitSetIn(lines: readonly string[]): string | undefined {
  return lines.map((line) => setIn(line, ownCookies.visit)).find((id) => id !== undefined && id !== '');
}

/** The lines, and a new visit where they raise one and begin none. @param isSecure whether the site is on https. */
export function withNewVisit(lines: readonly string[], isSecure: boolean): readonly string[] {
  const raises = lines.some((line) => raising.some((name) => setIn(line, name) !== undefined));
  return raises && visitSetIn(lines) === undefined ? [...lines, setPreSession(newPreSession(), isSecure)] : lines;
}

/** Whether they take a session away. */
export const endsSession = (lines: readonly string[]): boolean => lines.some((line) => sessions.some((name) => setIn(line, name) === ''));
