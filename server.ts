/**
 * Starts Loftling: reads the settings, opens the database, fills an empty one with the sample catalogue,
 * and serves until it is told to stop. `npm start` runs this after install and build.
 */
import '#lib/private-files.ts';
import { readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { SettingError, readConfig } from '#lib/config.ts';
import type { Config } from '#lib/config.ts';
import { explainDatabaseError } from '#lib/db/explain.ts';
import { endProcess } from '#lib/end-process.ts';
import { redactedPaths } from '#lib/log/security-log.ts';
import { PlaceFileError } from '#lib/features/geo/place.files.ts';
import { SecretsError } from '#lib/secrets.ts';
import { takeBuild } from '#server/builds.ts';
import { isLookedAfter, startProcesses, tellReady } from '#server/processes.ts';
import { listen, startLoftling } from '#server/start.ts';

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as { version: string };

/** Longest time for the whole stop behind DRAIN_SECONDS, in milliseconds. Supervisors kill after 15 s or more. */
const stopWithin = 14_000;

/** Serves until it is told to stop. */
async function serve(config: Config): Promise<void> {
  const log = pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: redactedPaths });
  // It ends the process all the same; where logs are read by line, this is the one that says why.
  process.on('uncaughtExceptionMonitor', (error, origin) =>
    log.fatal({ origin, error: error.message, stack: error.stack }, 'ended by a fault that nobody caught'),
  );
  const running = await startLoftling(
    config,
    version,
    log,
    (line) => console.error(line),
    (error) => {
      console.error(`${error.message}\nLoftling ends, so that it can be started again.`);
      void endProcess(1);
    },
  );
  let stoppingSince: number | undefined;
  const stop = (signal: NodeJS.Signals): void => {
    if (stoppingSince !== undefined) {
      // One Ctrl-C arrives twice, from the terminal and from npm; only a later one means impatience.
      if (Date.now() - stoppingSince > 1_000) process.exit(1);
      return;
    }
    stoppingSince = Date.now();
    if (!isLookedAfter) console.error(`${signal}: finishing what is under way …`);
    let awaited = 'its parts';
    const within = stopWithin + config.drainSeconds * 1_000;
    setTimeout(() => {
      console.error(`${awaited} did not end within ${within / 1_000} s; Loftling ends without waiting any longer`);
      process.exit(1);
    }, within);
    running
      .stop((what) => (awaited = what))
      .then(
        () => endProcess(0),
        () => endProcess(1),
      );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  // Only now: whoever hears that it is ready may tell it to stop at once.
  if (isLookedAfter) tellReady(running);
  else console.error(`Loftling is ready at ${running.url}`);
  // Not at the end alone, which a supervisor may cut short; does nothing where no folder was named for it.
  flushCompileCache();
}

/** Has several processes serve, and ends when they have. */
async function lookAfter({ processes: count, port, host, buildDir }: Config): Promise<void> {
  // A port that processes share is shared with whoever asks to; another server that was left running is to be told of instead.
  const probe = createServer();
  await listen(probe, port, host);
  await new Promise((resolve) => void probe.close(resolve));
  // Those that take the place of others serve the same build, whatever was built meanwhile.
  const settings = { BUILD_DIR: takeBuild(buildDir)?.folder ?? buildDir };
  const processes = startProcesses(fileURLToPath(import.meta.url), count, (line) => console.error(line), settings);
  const stop = (signal: NodeJS.Signals): void => {
    console.error(`${signal}: finishing what is under way …`);
    processes.stop(signal);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  const url = await processes.ready.catch(() => undefined);
  // The one that could not start has said why.
  if (url !== undefined) console.error(`Loftling is ready at ${url} (${count} processes)`);
  await endProcess(await processes.ended);
}

/** Errors whose message already tells the operator what to do. */
const explained = [SettingError, PlaceFileError, SecretsError];

try {
  const config = readConfig(process.env);
  if (config.processes > 1 && !isLookedAfter) await lookAfter(config);
  else await serve(config);
} catch (error) {
  const known = explained.some((kind) => error instanceof kind) || (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  console.error(known ? (error as Error).message : (explainDatabaseError(error) ?? error));
  await endProcess(1);
}
