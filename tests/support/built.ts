/** Sees to the build and the seeded data before files start sites of their own at the same time. */
import { ensureBuilt, seededFolder } from './site.ts';

export default function setup(): void {
  ensureBuilt();
  seededFolder();
}
