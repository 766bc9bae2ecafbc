/** The browser's own dialog: it keeps the focus, closes on Escape and gives the focus back. */
import { useEffect, useId, useRef } from 'react';
import type { ReactElement, ReactNode } from 'react';
import './ui.css';
import type { UiT } from './ui.schema.ts';

type DialogProps = { readonly title: string; readonly open: boolean; readonly t: UiT; readonly onClose: () => void; readonly children: ReactNode };

export function Dialog({ title, open, t, onClose, children }: DialogProps): ReactElement {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (open && !element?.open) element?.showModal();
    if (!open && element?.open) element.close();
  }, [open]);
  useEffect(() => {
    const element = dialog.current;
    // A press on what lies behind it falls on the dialog itself, since its own ground is all inside. Escape does the same.
    const pressed = (event: MouseEvent): void => {
      if (event.target === element) onClose();
    };
    element?.addEventListener('click', pressed);
    return () => element?.removeEventListener('click', pressed);
  }, [onClose]);
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={id} onClose={onClose}>
      <div>
        <header>
          <h2 id={id}>{title}</h2>
          <button type="button" aria-label={t('islands.close')} onClick={onClose}>
            <span aria-hidden="true">×</span>
          </button>
        </header>
        {open && children}
      </div>
    </dialog>
  );
}
