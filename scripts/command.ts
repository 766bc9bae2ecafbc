/**
 * What every command is made of: one declaration, from which come its help, the refusal of what it does not know, its
 * exit status, and a word when it did not come to its end. Imports nothing that has to be installed, so that `--help`
 * and a refusal answer at once on a fresh copy; a command's own work is imported when it runs.
 *
 * Exit status: 0 done, 1 failed or not finished, 2 not understood.
 */
import { constants } from 'node:os';
import { parseArgs } from 'node:util';

/** With `value`, what the option is given (`--to FOLDER`); without, a switch. */
export type Option = { readonly says: string; readonly value?: string; readonly default?: string; readonly oneOf?: readonly string[] };

/** What stands beside the options: one, or with `many` any number. */
export type Operands = {
  readonly name: string;
  readonly says: string;
  readonly many?: true;
  readonly needed?: true;
  readonly oneOf?: readonly string[];
};

type Options = Readonly<Record<string, Option>>;

type ValueOf<O extends Option> = O extends { readonly value: string } ? (O extends { readonly default: string } ? string : string | undefined) : boolean;

export type Given<O extends Options> = { readonly options: { readonly [Name in keyof O]: ValueOf<O[Name]> }; readonly operands: readonly string[] };

export type Command<O extends Options> = {
  /** As a person types it: `npm run seed`. */
  readonly name: string;
  /** What it does, in a sentence or two. */
  readonly says: string;
  readonly options?: O;
  readonly operands?: Operands;
  /** Lines that can be typed as they stand. */
  readonly examples: readonly string[];
  /** It ends by itself, in order, when it is told to: a signal is its own business. */
  readonly endsItself?: true;
  /** Looks at what was given before anything is made ready. @throws {MisuseError} */
  check?(given: Given<O>): void;
  /** Gives the exit status; nothing is 0. A throw is 1, a `MisuseError` 2. */
  run(given: Given<O>): Promise<number | undefined> | Promise<void> | number | undefined;
};

/** The command was asked for something that it cannot do; the message says what would be right. */
export class MisuseError extends Error {
  override name = 'MisuseError';
}

/** Errors whose message tells a person all there is to know; of any other the stack is shown. */
const explained: ReadonlySet<string> = new Set([
  'SettingError',
  'PlaceFileError',
  'EditorialFileError',
  'RateFileError',
  'FeedFileError',
  'BackupError',
  'BasemapFileError',
  'ExportError',
  'StorageError',
  'SecretsError',
  'SetupError',
]);

/** What to tell a person of an error; undefined when it is a fault of ours. */
async function explanationOf(error: unknown): Promise<string | undefined> {
  if (error instanceof Error && (explained.has(error.name) || (error as NodeJS.ErrnoException).code === 'EADDRINUSE')) return error.message;
  try {
    const { explainDatabaseError } = await import('#lib/db/explain.ts');
    return explainDatabaseError(error);
  } catch {
    // What the explanation stands on is not installed; then the error came from before any database.
    return undefined;
  }
}

/** What must stand before the work of a command begins; run.mjs puts installing and building here. */
export const preparation: { before(): Promise<void> } = { before: async () => undefined };

const usageOf = ({ name, options = {}, operands }: Command<Options>): string => {
  const own = Object.keys(options).length > 0 ? ['[OPTIONS]'] : [];
  const beside = operands ? [operands.needed ? `${operands.name}${operands.many ? ' …' : ''}` : `[${operands.name}${operands.many ? ' …' : ''}]`] : [];
  const rest = [...beside, ...own];
  return rest.length > 0 ? `${name} -- ${rest.join(' ')}` : name;
};

/** The text of `--help`. */
export function helpOf(command: Command<Options>): string {
  const { says, options = {}, operands, examples } = command;
  const rows = Object.entries(options).map(([name, { value, says: meaning, default: usual, oneOf }]): [string, string] => [
    `--${name}${value ? ` ${value}` : ''}`,
    `${meaning}${oneOf ? ` (${oneOf.join(', ')})` : ''}${usual === undefined ? '' : `; ${usual} unless given`}`,
  ]);
  const all: readonly [string, string][] = [...rows, ['-h, --help', 'show this text']];
  const width = Math.max(...all.map(([name]) => name.length));
  const beside = operands
    ? [`\n${operands.name}${operands.many ? ' …' : ''}: ${operands.says}${operands.oneOf ? `\n  ${operands.oneOf.join(', ')}` : ''}`]
    : [];
  return [
    `${usageOf(command)}\n\n${says}`,
    ...beside,
    `\nOptions:\n${all.map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`).join('\n')}`,
    `\n${examples.length > 1 ? 'Examples' : 'Example'}:\n${examples.map((example) => `  ${example}`).join('\n')}`,
  ].join('\n');
}

/** A message of parseArgs in our words; its own speaks of positional arguments and of a way around with "--". */
function refusalOf(error: unknown): MisuseError {
  const { code, message } = error as { code?: string; message: string };
  const [, named = ''] = /'([^']*)'/.exec(message) ?? [];
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return new MisuseError(`There is no option ${named}.`);
  if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE' && message.includes('argument missing')) return new MisuseError(`${named} needs a value.`);
  return new MisuseError(message.split('\n')[0] ?? message);
}

/**
 * Reads what was typed.
 * @throws {MisuseError} for what the command does not know.
 */
export function readGiven<const O extends Options>(command: Command<O>, typed: readonly string[]): Given<O> | 'help' {
  if (typed.some((word) => word === '--help' || word === '-h')) return 'help';
  const { options, operands, name } = command;
  const known = Object.entries(options ?? {});
  const shapes = known.map(([key, { value, default: usual }]) => [
    key,
    value === undefined ? { type: 'boolean', default: false } : { type: 'string', ...(usual === undefined ? {} : { default: usual }) },
  ]);
  let read: { readonly values: Readonly<Record<string, unknown>>; readonly positionals: string[] };
  try {
    read = parseArgs({ args: [...typed], allowPositionals: true, options: Object.fromEntries(shapes) });
  } catch (error) {
    throw refusalOf(error);
  }
  const { values, positionals } = read;
  for (const [key, { oneOf }] of known) {
    const value = values[key];
    if (oneOf && typeof value === 'string' && !oneOf.includes(value)) throw new MisuseError(`--${key} ${value}: it is one of ${oneOf.join(', ')}.`);
  }
  if (!operands && positionals.length > 0) throw new MisuseError(`${name} takes nothing beside its options, so not ${positionals.join(' ')}.`);
  if (operands?.needed && positionals.length === 0) throw new MisuseError(`${operands.name} is missing: ${operands.says}.`);
  if (operands && !operands.many && positionals.length > 1) throw new MisuseError(`One ${operands.name} is expected, not ${positionals.length}.`);
  const unknown = operands?.oneOf ? positionals.filter((word) => !operands.oneOf?.includes(word)) : [];
  if (unknown.length > 0) throw new MisuseError(`There is no ${operands?.name} ${unknown.join(', ')}. There are: ${operands?.oneOf?.join(', ')}.`);
  return { options: values as Given<O>['options'], operands: positionals };
}

const tell = (line: string): void => void process.stderr.write(`${line}\n`);

/** Says so when the process goes although the work is not done. */
function watchEnd(name: string, endsItself: boolean): { done(): void } {
  let isDone = false;
  process.once('exit', (code) => {
    if (isDone) return;
    tell(`${name} did not finish.`);
    process.exitCode = code === 0 ? 1 : code;
  });
  const signals = (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((signal) => ({ signal, end: (): void => process.exit(128 + constants.signals[signal]) }));
  if (!endsItself) for (const { signal, end } of signals) process.once(signal, end);
  return {
    done() {
      isDone = true;
      for (const { signal, end } of signals) process.removeListener(signal, end);
    },
  };
}

/** Runs a command with what was typed after its name, and leaves its exit status. */
export async function command<const O extends Options>(declared: Command<O>): Promise<void> {
  const { name } = declared;
  let watch: { done(): void } | undefined;
  try {
    const given = readGiven(declared, process.argv.slice(2));
    if (given === 'help') {
      console.log(helpOf(declared));
      return;
    }
    declared.check?.(given);
    await preparation.before();
    watch = watchEnd(name, declared.endsItself === true);
    process.exitCode = (await declared.run(given)) ?? process.exitCode ?? 0;
  } catch (error) {
    if (error instanceof MisuseError) {
      tell(`${error.message}\n${usageOf(declared)}\n"${name} -- --help" says more.`);
      process.exitCode = 2;
    } else {
      tell((await explanationOf(error)) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error)));
      tell(`${name} did not finish.`);
      process.exitCode = 1;
    }
  }
  watch?.done();
}
