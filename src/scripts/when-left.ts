/** Fields are judged when they are left, without moving what somebody is just pressing. */

type Field = HTMLInputElement | HTMLTextAreaElement;

/** What a finger or mouse is down on. */
let pressed: Element | undefined;
addEventListener('pointerdown', ({ target }) => (pressed = target instanceof Element ? target : undefined), true);
for (const sign of ['pointerup', 'pointercancel']) addEventListener(sign, () => (pressed = undefined), true);

/** @param within a field, or what holds some. */
export function whenLeft(within: HTMLElement, check: (field: Field) => void): void {
  within.addEventListener('focusout', ({ target }) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) || target.type === 'checkbox') return;
    if (!pressed) check(target);
    // What moved under a finger would lose the click; a button sends, and the answer says what is wrong.
    else if (!pressed.closest('button')) addEventListener('pointerup', () => setTimeout(() => check(target)), { once: true });
  });
}
