/** A process that claims data folders when it is told to: `{ folder }` → `held`, or the message why not; `release` → `released`. */
import { claimFolder } from '#lib/db/lock.ts';
import type { Claim } from '#lib/db/lock.ts';

let held: Claim | undefined;
process.on('message', async (message: { folder: string } | 'release') => {
  if (message === 'release') {
    held?.release();
    held = undefined;
    process.send?.('released');
    return;
  }
  try {
    held = await claimFolder(message.folder);
    process.send?.('held');
  } catch (error) {
    process.send?.(error instanceof Error ? error.message : String(error));
  }
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
