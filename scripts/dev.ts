/** `npm run dev`: the site with the code as it is saved. Astro renders; all else answers as in production (`src/server/dev.ts`). */
import { readFileSync } from 'node:fs';
import { command } from './command.ts';

await command({
  name: 'npm run dev',
  says: 'Serves the whole site while you write it: pages and calls answer from the files as they are saved.',
  options: {
    port: { value: 'PORT', says: 'where to listen; the setting PORT unless given, and 4321 without' },
    host: { value: 'ADDRESS', says: 'whom to listen to; the setting HOST unless given, and 127.0.0.1 without' },
  },
  examples: ['npm run dev', 'npm run dev -- --port 5000', 'PORT=5000 npm run dev'],
  endsItself: true,
  async run({ options }) {
    await import('#lib/private-files.ts');
    // Without this it hides in the background when it believes that a program started it.
    Object.assign(process.env, { ASTRO_DEV_BACKGROUND: '0', ASTRO_TELEMETRY_DISABLED: '1' });
    const [{ dev }, { pino }, { readConfig }, { openDatabase }, { devIntegration }, { isLoopbackName }] = await Promise.all([
      import('astro'),
      import('pino'),
      import('#lib/config.ts'),
      import('#lib/db/database.ts'),
      import('#server/dev.ts'),
      import('#lib/site-origin.ts'),
    ]);
    const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));
    const { port, host } = options;
    const asked = { ...(port === undefined ? {} : { PORT: port }), ...(host === undefined ? {} : { HOST: host }) };
    const given = readConfig({ ...process.env, ...asked });
    // Mails are looked at here, where nobody else can.
    const config = { ...given, devOutbox: isLoopbackName(given.host) && given.trustedProxies === 0 && !given.siteUrlGiven };
    const log = pino({ level: config.logLevel, base: null });
    const database = await openDatabase(config, 'alone');
    const progress = (line: string): void => console.error(line);
    const server = await dev({
      root: process.cwd(),
      server: { port: config.port, host: config.host },
      integrations: [devIntegration({ config, version, log, progress, database })],
    });
    const { promise, resolve } = Promise.withResolvers<number>();
    let stopping: Promise<void> | undefined;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      // Vite would end the process by itself, before the database is closed.
      process.removeAllListeners(signal);
      // One Ctrl-C arrives twice, from the terminal and from npm.
      process.on(signal, () => void (stopping ??= server.stop().then(() => resolve(0))));
    }
    return promise;
  },
});
