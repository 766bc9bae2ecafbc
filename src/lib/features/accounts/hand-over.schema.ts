/** A session goes along where a language has a host of its own. Browser-safe. */

/** The one address of it, the same on each host. */
export const handOverPath = '/users/hand-over';
/** Seconds for which its code can be taken, and for which a browser waits for it. */
export const handOverLife = 60;
