/** `npm run dev`: Astro's development server; pages change in the browser as files are saved. */
import { spawn } from 'node:child_process';
import { command } from './command.ts';

await command({
  name: 'npm run dev',
  says: 'Serves the site while you write it: pages change in the browser as files are saved.',
  options: {
    port: { value: 'PORT', says: 'where to listen', default: '4321' },
    host: { value: 'ADDRESS', says: 'whom to listen to', default: '127.0.0.1' },
  },
  examples: ['npm run dev', 'npm run dev -- --port 5000'],
  endsItself: true,
  async run({ options }) {
    // Without this it hides in the background when it believes that a program started it.
    const environment = { ...process.env, ASTRO_DEV_BACKGROUND: '0', ASTRO_TELEMETRY_DISABLED: '1' };
    const parameters = ['node_modules/astro/bin/astro.mjs', 'dev', '--port', options.port, '--host', options.host];
    const child = spawn(process.execPath, parameters, { stdio: 'inherit', env: environment });
    // A terminal's Ctrl-C reaches Astro by itself.
    process.on('SIGINT', () => undefined);
    process.on('SIGTERM', () => child.kill('SIGTERM'));
    return new Promise<number>((resolve) => void child.on('exit', (code) => resolve(code ?? 0)));
  },
});
