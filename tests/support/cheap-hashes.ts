/** Hashes of passwords that cost next to nothing, for tests of what is around them: what they are made with is tested where they are made. */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** Makes those of this process cheap. @returns what puts the real ones back. */
export function cheapHashes(): () => void {
  const { argon2 } = crypto;
  const put = (one: typeof argon2): void => {
    crypto.argon2 = one;
    syncBuiltinESMExports();
  };
  put((algorithm, parameters, callback) => argon2(algorithm, { ...parameters, memory: 8, passes: 1 }, callback));
  return () => put(argon2);
}
