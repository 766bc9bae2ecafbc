/** Whether a server could begin here at all: said before a build that would take minutes beside the server that is in its way. */
import { createServer } from 'node:net';
import { SetupError } from './quietly.ts';

/** Whether a server answers there: its word may have outlived it. */
const answers = (url: string): Promise<boolean> =>
  fetch(new URL('/livez', url), { signal: AbortSignal.timeout(2_000) }).then(
    () => true,
    () => false,
  );

/** @throws {SetupError} when another server has the port or the data folder, with what to do. */
export async function findWayFree(): Promise<void> {
  // Settings are read by what has to be installed first.
  const [{ readConfig }, { whereServed }] = await Promise.all([import('#lib/config.ts'), import('#lib/serving.ts')]);
  const { port, host, dataDir, databaseUrl } = readConfig(process.env);
  const url = databaseUrl === undefined ? whereServed(dataDir) : undefined;
  if (url !== undefined && (await answers(url)))
    throw new SetupError(
      `The data folder ${dataDir} is in use by the server at ${url}.\nStop that one first, or give this one a folder of its own with DATA_DIR, or use Postgres with DATABASE_URL.`,
    );
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    // What else is wrong with the address is told by the server, which knows more of it.
    probe.once('error', ({ code }: NodeJS.ErrnoException) =>
      code === 'EADDRINUSE'
        ? reject(new SetupError(`Port ${port} on ${host} is taken by another program. Stop that one, or choose another with PORT.`))
        : resolve(),
    );
    probe.listen({ port, host }, () => probe.close(() => resolve()));
  });
}
