/** Forms that were sent after their session had ended: what they held is kept until their owner is signed in again. */
import type { IncomingMessage } from 'node:http';
import { isCrossSite } from '#lib/api/admission.ts';
import type { Csrf } from '#lib/api/gates/csrf.ts';
import type { RateLimits } from '#lib/api/rate-limits.ts';
import type { KeptForms } from '#lib/features/accounts/kept-forms.service.ts';
import { secretsOf } from '#lib/forms/form-fields.rules.ts';
import type { FormPage } from '#lib/forms/form-page.schema.ts';
import type { Submitted } from '#lib/forms/form.schema.ts';
import type { Visitor } from '#lib/visitor.ts';
import { headersOf } from '../request-headers.ts';
import { comesWithFiles, readForm, textsOf, valuesIn } from './form-body.ts';
import { refusalOfFiles } from './form-files.ts';
import { keeperOf, ownerIn, whoseField } from './form-owner.ts';

export type OutlivedFormsParts = {
  readonly csrf: Csrf;
  /** Origins of the site itself, whose pages may post. */
  readonly ownOrigins: ReadonlySet<string>;
  /** Where they are kept; nowhere without it. */
  readonly keptForms?: KeptForms | undefined;
  /** Of bodies with files, which are spent before any is read. */
  readonly limits?: RateLimits;
};

export type OutlivedForms = ReturnType<typeof createOutlivedForms>;

export function createOutlivedForms({ csrf, ownOrigins, keptForms, limits }: OutlivedFormsParts) {
  return {
    /**
     * Keeps what a form of somebody holds who is signed in no longer, until they are again.
     * @param path address of its page. @param address who sends it. @returns whether anything was kept: not what another site sent, nor what is nobody's.
     */
    async keep(request: IncomingMessage, form: FormPage, path: string, address: string): Promise<boolean> {
      const given = headersOf(request);
      if (!keptForms || isCrossSite(given, ownOrigins)) return false;
      // A file that was chosen has to be chosen again.
      const hasFiles = comesWithFiles(form, given);
      if (hasFiles && (await refusalOfFiles(given, address, limits)) === 'stale-form') return false;
      const read = hasFiles ? await textsOf(request, given, address) : await readForm(request, given, false, address);
      if (typeof read === 'string') return false;
      const sent = new URLSearchParams({ ...read.texts });
      const keeper = ownerIn(csrf, sent.get(whoseField) ?? '', new Date());
      if (!keeper) return false;
      const unseen = secretsOf(form.definition);
      const values = Object.fromEntries(Object.entries(valuesIn(form, sent)).filter(([name]) => !unseen.has(name)));
      await keptForms.keep(keeper, { path, values }, new Date());
      return true;
    },

    /** Keeps what a form held of somebody who has to show once more who they are. @param values without what is secret. */
    async keepFor(visitor: Pick<Visitor, 'session' | 'staff'>, path: string, values: Submitted['values']): Promise<void> {
      const keeper = keeperOf(visitor);
      if (keeper) await keptForms?.keep(keeper, { path, values: { ...values } }, new Date());
    },

    /** What was kept of a form for whoever is signed in now. Undefined where there is none. */
    async kept(visitor: Pick<Visitor, 'session' | 'staff'>, path: string): Promise<Submitted | undefined> {
      const keeper = keeperOf(visitor);
      const values = keeper && (await keptForms?.find(keeper, path, new Date()));
      return values && { values, problems: [], failed: undefined, isKept: true };
    },

    /** Ends what was kept, once a page shows it. */
    async forget(visitor: Pick<Visitor, 'session' | 'staff'>, path: string): Promise<void> {
      const keeper = keeperOf(visitor);
      if (keeper) await keptForms?.forget(keeper, path, new Date());
    },
  };
}
