/** Installs Debian packages that tests need, where this is possible. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Whether packages can be installed without asking anyone. */
export function canInstallPackages(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/**
 * Installs packages and says so.
 * @throws {Error} with the end of apt's output.
 */
export function installPackages(names: readonly string[], why: string): void {
  console.log(`Installing ${names.join(', ')} (${why}) …`);
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (...parameters: string[]) => spawnSync('apt-get', ['-qq', '-y', ...parameters], { env: environment, encoding: 'utf8', timeout: 600_000 });
  run('update');
  const { status, stdout, stderr } = run('install', '--no-install-recommends', ...names);
  if (status !== 0) throw new Error(`apt-get install ${names.join(' ')} failed:\n${`${stdout}${stderr}`.trim().split('\n').slice(-8).join('\n')}`);
}
