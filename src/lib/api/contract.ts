/** How an API call is declared: once, as data, from which route, client, documentation and test follow. Browser-safe. */
import type * as z from 'zod/mini';
import type { Access, Proof } from '#lib/access.ts';
import type { ApiErrorName } from './envelope.ts';

/** The path prefixes of the API; each is a group of calls (R7.001). */
export const apiPrefixes = [
  '_buserApi',
  '_appApi',
  '_api',
  '_houseApi',
  '_pApi',
  '_appLive',
  '_ucmApi',
  '_wxappApi',
  '_upay',
  '_aiSdkApi',
  '_appTempApi',
  '_miniApi',
  '_track',
  '_mapboxApi',
] as const;
export type ApiPrefix = (typeof apiPrefixes)[number];

const prefixes = new Set<string>(apiPrefixes);

/** The first segment as routers read it: `/%5FhouseApi` is the same path as `/_houseApi`. */
export function prefixOf(pathname: string): string {
  const raw = pathname.split('/', 2)[1] ?? '';
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
  }
}

/** Whether the path belongs to the API. */
export function isApiPath(pathname: string): boolean {
  return prefixes.has(prefixOf(pathname));
}

/** Limits that all nodes count together: see `shared-limits.ts`. */
export type SharedLimitName = 'login' | 'code' | 'write-heavy' | 'unverified';
/** How many calls an address may make: see `rate-limits.ts`. */
export type LimitName = 'read' | 'suggest' | 'map' | 'write' | 'track' | 'outside' | 'search' | 'picture' | SharedLimitName;

/** How large a form may be, in bytes as it travels and in fields, where a call says nothing else. */
export const bodyBounds = { bytes: 65_536, fields: 100 } as const;

/** What a call that is for people says beside its input: a token, or the proof itself. It is no part of what is asked. */
export const proofFields = {
  captcha_token: 'What a solved captcha was exchanged for; in place of the other three',
  captcha_id: 'Names the captcha that was solved',
  captcha_code: 'What its solver gave',
  platform: 'Who posed it: altcha (when left out), cloudflare, recaptcha or geetest',
} as const;

export type ApiPath = `/${ApiPrefix}/${string}`;

/**
 * What the check of names makes of a call (R4.046–R4.050). `true`: whoever asks has a certified name, where names are asked for.
 * `live-im`: it is writing with somebody of ours, which the check lets pass.
 */
export type RealnameMark = true | 'live-im';

/** A contract in general by default: lists of calls know of none which errors it names. */
export type Contract<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
  Path extends ApiPath = ApiPath,
  Errors extends ApiErrorName = ApiErrorName,
> = {
  /** Unique, in kebab-case. */
  readonly name: string;
  /** What it does, in one English sentence, for the reference. */
  readonly summary: string;
  /** GET never writes. */
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** `{name}` stands for a parameter, which `input` names too. */
  readonly path: Path;
  /** Of text values: they come from the query, the form or the path. */
  readonly input: Input;
  readonly output: Output;
  readonly access: Access;
  /** What moves money or identity: whoever asks has shown within the last minutes who they are, else it refuses with `proof-needed`. */
  readonly proof?: Proof;
  /** What asks for a certified name, or is let pass by name: else it refuses with `realname-needed`. Where names are not checked it asks for nothing. */
  readonly realname?: RealnameMark;
  /** Errors to expect besides those of every call. What answers the call can refuse with no others. */
  readonly errors?: readonly Errors[];
  /** `read` by default for GET, `write` for others. */
  readonly limit?: LimitName;
  /** Bounds of the form where `bodyBounds` do not fit. */
  readonly body?: { readonly bytes?: number; readonly fields?: number };
  /** The body is multipart: beside texts it brings one file under this name, which the answer finds in `caller.file`. */
  readonly file?: string;
  /** Seconds for which browsers and caches may keep the answer; none by default. Only for what is the same for everybody. */
  readonly keepFor?: number;
  /**
   * Whether a write needs a token of our forms and islands. By default it does when somebody is signed in. `always`: before
   * sign-in too, where it is bound to the visit (login, codes). `never`: it does nothing in anybody's name.
   */
  readonly csrf?: 'always' | 'never';
  /**
   * Needs a captcha (R8.16). `true`: a solved one, or the ticket of a reader who could load none. `solved`: a solved one and
   * nothing else. `asked`: its answer says whether it needs one, and is told by `caller.captcha` what came along.
   */
  readonly captcha?: true | 'solved' | 'asked';
  /** A write that takes an Idempotency-Key: a repeat gets the first answer and changes nothing. */
  readonly repeatable?: true;
  /** The answer's data travels encrypted to the asker's key (R7.025). */
  readonly sealed?: true;
  /** Register ids this call fulfils. */
  readonly fulfils: readonly `R${string}`[];
};

/** A kept answer cannot be encrypted to whoever asks again, so a sealed answer is not kept. */
type RepeatableOrSealed = { readonly repeatable?: never } | { readonly sealed?: never };

/** Declares a call. */
export function contract<Input extends z.ZodMiniType, Output extends z.ZodMiniType, const Path extends ApiPath, const Errors extends ApiErrorName = never>(
  definition: Contract<Input, Output, Path, Errors> & RepeatableOrSealed,
): Contract<Input, Output, Path, Errors> {
  return definition;
}

/**
 * As much of a contract as a browser must have to make the call. An island that names one, with the contract's type
 * beside it, is spared the schemas; its answers are checked by the server alone.
 */
export type Wire<C extends Contract = Contract> = Pick<C, 'path'> & Pick<Contract, 'method' | 'sealed'> & { readonly output?: C['output'] };

/** @example pathFor('/_mapboxApi/directions/{type}', { type: 'walking', x: '1' }) // { path: '/_mapboxApi/directions/walking', rest: { x: '1' } } */
export function pathFor(path: string, values: Readonly<Record<string, string>>): { path: string; rest: Record<string, string> } {
  const rest = { ...values };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    // R8.36
    if (!value) throw new TypeError('missing url parameter');
    return encodeURIComponent(value).replaceAll('%2C', ',').replaceAll('%3B', ';');
  });
  return { path: filled, rest };
}

/** Whether a path is one of the contract's. */
export function isPathOf(pattern: string, pathname: string): boolean {
  const [wanted, given] = [pattern.split('/'), pathname.split('/')];
  return wanted.length === given.length && wanted.every((part, at) => part === given[at] || (/^\{\w+\}$/.test(part) && given[at] !== ''));
}
