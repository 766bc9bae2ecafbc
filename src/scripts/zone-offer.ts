/** Offers a member of staff the time zone that their browser says it is in, where they have chosen none. */
export function offerZone(): void {
  const place = document.querySelector<HTMLElement>('[data-zone]');
  const field = document.querySelector<HTMLInputElement>('input[name="zone"]');
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  if (!place || !field || !timeZone) return;
  const { zone = '' } = place.dataset;
  place.textContent = zone.replace('%', timeZone);
  place.hidden = false;
  if (field.value === '') field.value = timeZone;
}
