/**
 * The client directive `client:intent`: an island stays plain HTML until somebody touches, hovers or focuses it.
 * What says `data-with-form` wakes with the form around it, and holds its sending until then.
 * What says `data-open-when` is pressed by itself where that media query holds. What was clicked or chosen before it is awake is repeated once it is, so nothing done early is lost.
 */
type Hydrate = () => Promise<void>;
type Field = HTMLInputElement | HTMLSelectElement;

const signs = ['pointerover', 'pointerdown', 'focusin', 'click', 'input', 'change'] as const;

const isField = (target: EventTarget | null): target is Field => target instanceof HTMLInputElement || target instanceof HTMLSelectElement;

/** Sets a value past the watch that React keeps on its fields, then tells of it as if typed. */
function retype(field: Field, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
}

export default function intent(load: () => Promise<Hydrate>, _: unknown, element: HTMLElement): void {
  // Put to another place of the page, it is started a second time.
  if ('awake' in element.dataset) return;
  const chosen = new Map<Field, string>();
  let clicked: HTMLElement | undefined;
  let waking = false;

  async function notice({ type, target }: Event): Promise<void> {
    if (isField(target) && (type === 'input' || type === 'change')) chosen.set(target, target.value);
    // What the page's own script acts on is done already.
    else if (type === 'click' && target instanceof HTMLElement && !isField(target) && !target.closest('[data-keep]')) clicked = target;
    if (waking) return;
    waking = true;
    const hydrate = await load();
    await hydrate();
    for (const sign of signs) element.removeEventListener(sign, notice);
    // React has taken over by the next frame; what happened since the first touch is then repeated.
    requestAnimationFrame(() => {
      for (const [field, value] of chosen) retype(field, value);
      clicked?.click();
      element.dataset['awake'] = '';
    });
  }
  for (const sign of signs) element.addEventListener(sign, notice, { passive: true });
  const form = element.querySelector('[data-with-form]')?.closest('form');
  form?.addEventListener('focusin', notice, { once: true, passive: true });
  const hold = (event: SubmitEvent): void => {
    form?.removeEventListener('submit', hold);
    if ('awake' in element.dataset) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const send = (): unknown => ('awake' in element.dataset ? form?.requestSubmit(event.submitter) : requestAnimationFrame(send));
    void notice(event).then(send, () => form?.submit());
  };
  form?.addEventListener('submit', hold);
  // What is the page's very purpose on such a screen, as a map beside its list, opens by itself, once the page stands.
  const opener = element.querySelector<HTMLElement>('[data-open-when]');
  if (opener && matchMedia(opener.dataset['openWhen'] ?? '').matches) setTimeout(() => opener.click());
}
