/** A page about a person: its forms are sent once, however often one presses, and it is asked for anew when a browser that kept it whole shows it again. */

/** Milliseconds in which the same button pressed again is the same press (R5.40, R9.14). */
const doublePress = 1_500;

const isWritten = (): boolean =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('main form[method="post"] :is(input:not([type="hidden"]), textarea)')].some(
    ({ value, defaultValue }) => value !== defaultValue,
  );

/** From now on. */
export function watchPrivatePage(): void {
  let sent: { readonly by: HTMLElement | null; readonly at: number } | undefined;
  addEventListener('submit', (event) => {
    if (event.defaultPrevented || !(event.target instanceof HTMLFormElement) || event.target.method !== 'post' || !navigator.onLine) return;
    const { submitter, timeStamp } = event;
    if (sent?.by === submitter && timeStamp - sent.at < doublePress) event.preventDefault();
    else sent = { by: submitter, at: timeStamp };
  });
  // It may say that something is to be paid which was paid on the page that came after it. What somebody has written and not sent stays.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && (sent || !isWritten())) location.reload();
  });
}
