/** Whether the device is online (R4.097), for islands and the API client. */
import { atom } from 'nanostores';

export const $online = atom(typeof navigator === 'undefined' ? true : navigator.onLine);

if (typeof window !== 'undefined') {
  addEventListener('online', () => $online.set(true));
  addEventListener('offline', () => $online.set(false));
}
