/**
 * What dims the page is a dialog: it has the focus, and the page behind it is out of reach until it is closed. Browsers do the rest of it for
 * popovers (the top layer, Escape, a press beside it), and all of that without script. Loaded when the first one opens.
 */

/** Those open, the one on top last. */
const open: HTMLElement[] = [];
let stilled: Element[] = [];

/** What is said while a dialog is open is heard nevertheless. */
const stays = '[role=status],script,style,link,template,noscript';

/** What comes meanwhile, as a notice does, is behind it, too. */
const arrivals = new MutationObserver(() => still());

/** Leaves of the page nothing within reach but the panel on top. */
function still(): void {
  for (const one of stilled) one.removeAttribute('inert');
  stilled = [];
  const top = open.at(-1);
  if (top) arrivals.observe(document.body, { childList: true });
  else arrivals.disconnect();
  for (let at: Element | null = top ?? null; at && at !== document.body; at = at.parentElement)
    for (const beside of at.parentElement?.children ?? [])
      if (beside !== at && !beside.matches(`[inert],${stays}`)) {
        beside.setAttribute('inert', '');
        stilled.push(beside);
      }
}

/** Of which kind the button was that opened a panel, by the panel's name: a list changed in place has another of its kind. */
const kinds = new Map<string, string>();

/** What opens it: where the button pressed has left the page since, one of its kind, or the first in sight. */
function openerOf(panel: HTMLElement, pressed: Element | null): HTMLElement | undefined {
  if (pressed instanceof HTMLElement && pressed !== document.body && pressed.isConnected) return pressed;
  const openers = [...document.querySelectorAll<HTMLElement>(`[popovertarget="${panel.id}"]:not([popovertargetaction])`)].filter((one) =>
    one.checkVisibility(),
  );
  return openers.find((one) => one.className === kinds.get(panel.id)) ?? openers[0];
}

/** A list that was changed in place takes its sheet along. */
function forgetLost(): void {
  const left = open.filter((one) => one.isConnected);
  if (left.length === open.length) return;
  open.splice(0, open.length, ...left);
  still();
}
addEventListener('loftling:list', forgetLost);

/** Makes a dialog of a panel that has just been opened, until it is closed. */
export function holdFocus(panel: HTMLElement): void {
  if (!panel.matches(':popover-open') || open.includes(panel)) return;
  const pressed = panel.contains(document.activeElement) ? null : document.activeElement;
  if (pressed?.matches(`[popovertarget="${panel.id}"]`)) kinds.set(panel.id, pressed.className);
  const role = panel.getAttribute('role');
  panel.setAttribute('role', 'dialog');
  panel.setAttribute('aria-modal', 'true');
  open.push(panel);
  forgetLost();
  if (!panel.contains(document.activeElement)) {
    const close = panel.querySelector<HTMLElement>('[popovertargetaction=hide]');
    (close ?? panel.querySelector<HTMLElement>('a, button, input'))?.focus({ preventScroll: true });
  }
  still();

  const turn = ({ newState, target }: ToggleEvent): void => {
    if (newState !== 'closed' || target !== panel) return;
    panel.removeEventListener('beforetoggle', turn);
    panel.removeAttribute('aria-modal');
    if (role === null) panel.removeAttribute('role');
    open.splice(open.indexOf(panel), 1);
    // Before the browser gives the focus back: what is out of reach takes none.
    still();
    panel.addEventListener(
      'toggle',
      () => {
        // A press beside it leaves the focus nowhere.
        if (document.activeElement === document.body || panel.contains(document.activeElement)) openerOf(panel, pressed)?.focus({ preventScroll: true });
      },
      { once: true },
    );
  };
  panel.addEventListener('beforetoggle', turn);
}
