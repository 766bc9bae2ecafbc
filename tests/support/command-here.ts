/** The work of a command in the process of the tests: what it does and says is the same, and a program that starts costs more than most of them do. */
import { vi } from 'vitest';

/** Does the work in a place of its own. @returns what it has given and said. */
export async function commandHere<T>(dataDir: string, work: () => Promise<T>): Promise<{ readonly given: T; readonly said: string }> {
  let said = '';
  const hear = (line: unknown): void => void (said += `${String(line)}\n`);
  const spies = [vi.spyOn(console, 'log').mockImplementation(hear), vi.spyOn(console, 'error').mockImplementation(hear)];
  vi.stubEnv('DATA_DIR', dataDir);
  vi.stubEnv('DATABASE_URL', '');
  // Programs that write into the data folder close to others what they make; other tests are to see what is made without that.
  const umask = process.umask();
  try {
    const given = await work();
    return { given, said };
  } finally {
    process.umask(umask);
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
  }
}
