/** Works out the embedded captcha beside the page, which stays quick meanwhile. */
import { solveChallenge } from 'altcha-lib';
import type { Challenge } from 'altcha-lib/types';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

addEventListener('message', async ({ data }: MessageEvent<Challenge>) => {
  try {
    postMessage(await solveChallenge({ challenge: data, deriveKey }));
  } catch {
    // No Web Crypto, as on a page over plain http.
    postMessage(null);
  }
});
