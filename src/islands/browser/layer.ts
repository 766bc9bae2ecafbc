/** What lies over the whole page on a phone has an entry of its own in the history: Back closes it and stays on the page. */

/**
 * @param close takes the layer away; it is called once, however the layer is closed.
 * @returns closes it by other means than Back.
 */
export function openLayer(close: () => void): () => void {
  let isOpen = true;
  const end = (): void => {
    if (!isOpen) return;
    isOpen = false;
    removeEventListener('popstate', end);
    close();
  };
  history.pushState({ ...history.state, layer: true }, '');
  addEventListener('popstate', end);
  return () => {
    if (!isOpen) return;
    end();
    history.back();
  };
}
