/** What ties a form to the call that takes it and to the page that shows it. Browser-safe. */
import type * as z from 'zod/mini';
import type { Contract } from '#lib/api/contract.ts';
import type { ApiErrorName } from '#lib/api/envelope.ts';
import type { Paths } from '#lib/paths.ts';
import type { FormDefinition } from './form.schema.ts';

export type FormPage = {
  readonly definition: FormDefinition;
  /** Gates and service are those of this call, whether an island makes it or the page is posted to. */
  readonly contract: Contract;
  /** The values that the page's address gives and the form does not ask for. They win over what was sent. */
  valuesOf(params: Readonly<Record<string, string>>): Readonly<Record<string, string>>;
  /** Where a reader without script goes when it is done. */
  done(data: unknown, around: { readonly paths: Paths; readonly values: Readonly<Record<string, string>> }): string;
  /** Where a reader goes whom another site led here in vain; only of pages of arrival. */
  readonly refused?: ((error: ApiErrorName, around: { readonly paths: Paths; readonly values: Readonly<Record<string, string>> }) => string) | undefined;
  /** Fields of another site's form that say something of a person: they travel on encrypted. Only of pages of arrival. */
  readonly seals?: readonly string[] | undefined;
  /** Where a reader goes instead of back to the form, by what the call refused with: a next step that is no fault of theirs. What they wrote goes along. */
  readonly leadsOn?: Readonly<Partial<Record<ApiErrorName, (paths: Paths, values: Readonly<Record<string, string>>) => string>>> | undefined;
};

/** Declares the page of a form, with the types of its parts checked against each other. */
export function formPage<Output extends z.ZodMiniType>(page: {
  readonly definition: FormDefinition;
  readonly contract: Contract<z.ZodMiniType, Output>;
  readonly valuesOf?: FormPage['valuesOf'];
  readonly done: (data: z.output<Output>, around: Parameters<FormPage['done']>[1]) => string;
  readonly refused?: FormPage['refused'];
  readonly leadsOn?: FormPage['leadsOn'];
  readonly seals?: FormPage['seals'];
}): FormPage {
  const { definition, contract, valuesOf = () => ({}), done, refused, leadsOn, seals } = page;
  return {
    definition,
    contract,
    valuesOf,
    refused,
    leadsOn,
    seals,
    // The contract's own answer comes here.
    done: (data, around) => done(data as z.output<Output>, around),
  };
}
