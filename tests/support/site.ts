/**
 * The real site for tests: built if anything changed, on a free loopback port, over a copy of a data folder that was
 * seeded once.
 * It ends with the process that started it, however that process ends.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtFolder } from '#server/builds.ts';
import { freePort } from './free-port.ts';

export type Site = {
  readonly baseUrl: string;
  readonly dataDir: string;
  /** Of the server's process. */
  readonly pid: number;
  /** What the server has printed so far. */
  output(): string;
  stop(signal?: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<{ code: number | null }>;
};

const cache = '.data/test';
/** Homes in the seeded folder: enough for several pages of a list, filters and empty corners. */
const homes = 600;
/** What the seeded data is made from. */
const seedInputs = [
  'scripts/seed.ts',
  'src/lib/db',
  'src/lib/sample',
  'src/lib/features/catalogue',
  'src/lib/features/rates',
  'src/content/places',
  'src/content/sample',
];

/** Seeded homes have move-in dates and ages, so yesterday's are not today's. */
function seedKey(): string {
  const hash = createHash('sha256').update(`${homes} ${new Date().toISOString().slice(0, 10)}`);
  for (const input of seedInputs) {
    if (!existsSync(input)) continue;
    const files = input.endsWith('.ts')
      ? [input]
      : readdirSync(input, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name));
    for (const file of files.sort()) hash.update(file).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}

/** The seeded data folder, made when there is none for the present seed. */
export function seededFolder(): string {
  const folder = join(cache, `seeded-${seedKey()}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  for (const old of readdirSync(cache)) rmSync(join(cache, old), { recursive: true, force: true });
  const fresh = mkdtempSync(join(cache, 'being-seeded-'));
  const seed = spawnSync(process.execPath, ['scripts/seed.ts', '--houses', String(homes)], {
    env: { ...process.env, DATA_DIR: fresh, DATABASE_URL: '', NODE_ENV: 'test' },
    encoding: 'utf8',
  });
  if (seed.status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    throw new Error(`The data of the tests could not be seeded:\n${seed.stdout}${seed.stderr}`);
  }
  renameSync(fresh, folder);
  return folder;
}

/** Builds if anything changed, once for all sites of this process: they serve this build, whatever is built meanwhile. @returns its folder. */
let built: string | undefined;
export function ensureBuilt(): string {
  if (built !== undefined) return built;
  const build = spawnSync(process.execPath, ['scripts/run.mjs', 'build'], { encoding: 'utf8' });
  if (build.status !== 0) throw new Error(`The site could not be built:\n${build.stdout}${build.stderr}`);
  built = builtFolder(process.env['BUILD_DIR'] ?? 'dist');
  if (built === undefined) throw new Error(`The build left nothing:\n${build.stdout}${build.stderr}`);
  return built;
}

/**
 * Starts the site.
 * @param environment settings beyond those of a test site.
 * @param folder data folder to use as it is; a copy of the seeded one otherwise.
 * @param flags of Node.
 */
export async function startSite(environment: Readonly<Record<string, string>> = {}, folder?: string, flags: readonly string[] = []): Promise<Site> {
  const data = folder ?? mkdtempSync(join(tmpdir(), 'loftling-site-'));
  if (folder === undefined && !environment['DATABASE_URL']) cpSync(seededFolder(), data, { recursive: true });
  const buildDir = ensureBuilt();
  const port = await freePort();
  const server = spawn(process.execPath, [...flags, '--import', './tests/support/end-with-parent.ts', 'server.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: data,
      BUILD_DIR: buildDir,
      DATABASE_URL: '',
      SAMPLE_CATALOGUE: 'off',
      EXPOSE_QUERY_COUNT: 'on',
      LOG_LEVEL: 'warn',
      // Tests write faster than people.
      FORM_SECONDS: '0',
      // Stand-ins for third parties are tried where a test says so.
      SIGN_IN_TRIAL: 'off',
      // No test asks a service of the world for its maps.
      TILES_URL: 'off',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  const exited = new Promise<number | null>((resolve) => void server.once('exit', resolve));
  const baseUrl = await new Promise<string>((resolve, reject) => {
    for (const stream of [server.stdout, server.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        const address = /ready at (http:\/\/\S+)/.exec(output)?.[1];
        if (address) resolve(address);
      });
    }
    server.once('exit', (code) => reject(new Error(`The site did not start (status ${code}):\n${output}`)));
  });
  return {
    baseUrl,
    dataDir: data,
    pid: server.pid ?? 0,
    output: () => output,
    async stop(signal = 'SIGTERM') {
      server.kill(signal);
      const code = await exited;
      if (folder === undefined) rmSync(data, { recursive: true, force: true });
      return { code };
    },
  };
}
