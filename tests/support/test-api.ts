/** The whole API over a database of its own: services, calls and their HTTP, without a socket. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Hono } from 'hono';
import type { JWK } from 'jose';
import type * as z from 'zod/mini';
import type { Afterwards } from '#lib/afterwards.ts';
import { csrfOf } from '#lib/api/gates/csrf.ts';
import { readConfig } from '#lib/config.ts';
import { createIdempotencyRepository } from '#lib/features/transport/idempotency.repository.ts';
import { createApi } from '#lib/api/bind.ts';
import type { BoundCall } from '#lib/api/bind.ts';
import type { Contract } from '#lib/api/contract.ts';
import { pathFor } from '#lib/api/contract.ts';
import { apiErrors } from '#lib/api/envelope.ts';
import { errorsOf } from '#lib/api/openapi.ts';
import { createIdempotency } from '#lib/api/gates/idempotency.ts';
import { createRateLimits } from '#lib/api/rate-limits.ts';
import { newSealKeys } from '#lib/api/sealing.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import { openLoftling } from '#lib/open.ts';
import type { Composition } from '#lib/compose.ts';
import { testNow } from '#tests/factories/houses.ts';
import { testDatabase } from './database.ts';
import type { TestDatabase } from './database.ts';

export type Answered<T> = { readonly status: number; readonly error_code: number; readonly message: string; readonly data: T; readonly headers: Headers };

export type TestApi = {
  readonly base: TestDatabase;
  readonly services: Composition;
  readonly calls: readonly BoundCall[];
  readonly api: Hono;
  readonly sealKey: JWK;
  /** Failures nobody expected, by call. */
  readonly failures: { call: string; error: unknown }[];
  /** A call as a client of the locale makes it; its data, or its error, is checked to be one that the contract declares. */
  call<I extends z.ZodMiniType, O extends z.ZodMiniType>(
    contract: Contract<I, O>,
    values?: Readonly<Record<string, string | number>>,
    locale?: Locale,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answered<z.output<O>>>;
  close(): Promise<void>;
};

type Options = {
  /** Settings by their names. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Where all is kept; a database of the test run without it. */
  readonly open?: () => Promise<TestDatabase>;
  /** Fills the database before services open. */
  readonly fill?: (base: TestDatabase) => Promise<void>;
  readonly rateLimitFactor?: number;
  readonly now?: () => Date;
  readonly more?: readonly BoundCall[];
  /** What services may cause to happen; with secrets, mails and messages there are accounts. */
  readonly afterwards?: Afterwards;
  /** Receives what operators are told. */
  readonly progress?: (line: string) => void;
};

export async function openTestApi({
  settings = {},
  open = testDatabase,
  fill,
  rateLimitFactor = 0,
  now = () => testNow,
  more = [],
  afterwards = {},
  progress = () => undefined,
}: Options = {}): Promise<TestApi> {
  const base = await open();
  await fill?.(base);
  const folder = mkdtempSync(join(tmpdir(), 'loftling-api-'));
  const config = readConfig({ SAMPLE_CATALOGUE: 'off', DATA_DIR: folder, ...settings });
  const services = await openLoftling(
    config,
    'beside',
    progress,
    async () => base.database,
    async () => afterwards,
  );
  const { privateKey } = await newSealKeys();
  const calls = [...services.callsOf({ version: packageVersion(), sealKey: privateKey }), ...more];
  const failures: { call: string; error: unknown }[] = [];
  const api = createApi({
    calls,
    limits: createRateLimits(rateLimitFactor),
    idempotency: createIdempotency(createIdempotencyRepository(base.db)),
    sealKey: privateKey,
    ...(services.people ? { sessions: services.people.sessions, names: services.people.names } : {}),
    ...(afterwards.secrets ? { csrf: csrfOf({ secrets: afterwards.secrets }) } : {}),
    ownOrigins: new Set([config.siteUrl]),
    isSecure: config.siteUrl.startsWith('https:'),
    onRenewed: services.people?.onRenewed,
    ...(services.captcha ? { captcha: services.captcha } : {}),
    now,
    onFailure: ({ call, error }) => void failures.push({ call, error }),
  });
  return {
    base,
    services,
    calls,
    api,
    sealKey: privateKey,
    failures,
    async call(contract, values = {}, locale = 'en-us', headers = {}) {
      const texts = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
      const { path, rest } = pathFor(contract.path, texts);
      const query = new URLSearchParams(rest).toString();
      const body = contract.file === undefined ? query : withFile(contract.file, rest);
      const isPost = contract.method === 'POST';
      const response = await api.request(isPost || query === '' ? path : `${path}?${query}`, {
        method: contract.method,
        headers: { 'accept-language': locale, ...(isPost && body === query ? { 'content-type': 'application/x-www-form-urlencoded' } : {}), ...headers },
        ...(isPost ? { body } : {}),
      });
      const envelope: unknown = await response.json();
      if (!isEnvelope(envelope)) throw new Error(`${contract.name} answered without envelope: ${JSON.stringify(envelope)}`);
      if (envelope.error_code !== 0 && !errorsOf(contract).some((name) => apiErrors[name].code === envelope.error_code))
        throw new Error(`${contract.name} answered ${envelope.error_code}, which its contract does not declare`);
      const data = envelope.error_code === 0 ? contract.output.parse(envelope.data) : envelope.data;
      return {
        status: response.status,
        error_code: envelope.error_code,
        message: envelope.message,
        data: data as z.output<typeof contract.output>,
        headers: response.headers,
      };
    },
    async close() {
      // Services end with their database, which the test opened.
      await base.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** As the server reads it. */
function packageVersion(): string {
  const read: unknown = JSON.parse(readFileSync('package.json', 'utf8'));
  if (typeof read !== 'object' || read === null || !('version' in read) || typeof read.version !== 'string') throw new Error('package.json has no version');
  return read.version;
}

function isEnvelope(value: unknown): value is { error_code: number; message: string; data: unknown } {
  return typeof value === 'object' && value !== null && 'error_code' in value && typeof value.error_code === 'number' && 'message' in value && 'data' in value;
}

/** A picture of one point. */
const onePoint = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

function withFile(name: string, texts: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [key, text] of Object.entries(texts)) form.set(key, text);
  form.set(name, new File([new Uint8Array(onePoint)], 'point.png'));
  return form;
}
