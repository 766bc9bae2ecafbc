/** One short message at the foot of the window, read out by screen readers, gone after 3 seconds (R8.06, R9.11). */

/** Milliseconds. */
export const toastTime = 3_000;

let region: HTMLElement | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

function regionOf(page: Document): HTMLElement {
  if (region?.isConnected) return region;
  region = page.createElement('div');
  region.className = 'toast';
  region.setAttribute('role', 'status');
  page.body.append(region);
  return region;
}

export function showToast(message: string): void {
  if (message === '') return;
  const place = regionOf(document);
  place.textContent = message;
  place.dataset['shown'] = '';
  clearTimeout(timer);
  timer = setTimeout(() => {
    delete place.dataset['shown'];
    place.textContent = '';
  }, toastTime);
}
