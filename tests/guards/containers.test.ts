/** Dockerfile and compose.yaml say what the program does: commands, ports, settings, health. They are read here, not run. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';
import { z } from 'zod';
import { readConfig } from '#lib/config.ts';
import { fits } from '../../scripts/setup/node.mjs';

const texts = z.record(z.string(), z.string());
const service = z.object({
  image: z.string(),
  build: z.object({ context: z.literal('.'), args: texts }).optional(),
  env_file: z.array(z.object({ path: z.string(), required: z.boolean() })).default([]),
  environment: texts.default({}),
  volumes: z.array(z.string()).default([]),
  secrets: z.array(z.string()).default([]),
  stop_grace_period: z.string().optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  ports: z.array(z.string()).default([]),
  privileged: z.never().optional(),
});
const compose = z
  .object({
    services: z.record(z.string(), service),
    secrets: z.record(z.string(), z.object({ environment: z.string() })),
    volumes: z.record(z.string(), z.null()),
  })
  .parse(load(readFileSync('compose.yaml', 'utf8'), { schema: CORE_SCHEMA.withTags([mergeTag]) }));
const docker = readFileSync('Dockerfile', 'utf8');
const caddy = readFileSync('deploy/Caddyfile', 'utf8');
const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(readFileSync('package.json', 'utf8'));
const nodes = Object.entries(compose.services).filter(([, { build }]) => build);

/** Instructions of one kind, with what follows them. */
const instructions = (kind: string): string[] => [...docker.matchAll(new RegExp(`^${kind} (.+)$`, 'gm'))].map(([, rest = '']) => rest);
/** Variables that the image has. */
const imageEnvironment = Object.fromEntries(
  instructions('ENV').flatMap((line) => [...line.matchAll(/([A-Z_]+)=(\S*)/g)].map(([, name = '', value = '']) => [name, value.startsWith('$') ? '' : value])),
);
/** Compose's `${NAME}`, `${NAME:?why}` and `${NAME:-usual}`, filled in; the last as for an operator who did not give it. */
const filled = (text: string): string =>
  text.replace(/\$\{([A-Z_]+)(?::(?:\?[^}]*|-([^}]*)))?\}/g, (_, name: string, usual: string | undefined) =>
    name === 'DOMAIN' ? 'homes.example.org' : (usual ?? `${name.toLowerCase().replaceAll('_', '')}0123456789`),
  );

test('the image has a Node that fits, runs as nobody special, and starts what npm start starts', () => {
  const [base = ''] = instructions('FROM');
  const [, version = ''] = /^node:(\d+\.\d+\.\d+)-/.exec(base) ?? [];
  expect(fits(version), base).toBe(true);
  expect(instructions('USER')).toEqual(['node']);
  const command = (name: string): string[] => (scripts[name] ?? '').replace(/^(?:[A-Z_]+=\S+ )*exec /, '').split(' ');
  expect(JSON.parse(instructions('CMD').at(-1) ?? '[]')).toEqual(command('start'));
  expect(docker).toContain(command('build').join(' '));
  // Nothing is left to be installed when it starts: packages for making the site are among those that it needs.
  expect(docker.indexOf('NODE_ENV=production')).toBeGreaterThan(docker.indexOf(command('build').join(' ')));
});

/** What the script of npm sets for the program before it starts it. */
const setByScript = Object.fromEntries(
  [...(scripts['start'] ?? '').matchAll(/(?:^|\s)([A-Z_]+)=(\S+)(?=.* exec )/g)].map(([, name = '', value = '']) => [name, value]),
);

test('the image sets what the script of npm sets', () => {
  expect(Object.keys(setByScript).length).toBeGreaterThan(0);
  expect(imageEnvironment).toMatchObject(setByScript);
});

test('what makes the build is given to the image when it is made', () => {
  const source = readFileSync('scripts/setup/build.ts', 'utf8');
  const built = /builtSettings = \[([^\]]*)\]/.exec(source)?.[1]?.match(/[A-Z_]+/g);
  expect(instructions('ARG').map((line) => line.split('=')[0])).toEqual(built);
  for (const [name, { build, environment }] of nodes)
    for (const [setting, value] of Object.entries(build?.args ?? {})) expect(filled(environment[setting] ?? ''), `${name}: ${setting}`).toBe(filled(value));
});

test('every setting of the program reaches every node: by a file that is nobody else’s, or, if it ends up in built pages, by its name', () => {
  const known = [...readFileSync('src/lib/settings.ts', 'utf8').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name = '']) => name);
  expect(known.length).toBeGreaterThan(50);
  for (const [name, { env_file: files, build, environment }] of nodes) {
    expect(files, name).toEqual([{ path: 'settings.env', required: false }]);
    // What the file says of these would not be what the image was made with.
    for (const setting of instructions('ARG').map((line) => line.split('=')[0] ?? '')) {
      expect(build?.args[setting], `${name}: ${setting}`).toBeDefined();
      expect(environment[setting], `${name}: ${setting}`).toBeDefined();
    }
  }
  for (const path of ['.gitignore', '.dockerignore']) expect(readFileSync(path, 'utf8').split('\n'), path).toContain('settings.env');
  const example = /cat > settings\.env <<END\n([\s\S]*?)\nEND/.exec(readFileSync('docs/operations.md', 'utf8'))?.[1] ?? '';
  const named = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, setting = '']) => setting);
  expect(named.length).toBeGreaterThan(1);
  for (const setting of named) {
    expect(known, 'the example of docs/operations.md').toContain(setting);
    expect(nodes[0]?.[1].environment[setting], `compose.yaml goes before ${setting} of settings.env`).toBeUndefined();
  }
});

test('every node has the same settings, which the program knows and can use', () => {
  expect(nodes.length).toBeGreaterThanOrEqual(2);
  const known = new Set([...readFileSync('src/lib/settings.ts', 'utf8').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name]) => name));
  for (const [name, { environment }] of nodes) {
    expect(environment, name).toEqual(nodes[0]?.[1].environment);
    expect(
      Object.keys({ ...imageEnvironment, ...environment }).filter((setting) => setting !== 'NODE_ENV' && !(setting in setByScript) && !known.has(setting)),
      name,
    ).toEqual([]);
    const config = readConfig(Object.fromEntries(Object.entries({ ...imageEnvironment, ...environment }).map(([key, value]) => [key, filled(value)])));
    expect(config).toMatchObject({ host: '0.0.0.0', siteUrl: 'https://homes.example.org', trustedProxies: 1, appSecretFile: '/run/secrets/app_secret' });
    expect(new URL(config.databaseUrl ?? '').hostname in compose.services).toBe(true);
    expect(new URL(config.storage?.endpoint ?? '').hostname in compose.services).toBe(true);
  }
});

test('what one service says of another holds: ports, volumes, secrets, the bucket, time to stop', () => {
  const { PORT: port } = imageEnvironment;
  expect(instructions('EXPOSE')).toEqual([port]);
  const [, upstreams = ''] = /reverse_proxy ([^{]+)\{/.exec(caddy) ?? [];
  expect(upstreams.trim().split(' ')).toEqual(nodes.map(([name]) => `${name}:${port}`));
  for (const path of [/health_uri (\S+)/.exec(caddy)?.[1], /(\/livez)/.exec(docker)?.[1]])
    expect(readFileSync('src/server/health.ts', 'utf8')).toContain(`case '${path}':`);
  const { database, storage, bucket } = compose.services;
  const { environment: settings } = nodes[0]?.[1] ?? expect.unreachable('no node');
  const url = new URL(filled(settings['DATABASE_URL'] ?? ''));
  expect([url.username, url.password, url.pathname.slice(1)]).toEqual(
    ['USER', 'PASSWORD', 'DB'].map((part) => filled(database?.environment[`POSTGRES_${part}`] ?? '')),
  );
  expect([settings['STORAGE_KEY_ID'], filled(settings['STORAGE_SECRET'] ?? '')]).toEqual([
    storage?.environment['ROOT_ACCESS_KEY'],
    filled(storage?.environment['ROOT_SECRET_KEY'] ?? ''),
  ]);
  expect(JSON.stringify(bucket)).toContain(storage?.volumes[0]?.split(':')[0]);
  expect(readFileSync('compose.yaml', 'utf8')).toContain(`/buckets/${settings['STORAGE_URL']?.replace('s3://', '')}'`);
  for (const [name, { volumes, secrets, depends_on, stop_grace_period: grace }] of Object.entries(compose.services)) {
    for (const from of volumes.map((one) => one.split(':')[0] ?? '').filter((one) => !one.startsWith('.')))
      expect(Object.keys(compose.volumes), name).toContain(from);
    for (const one of secrets) expect(Object.keys(compose.secrets), name).toContain(one);
    for (const one of Object.keys(depends_on)) expect(Object.keys(compose.services), name).toContain(one);
    if (grace) expect(Number.parseInt(grace, 10)).toBeGreaterThan(Number(settings['DRAIN_SECONDS']) + 14);
  }
});

test('images are named by version, only the proxy is reached from outside, and nothing of this machine gets into the image', () => {
  for (const [name, { image, ports, build }] of Object.entries(compose.services)) {
    if (!build) expect(image, name).toMatch(/:v?\d+\.\d+/);
    expect(ports.length > 0, name).toBe(name === 'proxy');
  }
  const ignored = (path: string): string[] =>
    readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => line.replace(/\/$/, ''));
  const left = new Set(ignored('.dockerignore'));
  expect(['.git', '.env', ...ignored('.gitignore')].filter((path) => !left.has(path))).toEqual([]);
});
