/** On a phone the search takes the whole window while it is open, stays above the keyboard, and Back closes it. */
import { useCallback, useEffect, useRef } from 'react';
import { openLayer } from '#islands/browser/layer.ts';

const narrow = '(max-width: 767px)';

/**
 * @param open whether the panel is shown.
 * @param close closes it; called by Back.
 * @returns to be called when another page is about to be opened from the panel, so that the history is not moved under it.
 */
export function useFullScreen(form: HTMLFormElement, open: boolean, close: () => void): () => void {
  const leaving = useRef(false);
  const closed = useRef(close);
  useEffect(() => {
    closed.current = close;
  });
  useEffect(() => {
    if (!open || !matchMedia(narrow).matches) return undefined;
    leaving.current = false;
    const view = window.visualViewport;
    const fit = (): void => {
      form.style.setProperty('--seen', `${view?.height ?? innerHeight}px`);
      form.style.setProperty('--above', `${view?.offsetTop ?? 0}px`);
    };
    fit();
    form.setAttribute('data-full', '');
    view?.addEventListener('resize', fit);
    view?.addEventListener('scroll', fit);
    const leave = openLayer(() => closed.current());
    return () => {
      view?.removeEventListener('resize', fit);
      view?.removeEventListener('scroll', fit);
      form.removeAttribute('data-full');
      if (!leaving.current) leave();
    };
  }, [form, open]);
  return useCallback(() => {
    leaving.current = true;
  }, []);
}
