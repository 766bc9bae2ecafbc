/** The tree speaks of itself alone: no traces of the machine it was written on, no network address of a registry. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expectNone, filesBelow, linesLike, topmost } from './source-files.ts';

const rootFiles = topmost(/\.(md|json|ts|mjs)$/);
const texts = [
  ...rootFiles.filter(({ path }) => path !== 'package-lock.json'),
  ...filesBelow(['src', 'scripts', 'tests', 'docs', 'public'], /\.(ts|tsx|mjs|astro|md|json|yaml|css|tsv|txt)$/),
];

test('no file mentions a path of the machine it was written on', () => {
  const machinePath = /(?<![\w.})\]-])\/(?:root|home|Users|work|workspace)\/\w/;
  expectNone(
    texts.flatMap((file) => linesLike(file, machinePath)),
    'Say it relative to the project.',
  );
});

test('the lock file names no registry', () => {
  expect(readFileSync('package-lock.json', 'utf8')).not.toMatch(/"resolved":|registry\./);
});

type LockedPackage = {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};

test('the lock file has an entry for every platform, so that npm ci works on each', () => {
  const { packages }: { packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const findings = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !Object.keys(packages).some((other) => other.endsWith(`node_modules/${name}`)))
      .map((name) => `${path}: ${name}`),
  );
  expectNone(
    findings,
    'A registry that lacks these packages leaves them out of the lock. Restore their entries (version, os, cpu, optional), or npm ci refuses to run.',
  );
});

test('every version in package.json is exact', () => {
  const { dependencies, devDependencies }: Record<string, Record<string, string>> = JSON.parse(readFileSync('package.json', 'utf8'));
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(([, version]) => !/^(?:npm:[\w@/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version));
  expectNone(
    loose.map(([name, version]) => `${name}@${version}`),
    'Install it with npm install --save-exact.',
  );
});

/** Whether a package is one of several builds of the same thing, of which a machine takes its own. */
const isForSomePlatform = ({ optional, os, cpu, libc }: LockedPackage): boolean => optional === true && (os ?? cpu ?? libc) !== undefined;

/** Linux on the two common processors, with its usual C library: what servers and pipelines run on. */
const isForServers = ({ os = ['linux'], cpu = ['x64'], libc = ['glibc'] }: LockedPackage): boolean =>
  os.includes('linux') && cpu.includes('x64') && libc.includes('glibc');

test('the lock file has a checksum of everything that a server installs', () => {
  const { packages }: { packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const findings = Object.entries(packages).filter(
    ([path, entry]) => path !== '' && entry.link !== true && entry.integrity === undefined && !(isForSomePlatform(entry) && !isForServers(entry)),
  );
  expectNone(
    findings.map(([path, { version }]) => `${path}@${version}`),
    'Write its integrity into the lock: npm view PACKAGE@VERSION dist.integrity',
  );
});

const git = (...parameters: string[]): string => {
  const { status, stdout } = spawnSync('git', parameters, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : '';
};
/** The last commit before subjects were counted. */
const countedAfter = '13424ebd1ff4fe0d4e1ec8165500d8525b1e5d81';

test.skipIf(git('cat-file', '-t', countedAfter) !== 'commit')('the subject of a commit has at most 72 characters, and a body stands apart from it', () => {
  const commits = git('log', '--no-merges', '--format=%h%x1f%B%x1e', `${countedAfter}..HEAD`).split('\u001e');
  const findings = commits.flatMap((commit) => {
    const [id = '', message = ''] = commit.trim().split('\u001f');
    const [subject = '', next = ''] = message.split('\n');
    if (subject.length > 72) return [`${id}: ${subject.length} characters: ${subject}`];
    return next === '' ? [] : [`${id}: no empty line after: ${subject}`];
  });
  expectNone(findings, 'git commit --amend, or git rebase -i: a plain subject, an empty line, then the why.');
});
