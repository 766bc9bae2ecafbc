/** Solves captchas as a reader's device does. */
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

/** A proof of the embedded captcha for a call, in the values that go with it. */
export async function solvedCaptcha(origin: string, call: string): Promise<Readonly<Record<'captcha_id' | 'captcha_code', string>>> {
  const answer = await fetch(`${origin}/_api/captcha/puzzle?call=${call}`);
  const posed = JSON.parse(await answer.text());
  const { captcha_id, challenge: text } = posed.data.puzzles.find(({ platform }: { platform: string }) => platform === 'altcha');
  const challenge = JSON.parse(text);
  const solution = await solveChallenge({ challenge, deriveKey });
  return { captcha_id, captcha_code: Buffer.from(JSON.stringify({ challenge, solution })).toString('base64') };
}
