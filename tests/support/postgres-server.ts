/**
 * A Postgres of its own for tests and benchmarks: a fresh cluster in a temporary folder, on a free loopback
 * port, without fsync. It ends with the process that started it, however that process ends.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { ensure } from './debian.ts';
import type { Need } from './debian.ts';
import { freePort } from './free-port.ts';

const oldestMajor = 15;

function foldersOfBinaries(): string[] {
  const versions = '/usr/lib/postgresql';
  const debian = existsSync(versions)
    ? readdirSync(versions)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(versions, version, 'bin'))
    : [];
  const config = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  const homebrew = ['/opt/homebrew/opt', '/usr/local/opt'].flatMap((root) =>
    existsSync(root)
      ? readdirSync(root)
          .filter((name) => name.startsWith('postgresql'))
          .map((name) => join(root, name, 'bin'))
      : [],
  );
  return [...(config.status === 0 ? [config.stdout.trim()] : []), ...debian, ...homebrew, ...(process.env['PATH'] ?? '').split(delimiter)];
}

function findBinaries(): string | undefined {
  return foldersOfBinaries().find((folder) => {
    if (!existsSync(join(folder, 'initdb'))) return false;
    const version = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
    return version.status === 0 && Number(/(\d+)(?:\.|\D*$)/.exec(version.stdout)?.[1]) >= oldestMajor;
  });
}

export const postgresNeed: Need = {
  why: 'integration tests run on Postgres too',
  missing: () => (findBinaries() ? [] : ['postgresql']),
  help: () =>
    `These tests need Postgres ${oldestMajor} or newer (initdb and postgres), and none was found.\n` +
    'Install it (Debian: apt-get install postgresql; macOS: brew install postgresql), or name a running server in TEST_DATABASE_URL.',
};

/**
 * Sees to a Postgres.
 * @returns the folder of its programs.
 * @throws {Error} that says what to install.
 */
export function ensurePostgres(): string {
  const found = findBinaries();
  if (found) return found;
  ensure([postgresNeed]);
  const installed = findBinaries();
  if (!installed) throw new Error(postgresNeed.help());
  return installed;
}

/** Postgres refuses to run as root; then an account without rights runs it. */
function unprivileged(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const account = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody');
  if (!account)
    throw new Error(
      'Postgres refuses to run as root, and there is neither an account "postgres" nor "nobody" to run it. Run the tests as another user, or set TEST_DATABASE_URL.',
    );
  return { uid: Number(account[2]), gid: Number(account[3]) };
}

/** Waits until the server answers, or ends. */
async function answering(url: string, ended: () => string | undefined): Promise<void> {
  for (const until = Date.now() + 60_000; Date.now() < until; await wait(100)) {
    const output = ended();
    if (output !== undefined) throw new Error(`Postgres ended at once:\n${output}`);
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await client.end().catch(() => undefined);
    }
  }
  throw new Error('Postgres did not answer within 60 s.');
}

export type Postgres = {
  readonly url: string;
  readonly version: string;
  /** What the server has logged so far. */
  log(): string;
  /** Ends it as a power cut would, and starts it again. What was acknowledged is there only with `synchronous_commit` on. */
  restart(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts a Postgres.
 * @param more settings of its configuration beside those that make it quick and forgetful.
 * @throws {Error} that says what to install.
 */
export async function startPostgres(more: Readonly<Record<string, string>> = {}): Promise<Postgres> {
  const bin = ensurePostgres();
  const account = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), 'loftling-postgres-'));
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  const password = randomBytes(12).toString('hex');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) for (const path of [folder, passwordFile]) chownSync(path, account.uid, account.gid);
  const as = { ...account, cwd: folder };
  try {
    execFileSync(
      join(bin, 'initdb'),
      ['-D', data, '-U', 'loftling', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8', '--locale=C', '--no-sync'],
      { ...as, stdio: 'pipe' },
    );
    const port = await freePort();
    const settings = {
      port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: folder,
      max_connections: 100,
      shared_buffers: '256MB',
      log_min_messages: 'fatal',
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      ...more,
    };
    // The shell outlives us by a moment: when our end of its input closes, it stops the server and clears the folder. The
    // server that ends while a file says so is started again.
    const stop = '(cat >/dev/null; while [ -d "$FOLDER" ]; do kill -INT "$(head -n 1 "$FOLDER/data/postmaster.pid")"; sleep 0.2; done) <&3 2>/dev/null &';
    const serve = 'while "$@" </dev/null; [ -e "$FOLDER/again" ]; do rm "$FOLDER/again"; done';
    const script = `${stop} ${serve}; cd /; rm -rf "$FOLDER"`;
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const shell = spawn('sh', ['-c', `exec 3<&0; ${script}`, 'sh', join(bin, 'postgres'), '-D', data, ...options], {
      ...as,
      env: { ...process.env, FOLDER: folder },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    });
    const output: string[] = [];
    for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk: Buffer) => void output.push(chunk.toString()));
    const exit = new Promise<void>((resolve) => void shell.on('exit', () => resolve()));
    const url = `postgres://loftling:${password}@127.0.0.1:${port}/postgres`;
    await answering(url, () => (shell.exitCode === null ? undefined : output.join('')));
    return {
      url,
      log: () => output.join(''),
      async restart() {
        writeFileSync(join(folder, 'again'), '');
        const idFile = join(data, 'postmaster.pid');
        const idOf = (): string => {
          try {
            return readFileSync(idFile, 'utf8').split('\n')[0] ?? '';
          } catch {
            // Between the end of one and the start of the next.
            return '';
          }
        };
        const former = idOf();
        // At once, without waiting for anybody and without writing anything down.
        process.kill(Number(former), 'SIGQUIT');
        for (const until = Date.now() + 60_000; ['', former].includes(idOf()); await wait(20)) {
          if (Date.now() > until) throw new Error(`Postgres did not start again within 60 s:\n${output.join('')}`);
        }
        await answering(url, () => (shell.exitCode === null && shell.signalCode === null ? undefined : output.join('')));
      },
      version: execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).trim(),
      async stop() {
        shell.stdin.end();
        await exit;
      },
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
