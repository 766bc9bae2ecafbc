/** Asks whether this browser may remember the homes its reader opens: kept only by somebody who wants the list. */
import { useRef, useState } from 'react';
import type { ReactElement } from 'react';
import type { AreaT } from '#islands/browser/words.ts';

export function RecentOffer({ t, onAgree }: { readonly t: AreaT<'search'>; readonly onAgree: () => void }): ReactElement {
  const [hasAgreed, setAgreed] = useState(false);
  const said = useRef<HTMLParagraphElement>(null);
  return (
    <>
      <p ref={said} tabIndex={-1} role="status">
        {t(hasAgreed ? 'search.recent_agreed' : 'search.recent_offer')}
      </p>
      {!hasAgreed && (
        <button
          type="button"
          onClick={() => {
            onAgree();
            setAgreed(true);
            // The button goes; who used it by keyboard stays here.
            said.current?.focus();
          }}
        >
          {t('search.recent_agree')}
        </button>
      )}
    </>
  );
}
