/** Who comes to a private page, and what their forms do: a form without script is the same call that an island makes. */
import type { IncomingMessage } from 'node:http';
import type { Hono } from 'hono';
import { isCrossSite } from '#lib/api/admission.ts';
import { boundedBytes, fieldsIn, formType } from '#lib/api/body.ts';
import { cookieIn, serverHeaders } from '#lib/api/caller.ts';
import { wayCookie } from '#lib/features/accounts/third-parties.schema.ts';
import { externalCookie, externalLife, externalQuery } from '#lib/features/accounts/external-access.schema.ts';
import type { ExternalAccess } from '#lib/features/accounts/external-access.service.ts';
import { knownIn as browserKnownIn } from '#lib/features/accounts/known-browsers.rules.ts';
import { bodyBounds } from '#lib/api/contract.ts';
import { apiErrors } from '#lib/api/envelope.ts';
import type { ApiErrorName } from '#lib/api/envelope.ts';
import { securityEvents } from '#lib/api/security-events.ts';
import { wireHeaders } from '#lib/api/signing.ts';
import { tokenOwnerOf } from '#lib/api/gates/csrf.ts';
import type { Csrf } from '#lib/api/gates/csrf.ts';
import { anonymous, knownIn } from '#lib/api/gates/session.ts';
import { sessionCookie, staffCookie } from '#lib/api/gates/session.ts';
import type { SessionReaders } from '#lib/api/gates/session.ts';
import type { RateLimits } from '#lib/api/rate-limits.ts';
import { setCookie } from '#lib/api/set-cookie.ts';
import { chosenCurrency, currencyCookie, currencyDays } from '#lib/features/rates/chosen-currency.rules.ts';
import { markerCookie, sessionDays } from '#lib/features/accounts/accounts.schema.ts';
import type { KeptForms } from '#lib/features/accounts/kept-forms.service.ts';
import { asId } from '#lib/ids/ids.ts';
import type { UserId } from '#lib/ids/ids.ts';
import type { Access } from '#lib/access.ts';
import type { KeptFile } from '#lib/forms/files.schema.ts';
import { checkForm, problemsIn } from '#lib/forms/form-check.rules.ts';
import { secretsOf } from '#lib/forms/form-fields.rules.ts';
import { partsOf } from '#lib/forms/form-parts.rules.ts';
import type { FormPage } from '#lib/forms/form-page.schema.ts';
import { comesWithFiles, fileFieldsOf, isForm, isWholeInAddress, readForm, textsOf, valuesIn } from './form-body.ts';
import { bringFiles, nameOfCode } from './form-files.ts';
import type { AskForReader } from './form-files.ts';
import type { FieldProblem, Submitted } from '#lib/forms/form.schema.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { Refusal } from '#lib/log/security-log.ts';
import type { Paths } from '#lib/paths.ts';
import { newPreSession, preSessionOf, setPreSession } from '#lib/pre-session.ts';
import type { Visitor } from '#lib/visitor.ts';

/** Somebody who asks for a private page, with the cookies that make them known again. */
export type Entered = { readonly visitor: Visitor; readonly cookies: readonly string[] };

/** A form as it was sent. */
export type Sending = {
  readonly request: IncomingMessage;
  readonly form: FormPage;
  readonly params: Readonly<Record<string, string>>;
  readonly locale: Locale;
  readonly paths: Paths;
  readonly address: string;
  readonly trace: string;
};

/** `done`: where the reader goes, with what their browser is to keep. Otherwise the page is shown again with the status, and says why. */
export type Sent =
  | { readonly kind: 'done'; readonly path: string; readonly cookies: readonly string[] }
  | { readonly kind: 'again'; readonly status: number; readonly submitted: Submitted };

/** Somebody whom another site led here, with what it sent along. */
export type Arrival = Sending & { readonly values: Readonly<Record<string, string>> };

/** Where they go now, with what their browser is to keep. */
export type LedOn = { readonly path: string; readonly cookies: readonly string[] };

export type Entrance = {
  /**
   * Takes the token that an app of others led somebody here with.
   * @param page name of the route. @param path of the page, the only one the cookie comes along to. @returns what their browser is to keep.
   */
  redeem(given: URLSearchParams, page: string, path: string): Promise<readonly string[]>;
  /** Whoever came to a page by an app of others is on it in the app's name: a session that came along does not count. */
  forApp(request: IncomingMessage, page: string): Promise<void>;
  /** @param access what the page asks for: it says at which entrance somebody is known. */
  enter(request: IncomingMessage, access: Access): Promise<Entered>;
  send(sending: Sending): Promise<Sent>;
  /**
   * Keeps what a form of somebody holds who is signed in no longer, until they are again.
   * @param path address of its page. @param address who sends it. @returns whether anything was kept: not what another site sent, nor what is nobody's.
   */
  keep(request: IncomingMessage, form: FormPage, path: string, address: string): Promise<boolean>;
  /** What was kept of a form for whoever is signed in now. Undefined where there is none. */
  kept(visitor: Visitor, path: string): Promise<Submitted | undefined>;
  /** Ends what was kept, once a page shows it. */
  forget(visitor: Visitor, path: string): Promise<void>;
  /** Takes what another site sent along. That it is theirs is for the call to prove: their browser alone is vouched for here. */
  arrive(arrival: Arrival): Promise<LedOn>;
  /** What another site's form holds, as far as the form of the page asks for it. */
  formOf(request: IncomingMessage, form: FormPage): Promise<Readonly<Record<string, string>>>;
};

type Parts = {
  /** The form of a page as it is at its address; the same everywhere without it. */
  readonly formAt?: ((form: FormPage, params: Readonly<Record<string, string>>, locale: Locale) => Promise<FormPage>) | undefined;
  readonly api: Pick<Hono, 'fetch'>;
  readonly csrf: Csrf;
  readonly sessions?: SessionReaders;
  readonly origin: string;
  /** Header in which a trusted proxy names the reader's country. */
  readonly countryHeader?: string | undefined;
  /** Origins of the site itself, whose pages may post. */
  readonly ownOrigins: ReadonlySet<string>;
  readonly onRefused?: (refusal: Refusal) => void;
  /** Forms that were sent after their session had ended. */
  readonly keptForms?: KeptForms | undefined;
  /** Of bodies with files, which are spent before any is read. */
  readonly limits?: RateLimits;
  /** Encrypts what stands in an address for a moment and says something of a person; left out without it. */
  readonly seal?: (text: string) => string;
  /** Apps of others; none without it. */
  readonly external?: Pick<ExternalAccess, 'redeem' | 'appOf'> | undefined;
  /** Gives the ticket of a form whose call asked for a captcha. */
  readonly captcha?: { ticket(call: string, now: Date): string };
};

/** Headers of the reader's that the call gets too: who they are, and where they come from, which is told by origin and host together. */
const passedOn = ['cookie', 'host', 'origin', 'sec-fetch-site', 'user-agent'];
/** Longest value that is encrypted for an address, in UTF-16 units. */
const longestSealed = 500;
/** The hidden field with the token. */
const csrfField = 'csrf';
/** The hidden field that says whose form it is: the person's number, the hour it was shown in and a token of both. */
const whoseField = 'whose';
/** Cookies by which somebody is known. */
const ofSession = [sessionCookie, staffCookie, markerCookie];
/** Hours in which a form that outlived its session is still taken. */
const whoseHours = 24;
const hourOf = (now: Date): number => Math.floor(now.getTime() / 3_600_000);

function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers.set(name, value);
  return headers;
}

export function createEntrance({
  api,
  csrf,
  sessions = anonymous,
  origin,
  countryHeader,
  ownOrigins,
  onRefused,
  captcha,
  seal,
  keptForms,
  limits,
  external,
  formAt = async (form) => form,
}: Parts): Entrance {
  const secure = origin.startsWith('https:');

  function countryIn(headers: Headers): string | undefined {
    const given = countryHeader === undefined ? '' : (headers.get(countryHeader) ?? '').toUpperCase();
    return /^[A-Z]{2}$/.test(given) ? given : undefined;
  }

  /** Headers of a call for the reader, with what their browser keeps. @param token of their visit. */
  function headersFor({ locale, address, trace }: Sending, token: string, headers: Headers): Headers {
    const own = new Headers({ 'accept-language': locale, [serverHeaders.address]: address, [serverHeaders.trace]: trace });
    // The call asks for the token too, where it asks for one.
    own.set(wireHeaders.antiForgery, token);
    const country = countryIn(headers);
    if (country !== undefined) own.set(serverHeaders.country, country);
    for (const name of passedOn) {
      const value = headers.get(name);
      if (value !== null) own.set(name, value);
    }
    return own;
  }

  /** Calls for the reader who sends a form. @param token of their visit. */
  const askFor =
    (sending: Sending, token: string, given: Headers): AskForReader =>
    async <Data>(path: string, body?: FormData) => {
      const headers = headersFor(sending, token, given);
      const answer = await api.fetch(new Request(new URL(path, origin), body ? { method: 'POST', headers, body } : { headers }));
      const { error_code: code, data }: { error_code: number; data: Data } = await answer.json();
      return { code, data };
    };

  /** Makes the form's call, for the reader and with what their browser keeps. @param token of their visit. */
  async function call(sending: Sending, values: Readonly<Record<string, string>>, token: string, headers: Headers) {
    const { form, params } = sending;
    const own = headersFor(sending, token, headers);
    own.set('content-type', formType);
    // Browsers leave out what nobody chose or ticked; the form's check says which of it is missing.
    const blank = Object.fromEntries(partsOf(form.definition).map(({ name }) => [name, '']));
    const asked = { ...blank, ...values, ...form.valuesOf(params) };
    const body = new URLSearchParams(asked).toString();
    const answer = await api.fetch(new Request(new URL(form.contract.path, origin), { method: form.contract.method, headers: own, body }));
    const { error_code: code, data }: { error_code: number; data: unknown } = await answer.json();
    return { asked, code, data, cookies: answer.headers.getSetCookie() };
  }

  async function known(headers: Headers, access: Access) {
    return { ...(await knownIn(headers, sessions, access, new Date())), preSession: preSessionOf(headers.get('cookie') ?? '') };
  }

  /** Whose form it is by what it says itself. */
  function ownerIn(whose: string): UserId | undefined {
    const [, id = '', hour = '', token = ''] = /^(\d{1,10})\.(\d{6,7})\.([\w-]{1,512})$/.exec(whose) ?? [];
    const age = hourOf(new Date()) - Number(hour);
    if (id === '' || age < 0 || age > whoseHours) return undefined;
    return csrf.verify(`form:${Number(id)}:${Number(hour)}`, token) ? asId<UserId>(Number(id)) : undefined;
  }

  /**
   * Why files are not taken: a body with them holds memory while it comes, so whoever has no cookie of ours sends none, and of nobody
   * many in a row are held.
   */
  async function refusalOfFiles(given: Headers, address: string): Promise<'stale-form' | 'too-many' | undefined> {
    const cookies = given.get('cookie') ?? '';
    const isKnown = preSessionOf(cookies) !== undefined || [sessionCookie, staffCookie].some((name) => cookieIn(cookies, name) !== undefined);
    if (!isKnown) return 'stale-form';
    return (await limits?.spend('write', address)) === undefined ? undefined : 'too-many';
  }

  return {
    async redeem(given, page, path) {
      const kept = await external?.redeem(given.get(externalQuery.token) ?? '', given.get(externalQuery.app) ?? '', page, new Date());
      return kept === undefined ? [] : [setCookie(externalCookie, kept, externalLife.page, secure, { httpOnly: true, path })];
    },

    async forApp({ headers }, page) {
      const cookies = headers.cookie ?? '';
      const app = await external?.appOf(cookieIn(cookies, externalCookie), page, new Date());
      if (app === undefined) return;
      const others = cookies.split(/;\s*/).filter((pair) => !ofSession.some((name) => pair.startsWith(`${name}=`)));
      headers.cookie = others.join('; ');
      delete headers.authorization;
    },

    async enter(request, access) {
      const { session, staff, preSession } = await known(headersOf(request), access);
      const visit = preSession ?? newPreSession();
      const owner = tokenOwnerOf({ session, staff, preSession: visit }) ?? (`pre:${visit}` as const);
      const csrfToken = csrf.tokenFor(owner);
      const hour = hourOf(new Date());
      const whose = session && `${session.userId}.${hour}.${csrf.tokenFor(`form:${session.userId}:${hour}`)}`;
      const begun = session || staff || preSession ? [] : [setPreSession(visit, secure)];
      // R9.04: the mark that scripts see lives shorter than the session.
      const isUnmarked = session !== undefined && !(request.headers.cookie ?? '').includes(`${markerCookie}=`);
      const cookies = isUnmarked ? [setCookie(markerCookie, csrfToken, sessionDays.marker * 86_400, secure)] : begun;
      const way = cookieIn(request.headers.cookie ?? '', wayCookie);
      const kept = browserKnownIn({ cookie: (name) => cookieIn(request.headers.cookie ?? '', name) });
      const userAgent = (request.headers['user-agent'] ?? '').slice(0, 500);
      const country = countryIn(headersOf(request));
      const asked = new URLSearchParams(request.url?.split('?')[1]).get('currency') ?? '';
      const { currency, isNew } = chosenCurrency(asked, cookieIn(request.headers.cookie ?? '', currencyCookie) ?? '');
      const choice = currency && isNew ? [setCookie(currencyCookie, currency, currencyDays * 86_400, secure, { httpOnly: true })] : [];
      const dialCode = /^\d{1,4}$/.exec(cookieIn(request.headers.cookie ?? '', 'country_code') ?? '')?.[0];
      return {
        visitor: {
          session,
          staff,
          owner,
          visit: session && !preSession ? undefined : visit,
          csrfToken,
          whose,
          submitted: undefined,
          way,
          known: kept,
          userAgent,
          country,
          dialCode,
          currency,
        },
        cookies: [...cookies, ...choice],
      };
    },

    async send(posted) {
      const { request, paths, address, trace } = posted;
      const form = await formAt(posted.form, posted.params, posted.locale);
      const sending = { ...posted, form };
      const given = headersOf(request);
      const unseen = secretsOf(form.definition);
      let files: Readonly<Record<string, KeptFile>> = {};
      /** @param left files that are to be chosen again, because nobody has them. */
      const again = (error: ApiErrorName, sent: Readonly<Record<string, string>>, data: unknown = undefined, left: readonly string[] = []): Sent => {
        const values = Object.fromEntries(Object.entries(sent).filter(([name]) => !unseen.has(name)));
        const lost = left.map((field): FieldProblem => ({ field, message: 'forms.file_again' }));
        const problems = [...problemsIn(form.definition, data), ...lost];
        const { name: call } = form.contract;
        const solvedOnly = form.contract.captcha === 'solved' || (typeof data === 'object' && data !== null && 'only' in data);
        const asked = error === 'captcha-needed' && captcha ? { captcha: { call, ticket: captcha.ticket(call, new Date()), solvedOnly } } : {};
        const inner = typeof data === 'object' && data !== null && 'code' in data && typeof data.code === 'number' ? { inner: data.code } : {};
        const failed = problems.length > lost.length ? undefined : error;
        return { kind: 'again', status: apiErrors[error].status, submitted: { values, problems, failed, files, ...inner, ...asked } };
      };
      const refused = (error: ApiErrorName): void => {
        const event = securityEvents[error];
        if (event) onRefused?.({ event, address, trace, path: form.contract.path });
      };
      if (isCrossSite(given, ownOrigins)) {
        refused('cross-site');
        // What another site fills in does not come to stand in a form of ours.
        return again('cross-site', {});
      }
      const hasFiles = comesWithFiles(form, given);
      const refusal = hasFiles ? await refusalOfFiles(given, address) : undefined;
      if (refusal) {
        refused(refusal);
        if (refusal === 'stale-form') return again(refusal, {});
        // What was written stays, and so do files that came before; those of this body pass by.
        const { texts: sent, withFile } = await textsOf(request, given, address);
        const { [csrfField]: token = '', [whoseField]: _, ...texts } = sent;
        const left = fileFieldsOf(form).flatMap(({ name }) => (withFile.has(name) ? [name] : []));
        const before = Object.fromEntries(Object.entries(texts).filter(([name]) => !left.includes(name)));
        const { values, kept } = await bringFiles(form, { texts: before, files: {}, isCut: false }, askFor(sending, token, given));
        files = kept;
        return again(refusal, values, undefined, left);
      }
      const read = await readForm(request, given, hasFiles, address, isWholeInAddress(form, sending.params));
      if (typeof read === 'string') return again(read, {});
      const { [csrfField]: token = '', [whoseField]: _, ...texts } = read.texts;
      const owner = tokenOwnerOf(await known(given, form.contract.access));
      // What does nothing in anybody's name needs no page of ours before: the link of a mail says all.
      if (form.contract.csrf !== 'never' && (owner === undefined || !csrf.verify(owner, token))) {
        refused('stale-form');
        return again('stale-form', texts);
      }
      const brought = await bringFiles(form, { ...read, texts }, askFor(sending, token, given));
      const { values } = brought;
      files = brought.kept;
      if (brought.failed !== undefined) {
        const left = fileFieldsOf(form).flatMap(({ name }) => (read.files[name] && !brought.kept[name] ? [name] : []));
        return again(brought.failed, values, undefined, left);
      }
      if (brought.problems.length > 0) {
        // What else is to mend is told at once.
        const checked = checkForm(form.definition, { ...values, ...form.valuesOf(sending.params) });
        const others = checked.ok ? [] : checked.problems.filter(({ field }) => !brought.problems.some((one) => one.field === field));
        const fields = [...brought.problems, ...others].map(({ field: name, ...problem }) => ({ name, ...problem }));
        return again('bad-input', values, { fields });
      }

      const { asked, code, data, cookies } = await call(sending, values, token, given);
      const led = code === 0 ? undefined : form.leadsOn?.[nameOfCode(code)]?.(paths);
      if (led !== undefined) return { kind: 'done', path: led, cookies };
      if (code !== 0) return again(nameOfCode(code), values, data);
      return { kind: 'done', path: form.done(data, { paths, values: asked }), cookies };
    },

    async keep(request, form, path, address) {
      const given = headersOf(request);
      if (!keptForms || isCrossSite(given, ownOrigins)) return false;
      // A file that was chosen has to be chosen again.
      const hasFiles = comesWithFiles(form, given);
      if (hasFiles && (await refusalOfFiles(given, address)) === 'stale-form') return false;
      const read = hasFiles ? await textsOf(request, given, address) : await readForm(request, given, false, address);
      if (typeof read === 'string') return false;
      const sent = new URLSearchParams({ ...read.texts });
      const userId = ownerIn(sent.get(whoseField) ?? '');
      if (userId === undefined) return false;
      const unseen = secretsOf(form.definition);
      const values = Object.fromEntries(Object.entries(valuesIn(form, sent)).filter(([name]) => !unseen.has(name)));
      await keptForms.keep(userId, { path, values }, new Date());
      return true;
    },

    async kept({ session }, path) {
      const values = session && (await keptForms?.find(asId<UserId>(session.userId), path, new Date()));
      return values && { values, problems: [], failed: undefined, isKept: true };
    },

    async forget({ session }, path) {
      if (session) await keptForms?.forget(asId<UserId>(session.userId), path, new Date());
    },

    async arrive(arrival) {
      const { request, form, paths, params } = arrival;
      const given = headersOf(request);
      const owner = tokenOwnerOf(await known(given, form.contract.access));
      const values = { ...arrival.values, ...form.valuesOf(params) };
      const refused = (error: ApiErrorName): string => form.refused?.(error, { paths, values }) ?? paths.to('index');
      if (owner === undefined) return { path: refused('stale-form'), cookies: [] };
      given.set('origin', origin);
      given.set('sec-fetch-site', 'same-origin');
      const { asked, code, data, cookies } = await call(arrival, arrival.values, csrf.tokenFor(owner), given);
      return { path: code === 0 ? form.done(data, { paths, values: asked }) : refused(nameOfCode(code)), cookies };
    },

    async formOf(request, form) {
      if (!isForm(headersOf(request))) return {};
      const bytes = await boundedBytes(request.iterator({ destroyOnReturn: false }), bodyBounds.bytes);
      if (typeof bytes === 'string' || fieldsIn(bytes) > bodyBounds.fields) return {};
      const given = new URLSearchParams(bytes.toString());
      for (const name of form.seals ?? []) {
        const value = given.get(name);
        if (value && seal && value.length <= longestSealed) given.set(name, seal(value));
        else given.delete(name);
      }
      return valuesIn(form, given);
    },
  };
}
