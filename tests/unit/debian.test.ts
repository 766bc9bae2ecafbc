/** Packages for tests: what is tried again, what is waited for, and when it is given up. No package manager takes part. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { ensure, installPackages, nextStep, provide, thisMachine } from '../support/debian.ts';
import type { Ended, Machine, Need, Progress } from '../support/debian.ts';
import { needsOf } from '../support/prepare.ts';

const minutes = 60_000;

const heldFrontend =
  'E: Could not get lock /var/lib/dpkg/lock-frontend. It is held by process 412 (unattended-upgr)\n' +
  'N: Be aware that removing the lock file is not a solution and may break your system.\n' +
  'E: Unable to acquire the dpkg frontend lock (/var/lib/dpkg/lock-frontend), is another process using it?';
const heldLists = 'E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)\nE: Unable to lock directory /var/lib/apt/lists/';
const staleLists = 'E: Failed to fetch http://mirror/chromium_1.deb  404  Not Found\nE: Unable to fetch some archives, maybe run apt-get update?';
const noNetwork = "W: Failed to fetch http://mirror/InRelease  Temporary failure resolving 'mirror'\nE: Unable to locate package postgresql";
const wasInterrupted = "E: dpkg was interrupted, you must manually run 'dpkg --configure -a' to correct the problem.";

const failed = (output: string): Ended => ({ status: 100, signal: null, output });
const done: Ended = { status: 0, signal: null, output: '' };

test.each<[string, Ended, Partial<Progress>, ReturnType<typeof nextStep>]>([
  ['all went well', done, {}, { do: 'finish' }],
  ['all went well on the last try', done, { failures: 2 }, { do: 'finish' }],
  ['updates hold the lock', failed(heldFrontend), {}, { do: 'wait', pause: 3_000, holder: 'process 412 (unattended-upgr)' }],
  ['the lists are being fetched', failed(heldLists), {}, { do: 'wait', pause: 3_000, holder: 'process 7 (apt-get)' }],
  [
    'an older apt names nobody',
    failed('E: Could not get lock /var/lib/dpkg/lock - open (11: Resource temporarily unavailable)'),
    {},
    { do: 'wait', pause: 3_000, holder: 'another program' },
  ],
  [
    'apt itself waited, and names nobody',
    failed('E: Unable to acquire the dpkg frontend lock (/var/lib/dpkg/lock-frontend), is another process using it?'),
    {},
    { do: 'wait', pause: 3_000, holder: 'another program' },
  ],
  [
    'dpkg itself is locked',
    failed('dpkg: error: dpkg frontend lock was locked by another process with pid 99'),
    {},
    { do: 'wait', pause: 3_000, holder: 'process 99' },
  ],
  [
    'others failed before, and now a lock is held',
    failed(heldFrontend),
    { failures: 2 },
    { do: 'wait', pause: 3_000, holder: 'process 412 (unattended-upgr)' },
  ],
  ['a lock is held for nearly ten minutes', failed(heldLists), { waited: 10 * minutes - 1 }, { do: 'wait', pause: 3_000, holder: 'process 7 (apt-get)' }],
  ['a lock is held for ten minutes', failed(heldLists), { waited: 10 * minutes }, { do: 'give up' }],
  [
    'locks are for others than us',
    failed('E: Could not open lock file /var/lib/apt/lists/lock - open (13: Permission denied)\nE: Unable to lock directory /var/lib/apt/lists/'),
    {},
    { do: 'retry', pause: 10_000 },
  ],
  ['an installation was cut off', failed(wasInterrupted), {}, { do: 'repair' }],
  ['an installation is cut off for good', failed(wasInterrupted), { failures: 2 }, { do: 'give up' }],
  ['the lists are old', failed(staleLists), {}, { do: 'retry', pause: 10_000 }],
  ['the lists are old a second time', failed(staleLists), { failures: 1 }, { do: 'retry', pause: 10_000 }],
  ['the lists are old a third time', failed(staleLists), { failures: 2 }, { do: 'give up' }],
  ['there is no network and so no list', failed(noNetwork), {}, { do: 'retry', pause: 10_000 }],
  [
    'a source fails for good, and the others lack a package',
    failed(noNetwork),
    { failures: 2, names: ['postgresql'] },
    { do: 'replace', names: ['postgresql'] },
  ],
  ['a package is unknown', failed('E: Unable to locate package chromium'), { names: ['a', 'chromium'] }, { do: 'replace', names: ['chromium'] }],
  ['a package is a name alone', failed("E: Package 'chromium' has no installation candidate"), { names: ['chromium'] }, { do: 'replace', names: ['chromium'] }],
  ['a package that nobody asked for is unknown', failed('E: Unable to locate package libfoo'), { names: ['chromium'] }, { do: 'retry', pause: 10_000 }],
  ['somebody pressed Ctrl-C', { status: null, signal: 'SIGINT', output: '' }, {}, { do: 'give up' }],
  ['it took too long', { status: null, signal: 'SIGTERM', output: '' }, {}, { do: 'retry', pause: 10_000 }],
])('the next step when %s', (_, ended, before, step) => {
  expect(nextStep(ended, { failures: 0, waited: 0, names: [], ...before })).toEqual(step);
});

/** A machine whose programs end as listed, one after the other, and whose clock moves only while somebody sleeps. */
function machineOf(answers: Iterable<Ended>): Machine & { readonly ran: string[]; readonly said: string[] } {
  const left = answers[Symbol.iterator]();
  const [ran, said]: [string[], string[]] = [[], []];
  let clock = 0;
  return {
    installs: true,
    ran,
    said,
    run(program, parameters) {
      ran.push([program, ...parameters].join(' '));
      return left.next().value ?? done;
    },
    sleep: (duration) => void (clock += duration),
    now: () => clock,
    say: (line) => void said.push(line),
  };
}

/** What was run, without the settings that each call has. */
const steps = (ran: readonly string[]): string[] => ran.map((line) => line.replaceAll(/ -qq -y| -o (?:Acquire|Dpkg)\S+/g, ''));
const settings = (timeout: number): string => `-o DPkg::Lock::Timeout=${timeout}`;

test('packages of several needs are installed by one call, and one line says what and why', () => {
  const machine = machineOf([]);
  const wanted = [
    { packages: ['chromium-headless-shell | chromium'], why: 'tests need a browser' },
    { packages: ['fontconfig', 'fonts-noto-cjk'], why: 'pages need a font' },
  ];
  expect(installPackages(wanted, machine)).toEqual([]);
  expect(machine.said).toEqual(['Installing chromium-headless-shell (tests need a browser), fontconfig and fonts-noto-cjk (pages need a font) …']);
  expect(steps(machine.ran)).toEqual([
    `apt-get ${settings(0)} update`,
    `apt-get ${settings(0)} install --no-install-recommends chromium-headless-shell fontconfig fonts-noto-cjk`,
  ]);
});

test('whom it waits for is said once, apt waits from then on, and the lists are fetched once', () => {
  const machine = machineOf([failed(heldLists), failed(heldLists), done, failed(heldFrontend), done]);
  installPackages([{ packages: ['postgresql'], why: 'tests' }], machine);
  expect(machine.said).toEqual([
    'Installing postgresql (tests) …',
    'Waiting for process 7 (apt-get), which uses the package manager; for 10 minutes at most …',
  ]);
  expect(steps(machine.ran)).toEqual([
    `apt-get ${settings(0)} update`,
    `apt-get ${settings(597)} update`,
    `apt-get ${settings(594)} update`,
    `apt-get ${settings(594)} install --no-install-recommends postgresql`,
    `apt-get ${settings(591)} install --no-install-recommends postgresql`,
  ]);
});

test('after ten minutes of a held lock it gives up, with what apt says and what to run', () => {
  const machine = machineOf({
    *[Symbol.iterator]() {
      for (;;) yield failed(heldLists);
    },
  });
  expect(() => installPackages([{ packages: ['postgresql', 'fontconfig'], why: 'tests' }], machine)).toThrow(
    `Installing postgresql, fontconfig failed. The package manager says:\n${heldLists}\n` +
      'Run this by hand, then start again: apt-get update && apt-get install -y --no-install-recommends postgresql fontconfig',
  );
  expect(machine.now()).toBe(10 * minutes);
});

test('what the network spoils is tried three times, each with fresh lists', () => {
  const machine = machineOf([done, failed(staleLists), done, failed(staleLists)]);
  installPackages([{ packages: ['postgresql'], why: 'tests' }], machine);
  expect(steps(machine.ran).map((line) => line.split(' ')[3])).toEqual(['update', 'install', 'update', 'install', 'update', 'install']);
  const offline = machineOf([done, failed(staleLists), done, failed(staleLists), done, failed(staleLists)]);
  expect(() => installPackages([{ packages: ['postgresql'], why: 'tests' }], offline)).toThrow('404  Not Found');
  expect(offline.ran).toHaveLength(6);
});

test('an installation that was cut off is finished first, and is part of what to run by hand', () => {
  const machine = machineOf([done, failed(wasInterrupted)]);
  installPackages([{ packages: ['postgresql'], why: 'tests' }], machine);
  expect(steps(machine.ran).slice(2)).toEqual([
    'dpkg --force-confdef --force-confold --configure -a',
    `apt-get ${settings(0)} install --no-install-recommends postgresql`,
  ]);
  const broken = machineOf([done, failed(wasInterrupted), done, failed(wasInterrupted), done, failed(wasInterrupted)]);
  expect(() => installPackages([{ packages: ['postgresql'], why: 'tests' }], broken)).toThrow('start again: dpkg --configure -a && apt-get update');
});

test('another package takes the place of one that no source has, and one without another is named', () => {
  const machine = machineOf([done, failed('E: Unable to locate package a\nE: Unable to locate package c'), done]);
  expect(installPackages([{ packages: ['a | b', 'c', 'd'], why: 'tests' }], machine)).toEqual(['c']);
  expect(machine.ran.at(-1)).toMatch(/ install --no-install-recommends b d$/);
  const without = machineOf([done, failed('E: Unable to locate package a')]);
  expect(installPackages([{ packages: ['a'], why: 'tests' }], without)).toEqual(['a']);
  expect(without.ran).toHaveLength(2);
});

/** A need that a number of installations meets. */
function needOf(name: string, met: () => boolean, more: Partial<Need> = {}): Need {
  return { why: name, missing: () => (met() ? [] : [name]), help: () => `Install ${name}.`, ...more };
}

test('what is there is not installed again', () => {
  const machine = machineOf([]);
  expect(provide([needOf('a', () => true)], machine)).toEqual([]);
  expect([machine.ran, machine.said]).toEqual([[], []]);
});

test('what packages do not bring is fetched otherwise, and what nothing brings is an error or a warning', () => {
  const machine = { ...machineOf([]), installs: false };
  let fetched = false;
  const otherwise = (): void => void (fetched = true);
  ensure([needOf('a', () => fetched, { otherwise }), needOf('font', () => false, { optional: true })], machine);
  expect([machine.ran, machine.said]).toEqual([[], ['Install font.']]);
  expect(() => ensure([needOf('b', () => false), needOf('c', () => false)], machine)).toThrow('Install b.\nInstall c.');
});

test('suites say what they need, and a named database takes the place of one', () => {
  const needs = (...suites: readonly string[]): string[] => needsOf(new Set(suites)).map(({ why }) => why);
  vi.stubEnv('TEST_DATABASE_URL', '');
  expect(needs('check', 'unit', 'integration', 'build')).toEqual([]);
  expect(needs('browser')).toEqual(needs('journeys'));
  expect(needs('integration-postgres')).toHaveLength(1);
  expect(needs('site', 'faults', 'integration-postgres')).toHaveLength(1);
  vi.stubEnv('TEST_DATABASE_URL', 'postgres://localhost/named');
  expect([needs('integration-postgres'), needs('site')]).toEqual([[], needs('faults')]);
});

test.skipIf(process.platform === 'win32')('apt-get is run for people who answer no questions, in English, and its lock is waited for', () => {
  const folder = mkdtempSync(join(tmpdir(), 'loftling-apt-'));
  // It holds a lock until it was asked twice.
  const script = `#!/bin/sh
echo "$LC_ALL $DEBIAN_FRONTEND $@" >> "${folder}/asked"
[ "$(grep -c . "${folder}/asked")" -gt 2 ] && exit 0
echo 'E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)' >&2
exit 100
`;
  writeFileSync(join(folder, 'apt-get'), script, { mode: 0o755 });
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH'] ?? ''}`);
  const said: string[] = [];
  installPackages([{ packages: ['postgresql'], why: 'tests' }], { ...thisMachine, sleep: () => undefined, say: (line) => void said.push(line) });
  const asked = readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n');
  expect(asked.map((line) => line.replaceAll(/ -o \S+/g, ''))).toEqual([
    'C noninteractive -qq -y update',
    'C noninteractive -qq -y update',
    'C noninteractive -qq -y update',
    'C noninteractive -qq -y install --no-install-recommends postgresql',
  ]);
  expect(said[1]).toContain('Waiting for process 7 (apt-get)');
});
