/** Makes server routes of contracts: admit, parse, call the service, check and wrap the answer. */
import { Hono } from 'hono';
import type { JWK } from 'jose';
import type * as z from 'zod/mini';
import { translator } from '#lib/i18n/t.ts';
import { turnedIn, withoutInvisible } from '#lib/validation/pasted.rules.ts';
import { traps } from '#lib/forms/traps.rules.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { clientIdPattern } from '#lib/ids/patterns.ts';
import { givenTo } from './body.ts';
import { digestOf } from './admission.ts';
import type { Caller } from './caller.ts';
import { callerOf, localeOfHeader } from './caller.ts';
import { apiPrefixes, proofFields } from './contract.ts';
import type { ApiPath, Contract } from './contract.ts';
import { apiErrors } from './envelope.ts';
import { errorWords } from './error-words.ts';
import type { ApiErrorName, CommonError } from './envelope.ts';
import type { DbTransaction } from '#lib/db/database.ts';
import type { Worked } from '#lib/api/idempotency.schema.ts';
import { scopeOf } from './gates/idempotency.ts';
import type { Execution, Idempotency } from './gates/idempotency.ts';
import type { Call, Found, Gate } from './gates/gate.ts';
import { gatesOf } from './gates/gates.ts';
import type { GateParts } from './gates/gates.ts';
import { anonymous, knownIn } from './gates/session.ts';
import { endsSession, visitSetIn, withNewVisit } from './renewed-visit.ts';
import type { SessionReaders } from './gates/session.ts';
import type { Refusal } from '#lib/log/security-log.ts';
import { headersOfStatus, routeError } from './route-error.ts';
import { sealerTo, unsealRequest } from './sealing.ts';
import { securityEventOf } from './security-events.ts';
import type { SealKeys, Sealer } from './sealing.ts';
import { wireHeaders } from './signing.ts';

/** A call refused with one of the table's errors. */
export type CallRefused<Errors extends ApiErrorName = ApiErrorName> = {
  readonly ok: false;
  readonly error: Errors;
  readonly data?: unknown;
  readonly cookies?: readonly string[];
  /** Seconds until it may be asked again. */
  readonly wait?: number;
};

/** An expected outcome of a call: data, perhaps with cookies to set, or one of the errors it may name. */
export type CallResult<T, Errors extends ApiErrorName = ApiErrorName> =
  | { readonly ok: true; readonly data: T; readonly cookies?: readonly string[] }
  | CallRefused<Errors>;

/** What the answer to a contract may give: only errors that the contract names, or that every call may name. */
type AnswerOf<Output extends z.ZodMiniType, Errors extends ApiErrorName> = Promise<CallResult<z.input<Output>, NoInfer<Errors> | CommonError>>;

/** A contract with what answers it: by itself, or inside a transaction that it is given. */
export type BoundCall = { readonly contract: Contract } & (
  | { readonly kind: 'plain'; readonly answer: (input: unknown, caller: Caller) => Promise<CallResult<unknown>> }
  | { readonly kind: 'within'; readonly answer: (input: unknown, caller: Caller, tx: DbTransaction) => Promise<CallResult<unknown>> }
);

/** Ties a contract to its answer, with the types of both checked against each other. */
export function bind<Input extends z.ZodMiniType, Output extends z.ZodMiniType, Errors extends ApiErrorName = never>(
  contract: Contract<Input, Output, ApiPath, Errors>,
  answer: (input: z.output<Input>, caller: Caller) => AnswerOf<Output, Errors>,
): BoundCall {
  // The route below parses with the same contract before it calls.
  return { kind: 'plain', contract, answer: (input, caller) => answer(input as z.output<Input>, caller) };
}

/**
 * As `bind`, for what must not be done twice: the answer does all its writing in the transaction it is given, which commits
 * together with the kept answer of its Idempotency-Key. An error named by the answer commits too; what is thrown does not.
 */
export function bindWithin<Input extends z.ZodMiniType, Output extends z.ZodMiniType, Errors extends ApiErrorName = never>(
  contract: Contract<Input, Output, ApiPath, Errors>,
  answer: (input: z.output<Input>, caller: Caller, tx: DbTransaction) => AnswerOf<Output, Errors>,
): BoundCall {
  return { kind: 'within', contract, answer: (input, caller, tx) => answer(input as z.output<Input>, caller, tx) };
}

/** What the calls of one process share. */
export type ApiRuntime = GateParts & {
  readonly calls: readonly BoundCall[];
  /** Who is signed in; nobody without it. */
  readonly sessions?: SessionReaders;
  readonly idempotency: Idempotency<DbTransaction>;
  /** To which clients encrypt fields and bodies. */
  readonly sealKey: SealKeys;
  readonly now: () => Date;
  /** Told of what nobody expected. */
  readonly onFailure: (failure: { readonly trace: string; readonly call: string; readonly error: unknown }) => void;
  /** Told of calls that were turned away. */
  readonly onRefused?: (refusal: Refusal) => void;
  /** Whether the site is on https. */
  readonly isSecure?: boolean;
  /** Lets what waits under a visit's name go along to its new one. */
  readonly onRenewed?: ((from: string, to: string) => Promise<void>) | undefined;
};

const json = { 'content-type': 'application/json; charset=utf-8' };
const noStore = { ...json, 'cache-control': 'no-store' };

function failure(error: ApiErrorName, locale: Locale, data: unknown = null, headers: Readonly<Record<string, string>> = {}): Response {
  const { code, status } = apiErrors[error];
  const message = errorWords(translator(locale), error, Number(headers['retry-after'] ?? 0));
  return new Response(JSON.stringify({ error_code: code, message, data }), { status, headers: { ...noStore, ...headers } });
}

type Fault = { readonly name: string; readonly problem: string; readonly message?: string; readonly values?: unknown };

/** What is wrong, by field. A form's own check says it with a message key and its values, which clients word. */
function faultsOf(error: z.core.$ZodError): { fields: readonly Fault[] } {
  return {
    fields: error.issues.slice(0, 20).map((issue) => ({
      name: issue.path.join('.'),
      problem: issue.code,
      ...(issue.code === 'custom' && issue.params ? { message: issue.message, values: issue.params } : {}),
    })),
  };
}

/** How the answer is encrypted for the asker, if it is. @throws when the key that came along is none. */
async function answerSealer(contract: Contract, headers: Headers): Promise<Sealer | undefined> {
  const given = headers.get(wireHeaders.answerKey);
  return contract.sealed && given !== null ? await sealerTo(JSON.parse(given) as JWK) : undefined;
}

/**
 * Tells a browser what to keep. A visit whose state is raised gets a new name, whatever raised it: whoever knows the former one knows
 * nothing of what follows.
 */
async function keepIn(response: Response, given: readonly string[], { preSession }: Caller, { isSecure = false, csrf, onRenewed }: ApiRuntime): Promise<void> {
  const cookies = withNewVisit(given, isSecure);
  for (const cookie of cookies) response.headers.append('set-cookie', cookie);
  const visit = visitSetIn(cookies);
  if (visit === undefined) return;
  // For clients that go on without a page of ours in between.
  if (csrf) response.headers.set(wireHeaders.antiForgery, csrf.tokenFor(`pre:${visit}`));
  // Who signs out leaves nothing to whoever comes next.
  if (preSession !== undefined && !endsSession(cookies)) await onRenewed?.(preSession, visit);
}

/** Wraps what a call answered. */
async function wrapped(runtime: ApiRuntime, contract: Contract, result: CallResult<unknown>, caller: Caller, sealer: Sealer | undefined): Promise<Response> {
  if (!result.ok) {
    const later = result.wait === undefined ? {} : { 'retry-after': String(result.wait) };
    const refused = failure(result.error, caller.locale, result.data, later);
    await keepIn(refused, result.cookies ?? [], caller, runtime);
    return refused;
  }
  const data = contract.output.parse(result.data);
  const response = new Response(JSON.stringify({ error_code: 0, message: '', data: sealer ? await sealer(JSON.stringify(data)) : data }), {
    headers: contract.keepFor ? { ...json, 'cache-control': `public, max-age=${contract.keepFor}`, vary: 'Accept-Language, Accept-Encoding' } : noStore,
  });
  await keepIn(response, result.cookies ?? [], caller, runtime);
  return response;
}

/** An admitted, parsed call, ready to be done. A failure of ours may be tried again; everything else is the answer. */
function executionOf(
  runtime: ApiRuntime,
  bound: BoundCall,
  input: unknown,
  caller: Caller,
  sealer: Sealer | undefined,
  told: (refused: CallRefused) => void,
): Execution<Response, DbTransaction> {
  const worked = async (result: CallResult<unknown>): Promise<Worked<Response>> => {
    if (!result.ok) told(result);
    const value = await wrapped(runtime, bound.contract, result, caller, sealer);
    // Who was asked for a captcha comes again with it, under the same key.
    const isAsked = !result.ok && result.error === 'captcha-needed';
    return { value, answer: { status: value.status, body: await value.clone().text() }, keep: value.status < 500 && !isAsked };
  };
  return bound.kind === 'plain'
    ? { kind: 'plain', run: async () => worked(await bound.answer(input, caller)) }
    : { kind: 'within', run: async (tx) => worked(await bound.answer(input, caller, tx)) };
}

/** Values that people paste, whatever a contract takes them as: marks that come along are no part of them. */
const pastedNames = new Set(['phone', 'mobile', 'email', 'code', 'verify_code', 'findPWD_phone', 'findPWD_email']);

const withPlain = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, pastedNames.has(name) ? withoutInvisible(value) : value]));

const ofTraps: ReadonlySet<string> = new Set(Object.values(traps));

/** What is asked, apart from how the asker shows to be a person, or gives away that they are none: who sends it again has to show it anew. */
function withoutProof(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !Object.hasOwn(proofFields, name) && !ofTraps.has(name)));
}

/** Does a call under its key, or gives what it was answered the first time. */
async function once(
  { idempotency }: ApiRuntime,
  contract: Contract,
  key: string,
  values: Record<string, string>,
  caller: Caller,
  execution: Execution<Response, DbTransaction>,
): Promise<Response> {
  const outcome = await idempotency.once({
    key,
    scope: scopeOf(contract.name, caller),
    digest: digestOf(contract.captcha ? withoutProof(values) : values),
    execution,
  });
  switch (outcome.kind) {
    case 'first':
      return outcome.value;
    case 'reused':
      return failure('key-reused', caller.locale);
    case 'busy':
      return failure('replayed', caller.locale, null, { 'retry-after': String(outcome.retryAfter) });
    case 'repeat':
      return new Response(outcome.answer.body, { status: outcome.answer.status, headers: { ...noStore, 'idempotent-replay': 'true' } });
  }
}

/** One Hono app with all calls. Unknown ones below a prefix, and wrong methods, answer with the envelope too. */
export function createApi(runtime: ApiRuntime): Hono {
  const app = new Hono();
  const gates = gatesOf(runtime);
  for (const { contract } of runtime.calls) {
    // A kept answer would stay encrypted to the first asker, or be kept open.
    if (contract.repeatable && contract.sealed) throw new TypeError(`${contract.name} is repeatable and sealed; it can be one of them`);
  }

  /** The one place where what was refused comes to stand in the security log, by its error. */
  function tell(
    { path }: Contract,
    { address, trace }: Caller,
    { error, data }: { readonly error: ApiErrorName; readonly data?: unknown },
    event = securityEventOf(error, data),
  ): void {
    if (event) runtime.onRefused?.({ event, address, trace, path });
  }

  /** The caller with what the gates have found out; or why the call may not go on, by the first gate that says so. What the operator should know of is told. */
  async function passed(reads: Gate['reads'], call: Call, caller: Caller): Promise<Response | Caller> {
    let found: Found | undefined;
    for (const gate of gates) {
      const result = gate.reads === reads ? await gate.pass(call, caller) : undefined;
      if (!result) continue;
      if ('error' in result) {
        const isOthers = gate.name === 'permission' && (caller.session ?? caller.staff) !== undefined;
        tell(call.contract, caller, result, isOthers ? 'role' : undefined);
        return failure(result.error, caller.locale, result.data, result.headers);
      }
      found = result;
    }
    return { ...caller, ...found };
  }

  for (const bound of runtime.calls) {
    const { contract } = bound;
    const route = contract.path.replaceAll(/\{(\w+)\}/g, ':$1');
    app.on(contract.method, route, async (context) => {
      const { headers } = context.req.raw;
      let caller = callerOf(headers, runtime.now());
      try {
        const head = { contract, headers, values: {} };
        // Looking up a session costs a query, which one who calls too often does not get.
        const tooOften = await passed('address', head, caller);
        if (tooOften instanceof Response) return tooOften;
        caller = { ...caller, ...(await knownIn(headers, runtime.sessions ?? anonymous, contract.access, caller.now)) };
        const stopped = await passed('head', head, caller);
        if (stopped instanceof Response) return stopped;
        const given = await givenTo(contract, context.req.raw, context.req.param() as Record<string, string>);
        if ('refused' in given) return failure(given.refused, caller.locale);
        const values = await unsealRequest(context.req.path, given.values, runtime.sealKey).catch(() => undefined);
        if (!values) return failure('bad-seal', caller.locale);
        const last = await passed('values', { contract, headers, values }, caller);
        if (last instanceof Response) return last;
        caller = { ...last, file: given.file };
        const input = contract.input.safeParse(withPlain(values));
        if (!input.success) return failure('bad-input', caller.locale, faultsOf(input.error));
        // Texts of forms were looked at by their own check; this holds for every call, whatever its contract says of its texts.
        // What is only asked for is kept nowhere and shown to whoever asked.
        const turned = contract.method === 'GET' ? undefined : turnedIn(input.data);
        if (turned) return failure('bad-input', caller.locale, { fields: [{ name: turned.join('.'), problem: 'custom', message: 'forms.hidden_marks' }] });
        const key = contract.repeatable ? headers.get(wireHeaders.idempotencyKey) : null;
        if (key !== null && !clientIdPattern.test(key))
          return failure('bad-input', caller.locale, { fields: [{ name: wireHeaders.idempotencyKey, problem: 'invalid_format' }] });
        // Before anything is done: an answer that cannot be given must not be prepared.
        const sealer = await answerSealer(contract, headers).catch(() => null);
        if (sealer === null) return failure('bad-seal', caller.locale);
        const execution = executionOf(runtime, bound, input.data, caller, sealer, (refused) => tell(contract, caller, refused));
        if (key !== null) return await once(runtime, contract, key, values, caller, execution);
        return execution.kind === 'within' ? await runtime.idempotency.unkeyed(execution.run) : (await execution.run()).value;
      } catch (error) {
        runtime.onFailure({ trace: caller.trace, call: contract.name, error });
        const { statusCode } = routeError(error);
        return failure(statusCode === 503 ? 'unavailable' : 'unknown', caller.locale, null, headersOfStatus(statusCode));
      }
    });
  }
  const methods = Map.groupBy(runtime.calls, ({ contract }) => contract.path.replaceAll(/\{(\w+)\}/g, ':$1'));
  for (const [route, bound] of methods) {
    const allow = bound.map(({ contract }) => contract.method).join(', ');
    app.all(route, (context) => failure('method-not-allowed', localeOfHeader(context.req.header('accept-language')), null, { allow }));
  }
  for (const prefix of apiPrefixes) app.all(`/${prefix}/*`, (context) => failure('not-found', localeOfHeader(context.req.header('accept-language'))));
  return app;
}
