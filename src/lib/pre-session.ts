/** The visit of somebody who is not signed in: a random id in a cookie, to which forms before sign-in are bound. It says nothing of the person. */
import { randomBytes } from 'node:crypto';
import { cookiesNamed, ownCookies } from '#lib/own-cookies.ts';
import { setCookie } from '#lib/api/set-cookie.ts';

/** Seconds in a day. */
const lifetime = 86_400;
/** 16 random bytes in base64url. */
const idPattern = /^[\w-]{22}$/;

/** 128 random bits. */
export function newPreSession(): string {
  return randomBytes(16).toString('base64url');
}

/** The id in a `Cookie` header. A second cookie of the name makes both worthless: one of them was planted. */
export function preSessionOf(cookieHeader: string): string | undefined {
  const given = cookiesNamed(cookieHeader, ownCookies.visit);
  const [id] = given;
  return given.length === 1 && id && idPattern.test(id) ? id : undefined;
}

/** @param secure whether the site is on https. */
export function setPreSession(id: string, secure: boolean): string {
  return setCookie(ownCookies.visit, id, lifetime, secure, { httpOnly: true });
}
