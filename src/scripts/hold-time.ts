/**
 * What is left of the time for which something is kept, told each second. The server says how much it was when the page was made, so that
 * a clock that is wrong on the device changes nothing; a page that was put away counts on, and one that is loaded again is told anew.
 */
import { clockOf } from '#lib/features/stock/hold-time.rules.ts';

const second = 1_000;

/** Counts down every time on the page; when one is over, says so once. */
export function countDown(): void {
  for (const place of document.querySelectorAll<HTMLElement>('[data-until]')) {
    const end = performance.timeOrigin + performance.now() + Number(place.dataset['until']) * second;
    const tell = (): void => {
      const left = Math.max(0, Math.ceil((end - performance.timeOrigin - performance.now()) / second));
      if (left > 0) {
        place.textContent = (place.dataset['left'] ?? '').replace('#', clockOf(left));
        return;
      }
      clearInterval(timer);
      place.textContent = place.dataset['over'] ?? '';
      place.setAttribute('role', 'status');
    };
    const timer = setInterval(tell, second);
    tell();
  }
}
