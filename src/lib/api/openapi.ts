/** The OpenAPI 3.1 document of the API, made of its contracts. Pure. */
import * as z from 'zod/mini';
import { realmOf, refusalOf } from '#lib/access.ts';
import { sessionCookie, staffCookie } from './gates/session.ts';
import type { ApiPrefix, Contract } from './contract.ts';
import { proofFields } from './contract.ts';
import { apiErrors, everyCall } from './envelope.ts';
import type { ApiErrorName } from './envelope.ts';
import { limits } from './rate-limits.ts';
import { sealRuleOf } from './sealing.rules.ts';
import { apiVersion, appIds, wireHeaders } from './signing.ts';

/** A JSON Schema as far as the reference reads it. */
export type Schema = {
  readonly type?: string | readonly string[];
  readonly $ref?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly description?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
};

export type Parameter = { readonly name: string; readonly in: 'path' | 'query' | 'form'; readonly required: boolean; readonly schema: Schema };

/** What a group of calls is about. */
export const prefixTitles: Readonly<Record<ApiPrefix, string>> = {
  _buserApi: 'Accounts and shortlist',
  _appApi: 'Applications and orders',
  _api: 'Resources',
  _houseApi: 'Homes and search',
  _pApi: 'Partners and wallet',
  _appLive: 'Live viewings',
  _ucmApi: 'Editorial, résumés, assistant',
  _wxappApi: 'Mini-program',
  _upay: 'Payments',
  _aiSdkApi: 'AI SDK',
  _appTempApi: 'Templates and custom forms',
  _miniApi: 'Mini-program applications',
  _track: 'Events',
  _mapboxApi: 'Directions',
};

export const prefixOf = (path: string): ApiPrefix => path.split('/')[1] as ApiPrefix;

const componentsAt = '#/components/schemas/';

type Made = { readonly schema: Schema; readonly shapes: Readonly<Record<string, Schema>> };

/** Bounds that only say that a number is safe, and closedness, which would forbid us to add a field. */
function tidy(key: string, value: unknown): unknown {
  const isNoise =
    (key === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
    (key === 'maximum' && value === Number.MAX_SAFE_INTEGER) ||
    (key === 'additionalProperties' && value === false);
  return isNoise ? undefined : value;
}

/** A zod schema as JSON Schema; named shapes apart, under the place OpenAPI keeps them. */
function made(schema: z.ZodMiniType, io: 'input' | 'output'): Made {
  const whole = JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' }), tidy).replaceAll('#/$defs/', componentsAt)) as Schema & {
    readonly $defs?: Readonly<Record<string, Schema>>;
    readonly $schema?: string;
  };
  const { $defs = {}, $schema: _, ...own } = whole;
  return { schema: own, shapes: $defs };
}

/** What a call takes, in the order its contract names it. */
export function parametersOf({ input, path, method, captcha }: Contract): readonly Parameter[] {
  const { properties = {}, required = [] } = made(input, 'input').schema;
  const proof = Object.entries<string>(captcha ? proofFields : {}).map(([name, description]): [string, Schema] => [name, { type: 'string', description }]);
  return [...Object.entries(properties), ...proof].map(([name, schema]) => ({
    name,
    in: path.includes(`{${name}}`) ? 'path' : method === 'POST' ? 'form' : 'query',
    required: required.includes(name) && schema.default === undefined,
    schema,
  }));
}

export function answerOf({ output }: Contract): Made {
  return made(output, 'output');
}

/** Errors a call may answer with: those of every call, its own, and those its kind brings. */
export function errorsOf({ errors = [], access, method, sealed, path, repeatable, captcha, proof, realname }: Contract): readonly ApiErrorName[] {
  return [
    ...new Set<ApiErrorName>([
      ...everyCall,
      ...errors,
      ...(access === 'public' ? [] : (['login-needed'] as const)),
      ...(refusalOf(access, 'renter') === 'not-found' || realmOf(access) === 'staff' ? (['not-found'] as const) : []),
      ...(captcha ? (['captcha-needed'] as const) : []),
      ...(proof ? (['proof-needed'] as const) : []),
      ...(realname === true ? (['realname-needed'] as const) : []),
      ...(method === 'GET' ? [] : (['cross-site', 'stale-form', 'replayed', 'too-large'] as const)),
      ...(method === 'POST' ? (['wrong-media'] as const) : []),
      ...(repeatable ? (['key-reused'] as const) : []),
      ...(sealed || sealRuleOf(path) ? (['bad-seal'] as const) : []),
    ]),
  ];
}

export function limitOf({ limit, method }: Contract) {
  return limits[limit ?? (method === 'GET' ? 'read' : 'write')];
}

/** The headers of the wire, as clients send them. None is needed for a call without signature. */
export const requestHeaders: readonly { readonly name: string; readonly about: string; readonly register: string }[] = [
  {
    name: wireHeaders.appId,
    about: `${appIds.main.pc} (desktop) or ${appIds.main.mobile} (mobile); ${appIds.net.pc} and ${appIds.net.mobile} in the network edition`,
    register: 'R7.008',
  },
  { name: wireHeaders.deviceId, about: 'Names this browser: 8 to 64 letters, digits, dashes or underscores', register: 'R7.011' },
  { name: wireHeaders.traceId, about: 'Names this visit', register: 'R7.012' },
  { name: wireHeaders.timestamp, about: 'Milliseconds since 1970, at most five minutes from the server’s clock', register: 'R7.013' },
  { name: wireHeaders.apiVersion, about: `Now ${apiVersion}`, register: 'R7.016' },
  { name: wireHeaders.platform, about: 'pc or h5', register: 'R7.016' },
  { name: wireHeaders.signature, about: 'HMAC-SHA-256, see “Signing”', register: 'R7.016' },
  { name: wireHeaders.source, about: 'pc', register: 'R7.017' },
  { name: wireHeaders.language, about: 'zh or en', register: 'R7.018' },
  { name: 'accept-language', about: 'zh-cn, en-us, zh-hk, zh-tw or vi-vn: the language of names and messages', register: 'R7.018' },
  { name: wireHeaders.authorization, about: 'Access token of a signed-in reader', register: 'R7.014' },
  { name: wireHeaders.newAuthorization, about: 'The same, under its newer name', register: 'R7.015' },
  { name: wireHeaders.antiForgery, about: 'Anti-forgery token, for calls that need a login', register: 'R7.020' },
  { name: wireHeaders.xcode, about: 'Referral code, if the visit has one', register: 'R7.021' },
  {
    name: wireHeaders.idempotencyKey,
    about: 'Names a write, so that sending it again changes nothing: 8 to 64 letters, digits, dashes or underscores',
    register: 'R7.006',
  },
  { name: wireHeaders.answerKey, about: 'Public key (JWK, P-256) to which a sealed answer is encrypted', register: 'R7.025' },
];

const envelope = (data: Schema, code: Schema): Schema => ({
  type: 'object',
  properties: { error_code: code, message: { type: 'string' }, data },
  required: ['error_code', 'message', 'data'],
});

/** How a caller shows who they are; the names are those of the document. */
const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookie,
    description: 'The session of somebody who is signed in, as browsers carry it; on https its name begins with `__Host-`',
  },
  token: { type: 'http', scheme: 'bearer', description: 'The same session, as apps carry it' },
  staff: { type: 'apiKey', in: 'cookie', name: staffCookie, description: 'The session of a member of staff; on https its name begins with `__Host-`' },
} as const;

/** Any one of these will do; an empty list asks for none. */
function securityOf({ access }: Contract): readonly Readonly<Partial<Record<keyof typeof securitySchemes, readonly []>>>[] {
  if (realmOf(access) === 'staff') return [{ staff: [] }];
  return access === 'public' ? [] : [{ session: [] }, { token: [] }];
}

/** Headers that carry a credential: named as a security scheme, because that is what they are. */
const credentials: ReadonlySet<string> = new Set([wireHeaders.authorization]);
/** Headers that calls of one kind take. */
const ownHeaders: ReadonlySet<string> = new Set([wireHeaders.antiForgery, wireHeaders.idempotencyKey, wireHeaders.answerKey]);
const commonHeaders = requestHeaders.map(({ name }) => name).filter((name) => !credentials.has(name) && !ownHeaders.has(name));

/** The headers that a call may carry: those of every call, and those of its kind. */
function headersOf({ access, method, csrf, repeatable, sealed }: Contract): readonly string[] {
  const isWrite = method !== 'GET' && csrf !== 'never' && (csrf === 'always' || access !== 'public');
  return [
    ...commonHeaders,
    ...(isWrite ? [wireHeaders.antiForgery] : []),
    ...(repeatable ? [wireHeaders.idempotencyKey] : []),
    ...(sealed ? [wireHeaders.answerKey] : []),
  ];
}

function responses(contract: Contract, data: Schema) {
  const byStatus = Map.groupBy(errorsOf(contract), (name) => apiErrors[name].status);
  const failed = [...byStatus].sort(([a], [b]) => a - b).map(([status, names]) => [String(status), { $ref: `#/components/responses/${names.join('-or-')}` }]);
  return {
    '200': {
      description: contract.sealed ? 'Success. With an answer-key header, data is a JWE text.' : 'Success',
      content: { 'application/json': { schema: envelope(data, { const: 0 }) } },
    },
    ...Object.fromEntries(failed),
  };
}

/** The file of a call's body. */
const fileOf = ({ file }: Contract): Readonly<Record<string, Schema>> => (file === undefined ? {} : { [file]: { type: 'string', format: 'binary' } });

/** What of a call clients encrypt; undefined where that is nothing. */
export function sealOf({ path, method }: Pick<Contract, 'path' | 'method'>): string | undefined {
  const rule = sealRuleOf(path);
  if (rule?.seal !== 'body') return rule && `May travel encrypted: ${rule.fields.join(', ')}.`;
  return `${method === 'POST' ? 'The whole body' : 'The whole query'} travels encrypted in ${rule.field}; one that is sent open is taken as well.`;
}

function operation(contract: Contract, data: Schema) {
  const parameters = parametersOf(contract);
  const form = parameters.filter((one) => one.in === 'form');
  const { points, seconds } = limitOf(contract);
  const seal = sealOf(contract);
  return {
    operationId: contract.name,
    summary: contract.summary,
    ...(seal === undefined ? {} : { description: seal }),
    tags: [prefixTitles[prefixOf(contract.path)]],
    parameters: [
      ...parameters
        .filter((one) => one.in !== 'form')
        .map(({ schema: { description, ...schema }, ...one }) => ({ ...one, ...(description ? { description } : {}), schema })),
      ...headersOf(contract).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ],
    ...(form.length > 0 || contract.file !== undefined
      ? {
          requestBody: {
            required: contract.file !== undefined || form.some(({ required }) => required),
            content: {
              [contract.file === undefined ? 'application/x-www-form-urlencoded' : 'multipart/form-data']: {
                schema: {
                  type: 'object',
                  properties: { ...Object.fromEntries(form.map(({ name, schema }) => [name, schema])), ...fileOf(contract) },
                  required: [...form.filter(({ required }) => required).map(({ name }) => name), ...Object.keys(fileOf(contract))],
                },
              },
            },
          },
        }
      : {}),
    security: securityOf(contract),
    responses: responses(contract, data),
    'x-access': contract.access,
    'x-rate-limit': { calls: points, seconds },
    'x-requirements': contract.fulfils,
  };
}

/** Errors whose answers say when to try again. */
const waiting: ReadonlySet<ApiErrorName> = new Set<ApiErrorName>(['too-many', 'replayed']);

/** Every set of errors that shares a status in some call, by the names joined. */
function failures(contracts: readonly Contract[]) {
  const sets = contracts.flatMap((contract) => [...Map.groupBy(errorsOf(contract), (name) => apiErrors[name].status).values()]);
  return Object.fromEntries(
    sets.map((names) => [
      names.join('-or-'),
      {
        description: names.map((name) => `${apiErrors[name].code} ${name}`).join('; '),
        ...(names.some((name) => waiting.has(name))
          ? { headers: { 'retry-after': { description: 'Seconds after which to try again', schema: { type: 'integer' } } } }
          : {}),
        content: { 'application/json': { schema: envelope({}, { enum: names.map((name) => apiErrors[name].code) }) } },
      },
    ]),
  );
}

/** @param origin where the API is. */
export function openApiDocument({
  contracts,
  origin,
  version,
  title,
}: {
  readonly contracts: readonly Contract[];
  readonly origin: string;
  readonly version: string;
  readonly title: string;
}) {
  const paths: Record<string, Record<string, ReturnType<typeof operation>>> = {};
  const shapes: Record<string, Schema> = {};
  for (const contract of contracts) {
    const answer = answerOf(contract);
    Object.assign(shapes, answer.shapes, made(contract.input, 'input').shapes);
    (paths[contract.path] ??= {})[contract.method.toLowerCase()] = operation(contract, answer.schema);
  }
  const used = [...new Set(contracts.map(({ path }) => prefixOf(path)))];
  return {
    openapi: '3.1.1',
    info: {
      title: `${title} API`,
      version,
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
      description: 'Answers are an envelope of error_code, message and data; error_code 0 means success. See /docs/api for signing and sealing.',
    },
    servers: [{ url: origin }],
    tags: used.map((prefix) => ({ name: prefixTitles[prefix], description: `Calls below /${prefix}` })),
    paths,
    components: {
      securitySchemes,
      schemas: shapes,
      responses: failures(contracts),
      parameters: Object.fromEntries(
        requestHeaders
          .filter(({ name }) => !credentials.has(name))
          .map(({ name, about }) => [name, { name, in: 'header', required: false, description: about, schema: { type: 'string' } }]),
      ),
    },
  };
}
