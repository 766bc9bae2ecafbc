/** Inputs of a mail made from its schema: for the page that shows all mails to developers, and for tests of what every mail is. */
import { z } from 'zod';
import type { KnownMail } from './mail.ts';

type Schema = {
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly minimum?: number;
  readonly anyOf?: readonly Schema[];
};
/** By the name of what is asked for. */
const named: Readonly<Record<string, string>> = {
  home: 'Viaduct Works',
  house: 'Viaduct Works',
  provider: 'Paper Kite Residences',
  supplier: 'Paper Kite Residences',
  title: 'Viaduct Works, Bronze Ensuite',
  unit: 'Bronze Ensuite',
};
/** What fits most of what mails ask for. */
const texts = ['Nguyễn Thị Lan', '2026-12-01', '2026-12-01T12:00:00Z', '481516', '85050', '850.50', 'K7QM-2XPA', 'abcdefghijkl', '/uk/leeds', 'GBP', '1'];

/** Everything that fits, one after the other: each choice is in one of them, and so is each thing that may be left out, and its absence. */
function fitting(schema: Schema, name = ''): readonly unknown[] {
  if ('const' in schema) return [schema.const];
  if (schema.enum) return schema.enum;
  if (schema.anyOf) return schema.anyOf.flatMap((one) => fitting(one, name));
  switch (schema.type) {
    case 'string': {
      if (/zone/i.test(name)) return ['Europe/London'];
      if (schema.format === 'date') return ['2026-12-01'];
      if (schema.format === 'date-time') return ['2026-12-01T12:00:00Z'];
      const pattern = new RegExp(schema.pattern ?? '', 'u');
      return [...(name in named ? [named[name] ?? ''] : []), ...texts]
        .filter((text) => pattern.test(text) && text.length <= (schema.maxLength ?? Infinity))
        .slice(0, 1);
    }
    case 'integer':
    case 'number':
      return [Math.max(schema.minimum ?? 0, 2)];
    case 'boolean':
      return [true, false];
    case 'null':
      return [null];
    case 'array':
      if (schema.prefixItems) return [[schema.prefixItems.map((one) => fitting(one)[0])]].flat(1);
      return schema.items ? [fitting(schema.items), []] : [[]];
    default: {
      const parts = Object.entries(schema.properties ?? {}).map(([part, one]) => [part, fitting(one, part)] as const);
      const whole = Object.fromEntries(parts.map(([part, all]) => [part, all[0]]));
      const others = parts.flatMap(([part, all]) => [
        ...all.slice(1).map((value) => ({ ...whole, [part]: value })),
        ...(schema.required?.includes(part) ? [] : [Object.fromEntries(Object.entries(whole).filter(([one]) => one !== part))]),
      ]);
      return [whole, ...others];
    }
  }
}

/** Everything that the mail takes, one thing varied at a time: each choice, and each thing that may be left out, present and absent. */
export function samplesOf({ input }: Pick<KnownMail, 'input'>): readonly unknown[] {
  return fitting(z.toJSONSchema(input, { io: 'input' }) as Schema);
}
