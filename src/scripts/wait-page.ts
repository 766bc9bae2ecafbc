/**
 * A page that waits for somebody else, such as a bank: it is asked for again now and then, and shown anew once it waits no longer. Until then
 * nothing on it moves, and whoever reads or hears it is left in peace.
 */

/** Milliseconds; the second is reached by and by. */
const [soonest, slowest] = [4_000, 15_000];
/** Then whoever left it open looks by themselves. */
const givesUp = 30 * 60_000;

/** @param load shows the page anew. */
export function waitForNews(load: () => void = () => location.reload()): void {
  const since = performance.now();
  let pause = soonest;
  const look = async (): Promise<void> => {
    if (performance.now() - since > givesUp) return;
    try {
      if (document.visibilityState === 'visible') {
        const answer = await fetch(location.href, { headers: { accept: 'text/html' }, cache: 'no-store' });
        if (answer.ok && !(await answer.text()).includes('data-waits')) return load();
        pause = Math.min(slowest, pause * 1.2);
      }
    } catch {
      // Without connection it is looked again.
    }
    setTimeout(() => void look(), pause);
  };
  setTimeout(() => void look(), pause);
}
