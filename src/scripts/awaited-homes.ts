/** Tells the account which homes its owner waits for, so that a mail says when something is free. Loaded for readers who are signed in. */
import type { awaitHomesContract } from '#lib/features/shortlist/notices.contract.ts';
import { api } from '#islands/browser/api.ts';
import { pageSettings } from '#islands/browser/page-settings.ts';
import { showToast } from '#islands/browser/toast.ts';
import { loadWords } from '#islands/browser/words.ts';

const call = { method: 'POST', path: '/_houseApi/notices/homes' } as const;

/** @param isQuiet whether nothing is said of it: the reader has not just asked. */
export async function awaitHomes(ids: readonly number[], isWanted: boolean, isQuiet = false): Promise<void> {
  if (ids.length === 0) return;
  try {
    const values = { house_ids: ids.slice(0, 50).join(','), wanted: isWanted ? '1' : '0', quiet: isQuiet ? '1' : '0' } as const;
    const { by_mail } = await api().call<typeof awaitHomesContract>(call, values, { clientToastHide: isQuiet, noJump: true });
    if (!isWanted || isQuiet) return;
    const t = await loadWords('kept', pageSettings().locale);
    showToast(by_mail ? t('kept.notice_mailed') : t('kept.notice_no_mail'));
  } catch {
    // The device keeps it, and says so the next time its owner looks.
  }
}
