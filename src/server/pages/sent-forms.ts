/** What a form does that was sent: a form without script is the same call that an island makes. */
import { isCrossSite } from '#lib/api/admission.ts';
import { apiErrors } from '#lib/api/envelope.ts';
import type { ApiErrorName } from '#lib/api/envelope.ts';
import { tokenOwnerOf } from '#lib/api/gates/csrf.ts';
import type { Csrf } from '#lib/api/gates/csrf.ts';
import type { RateLimits } from '#lib/api/rate-limits.ts';
import { securityEventOf } from '#lib/api/security-events.ts';
import type { KeptFile } from '#lib/forms/files.schema.ts';
import { asksFirst, sureAnswers, sureField } from '#lib/forms/endings.rules.ts';
import { checkForm, problemsIn } from '#lib/forms/form-check.rules.ts';
import { secretsOf } from '#lib/forms/form-fields.rules.ts';
import type { FormPage } from '#lib/forms/form-page.schema.ts';
import type { FieldProblem, Submitted } from '#lib/forms/form.schema.ts';
import type { Locale } from '#lib/i18n/locales.ts';
import type { Refusal } from '#lib/log/security-log.ts';
import { headersOf } from '../request-headers.ts';
import { comesWithFiles, fileFieldsOf, isWholeInAddress, readForm, textsOf } from './form-body.ts';
import { bringFiles, nameOfCode, refusalOfFiles } from './form-files.ts';
import { whoseField } from './form-owner.ts';
import type { ReaderCalls, Sending } from './reader-calls.ts';
import type { Visitors } from './visitors.ts';

/** `done`: where the reader goes, with what their browser is to keep. Otherwise the page is shown again with the status, and says why. */
export type Sent =
  | { readonly kind: 'done'; readonly path: string; readonly cookies: readonly string[] }
  | { readonly kind: 'again'; readonly status: number; readonly submitted: Submitted };

export type SentFormsParts = {
  /** The form of a page as it is at its address; the same everywhere without it. */
  readonly formAt?: ((form: FormPage, params: Readonly<Record<string, string>>, locale: Locale) => Promise<FormPage>) | undefined;
  readonly csrf: Csrf;
  /** Origins of the site itself, whose pages may post. */
  readonly ownOrigins: ReadonlySet<string>;
  readonly onRefused?: (refusal: Refusal) => void;
  /** Of bodies with files, which are spent before any is read. */
  readonly limits?: RateLimits;
  /** Gives the ticket of a form whose call asked for a captcha. */
  readonly captcha?: { ticket(call: string, now: Date): string };
};

type Parts = SentFormsParts & { readonly visitors: Pick<Visitors, 'known'>; readonly calls: ReaderCalls };

/** The hidden field with the token. */
const csrfField = 'csrf';

export function createSentForms({ csrf, visitors, calls, ownOrigins, onRefused, captcha, limits, formAt = async (form) => form }: Parts) {
  return {
    /** A form that was kept and is shown again, with the files that came with it; one that is gone has to be chosen again. */
    async withFiles(sending: Sending, kept: Submitted): Promise<Submitted> {
      if (!fileFieldsOf(sending.form).some(({ name }) => kept.values[name])) return kept;
      const ask = calls.askFor(sending, '', headersOf(sending.request));
      const { values, kept: files, problems = [] } = await bringFiles(sending.form, { texts: kept.values, files: {}, isCut: false }, ask);
      return { ...kept, values, files, problems };
    },

    async send(posted: Sending): Promise<Sent> {
      const { request, paths, address, trace } = posted;
      const form = await formAt(posted.form, posted.params, posted.locale);
      const sending = { ...posted, form };
      const given = headersOf(request);
      const unseen = secretsOf(form.definition);
      let files: Readonly<Record<string, KeptFile>> = {};
      /** @param left files that are to be chosen again, because nobody has them. */
      const again = (error: ApiErrorName, sent: Readonly<Record<string, string>>, data: unknown = undefined, left: readonly string[] = [], wait = 0): Sent => {
        const values = Object.fromEntries(Object.entries(sent).filter(([name]) => !unseen.has(name)));
        const lost = left.map((field): FieldProblem => ({ field, message: 'files.again' }));
        const problems = [...problemsIn(form.definition, data), ...lost];
        const { name: call } = form.contract;
        const solvedOnly = form.contract.captcha === 'solved' || (typeof data === 'object' && data !== null && 'only' in data);
        // A form may be asked for it with another refusal, where the next sending needs it.
        const isAsked = error === 'captcha-needed' || (typeof data === 'object' && data !== null && 'captcha' in data);
        const asked = isAsked && captcha ? { captcha: { call, ticket: captcha.ticket(call, new Date()), solvedOnly } } : {};
        const inner = typeof data === 'object' && data !== null && 'code' in data && typeof data.code === 'number' ? { inner: data.code } : {};
        const failed = problems.length > lost.length ? undefined : error;
        return {
          kind: 'again',
          status: apiErrors[error].status,
          submitted: { values, problems, failed, files, ...inner, ...asked, ...(wait > 0 ? { wait } : {}) },
        };
      };
      const refused = (error: ApiErrorName): void => {
        const event = securityEventOf(error);
        if (event) onRefused?.({ event, address, trace, path: form.contract.path });
      };
      if (isCrossSite(given, ownOrigins)) {
        refused('cross-site');
        // What another site fills in does not come to stand in a form of ours.
        return again('cross-site', {});
      }
      const hasFiles = comesWithFiles(form, given);
      const refusal = hasFiles ? await refusalOfFiles(given, address, limits) : undefined;
      if (refusal) {
        refused(refusal);
        if (refusal === 'stale-form') return again(refusal, {});
        // What was written stays, and so do files that came before; those of this body pass by.
        const { texts: sent, withFile } = await textsOf(request, given, address);
        const { [csrfField]: token = '', [whoseField]: _, [sureField]: __, ...texts } = sent;
        const left = fileFieldsOf(form).flatMap(({ name }) => (withFile.has(name) ? [name] : []));
        const before = Object.fromEntries(Object.entries(texts).filter(([name]) => !left.includes(name)));
        const { values, kept } = await bringFiles(form, { texts: before, files: {}, isCut: false }, calls.askFor(sending, token, given));
        files = kept;
        return again(refusal, values, undefined, left);
      }
      const read = await readForm(request, given, hasFiles, address, isWholeInAddress(form, sending.params));
      if (typeof read === 'string') return again(read, {});
      const { [csrfField]: token = '', [whoseField]: _, [sureField]: sure = '', ...texts } = read.texts;
      const owner = tokenOwnerOf(await visitors.known(given, form.contract.access));
      // What does nothing in anybody's name needs no page of ours before: the link of a mail says all.
      if (form.contract.csrf !== 'never' && (owner === undefined || !csrf.verify(owner, token))) {
        refused('stale-form');
        return again('stale-form', texts);
      }
      const brought = await bringFiles(form, { ...read, texts }, calls.askFor(sending, token, given));
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

      // What cannot be taken back is asked about once more, and what was written stays.
      const isBack = sure === sureAnswers.back;
      if (isBack || (sure !== sureAnswers.yes && asksFirst(form.definition, { ...values, ...form.valuesOf(sending.params) })))
        return { kind: 'again', status: 200, submitted: { values, problems: [], failed: undefined, files, isAsked: !isBack } };

      const { asked, code, data, cookies, wait } = await calls.call(sending, values, token, given);
      const led = code === 0 ? undefined : form.leadsOn?.[nameOfCode(code)]?.(paths, asked);
      if (led !== undefined) return { kind: 'done', path: led, cookies };
      if (nameOfCode(code) === 'captcha-needed') {
        // Who has to solve something first is told at once what else is missing.
        const checked = checkForm(form.definition, asked);
        const fields = checked.ok ? [] : checked.problems.map(({ field: name, ...problem }) => ({ name, ...problem }));
        return again('captcha-needed', values, { ...(typeof data === 'object' ? data : {}), fields }, [], wait);
      }
      if (code !== 0) return again(nameOfCode(code), values, data, [], wait);
      return { kind: 'done', path: form.done(data, { paths, values: asked }), cookies };
    },
  };
}
