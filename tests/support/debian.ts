/**
 * Installs Debian packages that tests need. It waits while others use the package manager, as updates on a new machine do,
 * and tries again what the network or old lists have spoiled.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const seconds = 1_000;
const minutes = 60 * seconds;

/** The longest wait for the package manager's lock. */
const patience = 10 * minutes;
/** Between two looks at a lock that apt does not wait for itself. */
const lockPause = 3 * seconds;
/** How often anything but a lock may fail. */
const tries = 3;
const retryPause = 10 * seconds;
/** A program that takes longer than this hangs. */
const longestRun = 30 * minutes;
/** In characters: packages say a line each. */
const longestOutput = 64 * 1024 * 1024;
const lastLines = 8;

/** How a program ended, and both its streams as one text. */
export type Ended = { readonly status: number | null; readonly signal: NodeJS.Signals | null; readonly output: string };

/** The machine that packages are installed on. Tests have one of their own. */
export type Machine = {
  /** Whether packages can be installed without asking anyone. */
  readonly installs: boolean;
  run(program: string, parameters: readonly string[]): Ended;
  /** @param duration in milliseconds. */
  sleep(duration: number): void;
  /** Milliseconds since some moment. */
  now(): number;
  say(line: string): void;
};

export const thisMachine: Machine = {
  installs: process.getuid?.() === 0 && existsSync('/usr/bin/apt-get'),
  run(program, parameters) {
    // What apt says about locks is recognised by its English words.
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
    const { status, signal, stdout, stderr, error } = spawnSync(program, parameters, { env, encoding: 'utf8', timeout: longestRun, maxBuffer: longestOutput });
    return { status, signal, output: [stdout, stderr, error?.message].filter(Boolean).join('\n') };
  },
  sleep: (duration) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, duration),
  now: () => performance.now(),
  // Reports and tables of commands have the other stream to themselves.
  say: (line) => console.error(line),
};

/** What happened before an attempt: what failed but for locks, the milliseconds of waiting for a lock, and the packages asked for. */
export type Progress = { readonly failures: number; readonly waited: number; readonly names: readonly string[] };

export type Step =
  | { readonly do: 'finish' }
  | { readonly do: 'wait'; readonly pause: number; readonly holder: string }
  | { readonly do: 'repair' }
  | { readonly do: 'replace'; readonly names: readonly string[] }
  | { readonly do: 'retry'; readonly pause: number }
  | { readonly do: 'give up' };

const lockMessage =
  /could not get lock|unable to acquire the dpkg frontend lock|unable to lock (?:directory|the download directory|the administration directory)|is held by process|locked by another process/i;
/** These come with messages about locks too, but nobody holds one. */
const forbiddenLock = /could not open lock file|are you root/i;
const interrupted = /dpkg was interrupted/i;
const listsMissing = /failed to fetch|index files failed|could not resolve|temporary failure/i;

const isLocked = ({ status, output }: Ended): boolean => status !== 0 && lockMessage.test(output) && !forbiddenLock.test(output);

/** Who holds the lock, as apt names them. */
function holderOf(output: string): string {
  const [, id, program] = /(?:held by process|another process with pid) (\d+)(?: \(([^)]*)\))?/i.exec(output) ?? [];
  return id ? `process ${id}${program ? ` (${program})` : ''}` : 'another program';
}

/** Those of the names that apt knows no package for. */
function unknownAmong(names: readonly string[], output: string): string[] {
  const unknown = [...output.matchAll(/unable to locate package (\S+)|package '?([^\s']+)'? has no installation candidate/gi)];
  return names.filter((name) => unknown.some((match) => match[1] === name || match[2] === name));
}

/** What to do after an attempt. `finish` when it installed everything. */
export function nextStep(ended: Ended, { failures, waited, names }: Progress): Step {
  const { status, signal, output } = ended;
  if (status === 0) return { do: 'finish' };
  // Somebody pressed Ctrl-C.
  if (signal === 'SIGINT') return { do: 'give up' };
  if (isLocked(ended)) return waited < patience ? { do: 'wait', pause: lockPause, holder: holderOf(output) } : { do: 'give up' };
  const isLast = failures + 1 >= tries;
  if (interrupted.test(output)) return isLast ? { do: 'give up' } : { do: 'repair' };
  const unknown = unknownAmong(names, output);
  // Without fresh lists, apt may not know what there is: those are fetched again first.
  if (unknown.length > 0 && (isLast || !listsMissing.test(output))) return { do: 'replace', names: unknown };
  return isLast ? { do: 'give up' } : { do: 'retry', pause: retryPause };
}

/** Packages that are missing, and what for, as a part of a line: `pages need a font`. In `a | b`, b is installed where no source has a. */
export type Wanted = { readonly packages: readonly string[]; readonly why: string };

function refusal(names: readonly string[], output: string): Error {
  const end = output.trim().split(/\n+/).slice(-lastLines).join('\n');
  const repair = interrupted.test(output) ? 'dpkg --configure -a && ' : '';
  return new Error(
    `Installing ${names.join(', ')} failed. The package manager says:\n${end}\n` +
      `Run this by hand, then start again: ${repair}apt-get update && apt-get install -y --no-install-recommends ${names.join(' ')}`,
  );
}

/**
 * Installs packages by one call of apt-get, and says in one line what and why. Waits up to 10 minutes for the package manager's
 * lock, and tries three times what fails for another reason.
 * @returns the packages that no source has; the others are installed.
 * @throws {Error} with the end of apt's output, and the command to run by hand.
 */
export function installPackages(wanted: readonly Wanted[], machine: Machine = thisMachine): readonly string[] {
  machine.say(`Installing ${wanted.map(({ packages, why }) => `${packages.map((name) => name.split(' | ')[0]).join(' and ')} (${why})`).join(', ')} …`);
  /** For each package what can take its place, itself first. */
  let asked = wanted.flatMap(({ packages }) => packages.map((name) => name.split(' | ')));
  const nowhere: string[] = [];
  let failures = 0;
  let listsAreFresh = false;
  let waitsSince: number | undefined;
  const waited = (): number => (waitsSince === undefined ? 0 : machine.now() - waitsSince);
  const apt = (...parameters: string[]): Ended => {
    // At first apt does not wait, so that people read for whom we do.
    const timeout = waitsSince === undefined ? 0 : Math.max(0, Math.ceil((patience - waited()) / seconds));
    const settings = [`DPkg::Lock::Timeout=${timeout}`, 'Acquire::Retries=3', 'Dpkg::Use-Pty=0'].flatMap((setting) => ['-o', setting]);
    return machine.run('apt-get', ['-qq', '-y', ...settings, ...parameters]);
  };
  const attempt = (names: readonly string[]): Ended => {
    const lists = listsAreFresh ? { status: 0, signal: null, output: '' } : apt('update');
    if (isLocked(lists) || lists.signal === 'SIGINT') return lists;
    listsAreFresh = lists.status === 0 && !listsMissing.test(lists.output);
    // Of several sources one may fail that has nothing to do with these packages.
    const packages = apt('install', '--no-install-recommends', ...names);
    return { ...packages, output: `${lists.output}\n${packages.output}` };
  };
  while (asked.length > 0) {
    const names = asked.flatMap((alternatives) => alternatives.slice(0, 1));
    const ended = attempt(names);
    const step = nextStep(ended, { failures, waited: waited(), names });
    if (step.do === 'finish') break;
    if (step.do === 'give up') throw refusal(names, ended.output);
    if (step.do === 'wait') {
      if (waitsSince === undefined) machine.say(`Waiting for ${step.holder}, which uses the package manager; for ${patience / minutes} minutes at most …`);
      waitsSince ??= machine.now();
      machine.sleep(step.pause);
    } else if (step.do === 'replace') {
      nowhere.push(...asked.filter(({ length }) => length === 1).flatMap(([name = '']) => (step.names.includes(name) ? [name] : [])));
      asked = asked.map((alternatives) => alternatives.slice(step.names.includes(alternatives[0] ?? '') ? 1 : 0)).filter(({ length }) => length > 0);
      machine.say(`No package source has ${step.names.join(', ')}.`);
    } else {
      failures += 1;
      if (step.do === 'repair') {
        machine.say('Finishing an installation that was interrupted (dpkg --configure -a) …');
        machine.run('dpkg', ['--force-confdef', '--force-confold', '--configure', '-a']);
      } else {
        machine.say(`That failed; trying again in ${step.pause / seconds} seconds …`);
        listsAreFresh = false;
        machine.sleep(step.pause);
      }
    }
    if (step.do !== 'wait') waitsSince = undefined;
  }
  return nowhere;
}

/** Something that tests need of the machine. */
export type Need = {
  /** What for, as a part of a line: `browser tests need a browser`. */
  readonly why: string;
  /** Packages that would bring what the machine lacks, as in `Wanted`; none when it lacks nothing. */
  missing(): readonly string[];
  /** Gets it where packages cannot be installed, or do not have it. */
  otherwise?(): void;
  /** What people read where it is missing for good: what to install. */
  help(): string;
  /** Tests run without it, too. */
  readonly optional?: true;
};

/**
 * Installs what is missing, all of it at once.
 * @returns what is missing still.
 * @throws {Error} when installing fails.
 */
export function provide(needs: readonly Need[], machine: Machine = thisMachine): readonly Need[] {
  const lacking = (): readonly Need[] => needs.filter((need) => need.missing().length > 0);
  const wanted = lacking();
  if (wanted.length === 0) return [];
  if (machine.installs)
    installPackages(
      wanted.map((need) => ({ packages: need.missing(), why: need.why })),
      machine,
    );
  for (const need of lacking()) need.otherwise?.();
  return lacking();
}

/**
 * Installs what is missing, and warns of what tests can do without.
 * @throws {Error} that says what to install.
 */
export function ensure(needs: readonly Need[], machine: Machine = thisMachine): void {
  const left = provide(needs, machine);
  const [missing, warnings] = [left.filter(({ optional }) => !optional), left.filter(({ optional }) => optional)];
  for (const need of warnings) machine.say(need.help());
  if (missing.length > 0) throw new Error(missing.map((need) => need.help()).join('\n'));
}
