/** The commands behind `npm run`: each explains itself, and refuses what it does not know before it does anything. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { helpOf, MisuseError, preparation, readGiven } from '../../scripts/command.ts';
import { planOf, suiteNames, suiteOfFolder } from '../../scripts/test-plan.ts';

const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(readFileSync('package.json', 'utf8'));

type Answer = { readonly status: number | null; readonly stdout: string; readonly stderr: string };

/** What run.mjs has for its commands: the program of each. */
const programs = new Map(
  [...readFileSync('scripts/run.mjs', 'utf8').matchAll(/^ {2}'?([\w-]+)'?: \{ program: '([^']+)'/gm)].map(([, command = '', program = '']) => [
    command,
    program,
  ]),
);

/** How many programs were loaded: each time under a name of its own, for a program asks what was typed when it is loaded first. */
const loaded = { times: 0 };

/**
 * Loads the program of a script with words behind its name, as run.mjs does, in this process. Its work never begins: what would make it
 * ready throws instead, and that would be another status.
 */
async function load(name: string, ...words: string[]): Promise<Answer> {
  const [command = '', ...own] = (scripts[name] ?? '').split(' scripts/run.mjs ')[1]?.split(' ') ?? [];
  const program = resolve(programs.get(command) ?? expect.unreachable(`run.mjs has no ${command}`));
  const said = { stdout: '', stderr: '' };
  vi.spyOn(console, 'log').mockImplementation((line: string) => void (said.stdout += `${line}\n`));
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => (said.stderr += String(text)) !== '');
  const { before } = preparation;
  const { argv, exitCode } = process;
  preparation.before = () => Promise.reject(new Error(`${name} began its work`));
  process.argv = [process.execPath, program, ...own, ...words];
  process.exitCode = 0;
  try {
    loaded.times += 1;
    await import(`${pathToFileURL(program).href}?${loaded.times}`);
    return { status: Number(process.exitCode), ...said };
  } finally {
    Object.assign(process, { argv, exitCode });
    preparation.before = before;
    vi.restoreAllMocks();
  }
}

/** What a process says and leaves. `hear` is given what it has said so far. */
function run(parameters: readonly string[], hear: (stdout: string, child: ChildProcess) => void = () => undefined): Promise<Answer> {
  const child = spawn(process.execPath, parameters, { stdio: ['ignore', 'pipe', 'pipe'] });
  return new Promise((answer) => {
    const said = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk: Buffer) => hear((said.stdout += chunk.toString()), child));
    child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()));
    child.on('close', (status) => answer({ status, ...said }));
  });
}

describe.each(Object.keys(scripts))('npm run %s', (name) => {
  test.each(['--help', '-h'])('%s says what it does, its options and an example', async (word) => {
    const { status, stdout, stderr } = await load(name, word);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const [first = ''] = stdout.split('\n');
    expect(first).toMatch(new RegExp(`^npm (?:run )?${name.split(':')[0]}\\b`));
    expect(stdout).toContain('\nOptions:\n');
    expect(stdout).toMatch(/-h, --help +show this text/);
    expect(stdout).toMatch(/\nExamples?:\n {2}.*npm /);
  });

  test('refuses an option it does not know with status 2, and does nothing, as package.json starts it', async () => {
    const written = (scripts[name] ?? '').split(' ');
    const { status, stdout, stderr } = await run([...written.slice(written.indexOf('node') + 1), '--no-such-option']);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^There is no option --no-such-option\.\n/);
    expect(stderr).not.toMatch(/Installing|Building/);
  });
});

/** Commands that take addresses of pages or paths of files are judged by what they make of them. */
test.each(Object.keys(scripts).filter((name) => !['format', 'screenshots'].includes(name)))('npm run %s refuses an argument it does not know', async (name) => {
  const { status, stderr } = await load(name, 'no-such-thing', 'no-such-thing-either');
  expect(status).toBe(2);
  expect(stderr).toMatch(/no-such-thing|One \w+ is expected, not 2/);
});

describe('a declaration', () => {
  const declared = {
    name: 'npm run paint',
    says: 'Paints.',
    options: {
      colour: { value: 'NAME', says: 'which one', default: 'red', oneOf: ['red', 'blue'] },
      twice: { says: 'two coats' },
      brush: { value: 'N', says: 'how wide' },
    },
    operands: { name: 'WALL', says: 'what to paint', needed: true },
    examples: ['npm run paint -- north --colour blue'],
    run: () => undefined,
  } as const;

  test('gives typed values, with the usual ones where nothing is said', () => {
    expect(readGiven(declared, ['north', '--twice'])).toEqual({ options: { colour: 'red', twice: true }, operands: ['north'] });
    expect(readGiven(declared, ['--brush=5', 'north'])).toMatchObject({ options: { brush: '5', twice: false } });
    expect(readGiven(declared, ['--no-such', '-h'])).toBe('help');
  });

  test.each([
    [['north', '--coulour', 'blue'], 'There is no option --coulour.'],
    [['north', '--colour', 'green'], '--colour green: it is one of red, blue.'],
    [['north', '--brush'], /--brush/],
    [['north', '--twice=yes'], /--twice/],
    [['north', 'south'], 'One WALL is expected, not 2.'],
    [[], 'WALL is missing: what to paint.'],
  ])('refuses %j', (typed, message) => {
    expect(() => readGiven(declared, typed)).toThrow(MisuseError);
    expect(() => readGiven(declared, typed)).toThrow(message);
  });

  test('is its own help', () => {
    expect(helpOf(declared)).toBe(
      [
        'npm run paint -- WALL [OPTIONS]',
        '',
        'Paints.',
        '',
        'WALL: what to paint',
        '',
        'Options:',
        '  --colour NAME  which one (red, blue); red unless given',
        '  --twice        two coats',
        '  --brush N      how wide',
        '  -h, --help     show this text',
        '',
        'Example:',
        '  npm run paint -- north --colour blue',
      ].join('\n'),
    );
  });
});

/** Runs a program that declares a command whose work is the given code. */
function runWork(work: string): Promise<Answer> {
  const program = `import { command } from './scripts/command.ts'; await command({ name: 'npm run x', says: '', examples: [], ${work} });`;
  return run(['--input-type=module', '--eval', program], (stdout, child) => {
    if (stdout.includes('at work')) child.kill('SIGTERM');
  });
}

describe('a command that does not come to its end says so', () => {
  test('when its work fails', async () => {
    const { status, stderr } = await runWork(`async run() { throw new Error('the roof fell in'); }`);
    expect(status).toBe(1);
    expect(stderr).toMatch(/the roof fell in[\s\S]*npm run x did not finish\.\n$/);
  });

  test('when nothing is left that could ever finish it', async () => {
    const { status, stderr } = await runWork('run: () => new Promise(() => undefined)');
    expect(status).not.toBe(0);
    expect(stderr).toContain('npm run x did not finish.');
  });

  test('when somebody ends it', async () => {
    const { status, stderr } = await runWork(`async run() { console.log('at work'); await new Promise((resolve) => setTimeout(resolve, 20_000)); }`);
    expect(status).toBe(143);
    expect(stderr).toBe('npm run x did not finish.\n');
  });

  test('and one that does says nothing and keeps its status', async () => {
    expect(await runWork('async run() {}')).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(await runWork('run: () => 1')).toEqual({ status: 1, stdout: '', stderr: '' });
  });
});

describe('npm test', () => {
  test('runs every suite but those that stand apart', () => {
    expect(planOf([]).map(({ suite }) => suite)).toEqual(suiteNames.filter((name) => !['journeys', 'faults', 'engines'].includes(name)));
  });

  test('finds the suite of a file by its folder', () => {
    expect(planOf(['tests/browser/chrome.test.ts', './tests/unit/money.test.ts', 'tests/unit/dates.test.ts', 'tests/crawl/'])).toEqual([
      { suite: 'unit', files: ['tests/unit/money.test.ts', 'tests/unit/dates.test.ts'] },
      { suite: 'site', files: ['tests/crawl'] },
      { suite: 'browser', files: ['tests/browser/chrome.test.ts'] },
    ]);
  });

  test('knows a suite for every folder of tests', () => {
    const folders = readdirSync('tests', { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.test\.tsx?$/.test(path))
      .map((path) => path.split(/[\\/]/)[0] ?? '');
    expect([...new Set(folders)].sort()).toEqual(Object.keys(suiteOfFolder).sort());
  });

  test.each(['no-such-suite', 'tests/unit/no-such.test.ts', 'tests/support/site.ts', 'scripts/test.ts', 'tests'])('refuses %s', (word) => {
    expect(() => planOf([word])).toThrow(MisuseError);
  });
});
