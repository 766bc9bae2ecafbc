/** Programs whose output matters only when they fail. */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/** The copy could not be made ready; the message says why and what to do. */
export class SetupError extends Error {
  override name = 'SetupError';
}

/** What a person is told while the copy is made ready; answers of commands have the other stream to themselves. */
export const say = (line: string): void => void process.stderr.write(`${line}\n`);

/** Seconds since a moment of `performance.now()`. */
export const took = (since: number): string => `${((performance.now() - since) / 1_000).toFixed(1)} s`;

/**
 * Runs a program quietly.
 * @param settings beyond those of this process.
 * @throws {SetupError} with the end of its output and the advice, when it fails.
 */
export function quietly(program: string, parameters: readonly string[], advice: string, settings: Readonly<Record<string, string>> = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, {
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
      env: { ...process.env, ...settings },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const signals = (['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((signal) => ({
      signal,
      end(): void {
        child.kill(signal);
        process.exit(128 + constants.signals[signal]);
      },
    }));
    for (const { signal, end } of signals) process.once(signal, end);
    child.on('error', (error) => reject(new SetupError(`${program} cannot be run: ${error.message}\n${advice}`)));
    child.on('close', (code) => {
      for (const { signal, end } of signals) process.removeListener(signal, end);
      if (code === 0) return resolve();
      const lines = output.trim().split('\n').slice(-40).join('\n');
      reject(new SetupError(`${lines}\n\n"${[program, ...parameters].join(' ')}" failed (status ${code}).\n${advice}`));
    });
  });
}
