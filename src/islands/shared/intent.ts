/**
 * The client directive `client:intent`: an island stays plain HTML until somebody touches, hovers or focuses it.
 * A click or a change made before it is awake is repeated once it is, so nothing done early is lost.
 */
type Hydrate = () => Promise<void>;

const signs = ['pointerover', 'pointerdown', 'focusin'] as const;

export default function intent(load: () => Promise<Hydrate>, _: unknown, element: HTMLElement): void {
  let pending: { target: EventTarget; type: 'click' | 'change' } | undefined;
  const remember = (event: Event): void => {
    if (event.target) pending = { target: event.target, type: event.type === 'click' ? 'click' : 'change' };
  };
  const wake = async (): Promise<void> => {
    for (const sign of signs) element.removeEventListener(sign, wake);
    const hydrate = await load();
    await hydrate();
    element.removeEventListener('click', remember);
    element.removeEventListener('change', remember);
    element.dataset['awake'] = '';
    if (pending) pending.target.dispatchEvent(new Event(pending.type, { bubbles: true }));
  };
  for (const sign of signs) element.addEventListener(sign, wake, { passive: true });
  element.addEventListener('click', remember);
  element.addEventListener('change', remember);
}
