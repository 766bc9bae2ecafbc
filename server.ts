/**
 * Starts Loftling: reads the settings, opens the database, fills an empty one with the sample catalogue,
 * and serves until it is told to stop. `npm start` runs this after install and build.
 */
import '#lib/private-files.ts';
import { readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { pino } from 'pino';
import { SettingError, readConfig } from '#lib/config.ts';
import { explainDatabaseError } from '#lib/db/explain.ts';
import { redactedPaths } from '#lib/log/security-log.ts';
import { PlaceFileError } from '#lib/features/geo/place.files.ts';
import { SecretsError } from '#lib/secrets.ts';
import { startLoftling } from '#server/start.ts';

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as { version: string };

/** Longest time for the whole stop behind DRAIN_SECONDS, in milliseconds. Supervisors kill after 15 s or more. */
const stopWithin = 14_000;

/** Errors whose message already tells the operator what to do. */
const explained = [SettingError, PlaceFileError, SecretsError];

try {
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: redactedPaths });
  const running = await startLoftling(
    config,
    version,
    log,
    (line) => console.error(line),
    (error) => {
      console.error(`${error.message}\nLoftling ends, so that it can be started again.`);
      process.exit(1);
    },
  );
  console.error(`Loftling is ready at ${running.url}`);
  // Not at the end alone, which a supervisor may cut short; does nothing where no folder was named for it.
  flushCompileCache();
  let stoppingSince: number | undefined;
  const stop = (signal: NodeJS.Signals): void => {
    if (stoppingSince !== undefined) {
      // One Ctrl-C arrives twice, from the terminal and from npm; only a later one means impatience.
      if (Date.now() - stoppingSince > 1_000) process.exit(1);
      return;
    }
    stoppingSince = Date.now();
    console.error(`${signal}: finishing what is under way …`);
    let awaited = 'its parts';
    const within = stopWithin + config.drainSeconds * 1_000;
    setTimeout(() => {
      console.error(`${awaited} did not end within ${within / 1_000} s; Loftling ends without waiting any longer`);
      process.exit(1);
    }, within);
    running
      .stop((what) => (awaited = what))
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
} catch (error) {
  const known = explained.some((kind) => error instanceof kind) || (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  console.error(known ? (error as Error).message : (explainDatabaseError(error) ?? error));
  process.exit(1);
}
