/** What the page about the API shows: its calls by group, with fields as rows, made of the contracts. Pure. */
import { accessRules } from '#lib/access.ts';
import type { ApiPrefix, Contract } from './contract.ts';
import { apiErrors } from './envelope.ts';
import { answerOf, errorsOf, limitOf, parametersOf, prefixOf, prefixTitles, sealOf } from './openapi.ts';
import type { Schema } from './openapi.ts';

/** One field: its name with the names it lies in, its type, and the named shape it has, if it has one. */
export type FieldRow = { readonly name: string; readonly type: string; readonly shape: string | undefined; readonly about: string };

export type CallEntry = {
  readonly id: string;
  readonly method: Contract['method'];
  readonly path: string;
  readonly summary: string;
  /** Who may make it, in words. */
  readonly audience: string;
  readonly parameters: readonly FieldRow[];
  readonly answer: readonly FieldRow[];
  readonly errors: readonly { readonly code: number; readonly name: string; readonly status: number }[];
  readonly limit: string;
  /** Seconds for which answers may be kept; 0 for none. */
  readonly kept: number;
  readonly repeatable: boolean;
  readonly seal: string | undefined;
  readonly example: string;
};

export type CallGroup = { readonly prefix: ApiPrefix; readonly title: string; readonly calls: readonly CallEntry[] };
export type Shape = { readonly name: string; readonly rows: readonly FieldRow[] };

const shapeOf = (schema: Schema): string | undefined => schema.$ref?.split('/').at(-1);

function withoutNull(schema: Schema): { readonly schema: Schema; readonly nullable: boolean } {
  const others = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  const [only] = others;
  return only && others.length === 1 && schema.anyOf?.length === 2 ? { schema: only, nullable: true } : { schema, nullable: false };
}

function boundsOf({ minimum, exclusiveMinimum, maximum, minLength, maxLength }: Schema): string {
  const least = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1);
  const isWide = maximum === undefined || maximum >= 2_147_483_647;
  if (least !== undefined && !isWide) return `, ${least} to ${maximum}`;
  if (least !== undefined) return `, from ${least}`;
  if (minLength !== undefined && maxLength !== undefined) return `, ${minLength} to ${maxLength} characters`;
  return maxLength === undefined ? '' : `, up to ${maxLength} characters`;
}

function typeOf(given: Schema): string {
  const { schema, nullable } = withoutNull(given);
  const plain = ((): string => {
    const shape = shapeOf(schema);
    if (shape) return shape;
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    if (schema.enum) return schema.enum.map((one) => String(one)).join(' | ');
    if (schema.items) return schema.items.enum ? `(${typeOf(schema.items)})[]` : `${typeOf(schema.items)}[]`;
    if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ');
    const type = Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'any');
    return `${type}${boundsOf(schema)}`;
  })();
  return nullable ? `${plain} or null` : plain;
}

/** The fields of a schema, those of objects within it under their path: `items[].location.posx`. */
function rowsOf(given: Schema, name: string, about = given.description ?? ''): FieldRow[] {
  const { schema } = withoutNull(given);
  const inner = schema.items ? withoutNull(schema.items).schema : undefined;
  const holder = inner ?? schema;
  const shape = shapeOf(schema) ?? (inner && shapeOf(inner));
  if (!shape && holder.properties) {
    const own =
      name === '' && !inner
        ? []
        : [{ name: name || 'data', type: typeOf(inner ? { ...given, items: { type: 'object' } } : { ...given, type: 'object' }), shape: undefined, about }];
    const path = `${name || (inner ? 'data' : '')}${inner ? '[]' : ''}`;
    return [...own, ...Object.entries(holder.properties).flatMap(([key, one]) => rowsOf(one, path ? `${path}.${key}` : key))];
  }
  return [{ name: name || 'data', type: typeOf(given), shape, about: about || (schema.description ?? '') }];
}

function parameterRows(contract: Contract): readonly FieldRow[] {
  return parametersOf(contract).map(({ name, required, schema, in: where }) => {
    const fallback = schema.default === undefined || schema.default === '' ? '' : `${String(schema.default)} by default. `;
    return {
      name,
      type: `${typeOf(schema)}${required ? ', required' : ''}${where === 'path' ? ', in the path' : ''}`,
      shape: undefined,
      about: `${fallback}${schema.description ?? ''}`.trim(),
    };
  });
}

/** Values by which examples ask, for parameters that have no default. */
const examples: Readonly<Record<string, string>> = {
  house_id: '1',
  unit_id: '1',
  hcr: '1',
  city_id: '826001',
  ids: '1,2',
  keyword: 'ucl',
  text: 'A quiet room',
  to_lang: 'vi-vn',
  original_hash: '5f1c',
  type: 'walking',
  coordinates: '-0.134,51.5246;-0.12,51.51',
  west: '-0.2',
  south: '51.45',
  east: '0.0',
  north: '51.55',
  zoom: '12',
  logs: '[]',
  event: 'PC_00372',
  version: '3',
  source: 'pc',
  id: '826001',
};

function exampleOf(contract: Contract, origin: string): string {
  const parameters = parametersOf(contract);
  const wanted = parameters.filter(
    ({ required, name, in: where }) => required || where === 'path' || (name === 'city_id' && contract.path.startsWith('/_houseApi/search/')),
  );
  const valueOf = ({ name, schema }: (typeof wanted)[number]): string => {
    const first = schema.enum?.[0];
    return schema.enum?.includes(examples[name]) === false && first !== undefined
      ? String(first)
      : (examples[name] ?? (first === undefined ? '1' : String(first)));
  };
  const path = contract.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => examples[name] ?? name);
  const rest = wanted.filter((one) => one.in !== 'path');
  const language = "-H 'accept-language: en-us'";
  if (contract.method === 'POST')
    return [`curl ${language} '${origin}${path}'`, ...rest.map((one) => `  --data-urlencode '${one.name}=${valueOf(one)}'`)].join(' \\\n');
  const query = new URLSearchParams(rest.map((one) => [one.name, valueOf(one)])).toString().replaceAll('%2C', ',');
  return `curl ${contract.method === 'GET' ? '' : `-X ${contract.method} `}${language} '${origin}${path}${query ? `?${query}` : ''}'`;
}

function entryOf(contract: Contract, origin: string): CallEntry {
  const { points, seconds } = limitOf(contract);
  return {
    id: contract.name,
    method: contract.method,
    path: contract.path,
    summary: contract.summary,
    audience: accessRules[contract.access].says,
    parameters: parameterRows(contract),
    answer: rowsOf(answerOf(contract).schema, ''),
    errors: errorsOf(contract).map((name) => ({ name, code: apiErrors[name].code, status: apiErrors[name].status })),
    limit: `${points} in ${seconds} seconds`,
    kept: contract.keepFor ?? 0,
    repeatable: contract.repeatable === true,
    seal: sealOf(contract),
    example: exampleOf(contract, origin),
  };
}

/** All calls by group, and the shapes several of them share. */
export function apiReference(contracts: readonly Contract[], origin: string): { readonly groups: readonly CallGroup[]; readonly shapes: readonly Shape[] } {
  const groups = [...Map.groupBy(contracts, ({ path }) => prefixOf(path))].map(([prefix, own]) => ({
    prefix,
    title: prefixTitles[prefix],
    calls: own.toSorted((a, b) => a.path.localeCompare(b.path)).map((contract) => entryOf(contract, origin)),
  }));
  const shapes = new Map(contracts.flatMap((contract) => Object.entries(answerOf(contract).shapes)));
  return { groups, shapes: [...shapes].sort(([a], [b]) => a.localeCompare(b)).map(([name, schema]) => ({ name, rows: rowsOf(schema, '') })) };
}
