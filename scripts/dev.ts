/** Astro's development server: pages change in the browser as files are saved. */
import { spawn } from 'node:child_process';

// Without this it hides in the background when it believes that a program started it.
const environment = { ...process.env, ASTRO_DEV_BACKGROUND: '0', ASTRO_TELEMETRY_DISABLED: '1' };
const child = spawn(process.execPath, ['node_modules/astro/bin/astro.mjs', 'dev', ...process.argv.slice(2)], { stdio: 'inherit', env: environment });
// A terminal's Ctrl-C reaches Astro by itself.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code) => process.exit(code ?? 0));
