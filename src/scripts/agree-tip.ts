/** Says beside a box for a moment that it has to be ticked. */
import { loadWords } from '#islands/browser/words.ts';
import { pageSettings } from '#islands/browser/page-settings.ts';

/** The box has the focus and stays marked until it is ticked; the words beside it go by themselves. @param milliseconds they stand for. */
export async function tellToAgree(box: HTMLElement, milliseconds: number): Promise<void> {
  const field = box.closest('.field');
  if (!field) return;
  box.setAttribute('aria-invalid', 'true');
  box.focus();
  const t = await loadWords('forms', pageSettings().locale);
  field.querySelector('.tip')?.remove();
  const tip = Object.assign(document.createElement('p'), { textContent: box.dataset['missing'] ?? t('forms.tick'), className: 'tip', role: 'alert' });
  field.append(tip);
  box.addEventListener('input', () => forgetTip(box), { once: true });
  setTimeout(() => tip.remove(), milliseconds);
}

/** What is being mended is not scolded meanwhile. */
function forgetTip(box: HTMLElement): void {
  box.removeAttribute('aria-invalid');
  box.closest('.field')?.querySelector('.tip')?.remove();
}
