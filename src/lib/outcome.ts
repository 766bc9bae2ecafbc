/**
 * What became of something asked of a service that can be refused. A feature names its own reasons; its .api.ts says which
 * error of the wire each is, so that services know of none.
 */
export type Outcome<T, Reason extends string> = Done<T> | Refused<Reason>;

type Done<T> = { readonly ok: true; readonly value: T };
type Refused<Reason extends string> = { readonly ok: false; readonly reason: Reason };

/** It was done; this came of it. */
export function done<T>(value: T): Done<T> {
  return { ok: true, value };
}

/** It was not done, for a reason that whoever asked may be told. */
export function refused<const Reason extends string>(reason: Reason): Refused<Reason> {
  return { ok: false, reason };
}
