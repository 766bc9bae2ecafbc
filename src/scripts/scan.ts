/** A code that WeChat scans: whether the phone has confirmed it is asked each second, and seldom while nobody looks (R4.042). */
import type { wechatQrStateContract } from '#lib/features/accounts/scans.contract.ts';
import { scanPoll } from '#lib/features/accounts/scans.schema.ts';

const wire = { method: 'GET', path: '/_buserApi/wechat/qr/state' } as const;
const quiet = { clientToastHide: true, noJump: true } as const;

type Asked = { readonly status: string };

async function askServer(): Promise<Asked> {
  const { api } = await import('#islands/browser/api.ts');
  return api().call<typeof wechatQrStateContract>(wire, {}, quiet);
}

/** Asks until the code is confirmed or over, or the step is gone. @param asked what the server says of the code of this visit. */
export async function watchScan(place: HTMLElement, asked: () => Promise<Asked> = askServer): Promise<void> {
  function end(): void {
    place.querySelector('[data-shown]')?.remove();
    place.querySelector('[data-over]')?.removeAttribute('hidden');
  }

  async function ask(): Promise<void> {
    if (!place.isConnected) return;
    // Without connection it is asked again: the server's clock says when it is over.
    const state = await asked().catch(() => undefined);
    if (state?.status === 'confirmed') return place.querySelector<HTMLFormElement>('form')?.requestSubmit();
    if (state?.status === 'over') return end();
    setTimeout(() => void ask(), document.hidden ? scanPoll.unseen : scanPoll.seen);
  }
  await ask();
}
