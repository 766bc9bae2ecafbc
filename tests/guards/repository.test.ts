/** The tree speaks of itself alone: no traces of the machine it was written on, no network address of a registry. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expectNone, filesBelow, linesLike } from './source-files.ts';

const rootFiles = filesBelow(['.'], /\.(md|json|ts|mjs)$/).filter(({ path }) => !path.includes('/'));
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

type LockedPackage = { readonly version?: string; readonly optionalDependencies?: Readonly<Record<string, string>> };

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
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version));
  expectNone(
    loose.map(([name, version]) => `${name}@${version}`),
    'Install it with npm install --save-exact.',
  );
});
