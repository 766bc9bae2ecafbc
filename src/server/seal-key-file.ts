/** The key that clients encrypt to: from the configuration, else made once and kept in the data folder. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JWK } from 'jose';
import { newSealKeys } from '#lib/api/sealing.ts';

function readKey(file: string): JWK | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as JWK;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`${file} cannot be read: ${(error as Error).message}. Remove it to have a new key made.`, { cause: error });
  }
}

export async function readSealKey(dataDir: string): Promise<JWK> {
  const file = join(dataDir, 'seal-key.json');
  const known = readKey(file);
  if (known) return known;
  const { privateKey } = await newSealKeys();
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(file, JSON.stringify(privateKey), { mode: 0o600 });
  return privateKey;
}
