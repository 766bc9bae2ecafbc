/** Hands a page on as it is asked for, filters and query included: by the device's own sheet, else by the clipboard. */
import { withoutVisit } from './language.rules.ts';

/** @param button says in `data-share` what to hand on; empty: this page. */
export async function share(button: HTMLElement): Promise<void> {
  const url = new URL(button.dataset['share'] || location.href, location.href);
  const href = `${url.origin}${url.pathname}${withoutVisit(url.search)}`;
  const said = button.parentElement?.querySelector<HTMLElement>('[role=status]');
  try {
    if (typeof navigator.share === 'function') {
      await navigator.share({ title: document.title, url: href });
      return;
    }
    await navigator.clipboard.writeText(href);
    if (!said) return;
    said.textContent = said.dataset['said'] ?? '';
    setTimeout(() => said.replaceChildren(), 4_000);
  } catch (error) {
    // The reader thought better of it.
    if (!said || (error instanceof DOMException && error.name === 'AbortError')) return;
    // The browser refuses: the address is there to be copied by hand.
    const field = document.createElement('input');
    field.readOnly = true;
    field.value = href;
    field.ariaLabel = button.ariaLabel;
    said.replaceChildren(field);
    field.select();
  }
}
