/** WeChat's own sheet over the page, in which a payment is confirmed. What came of it the page that follows asks our server. */

type Bridge = { invoke(name: string, wanted: unknown, then: (answer: { readonly err_msg?: string }) => void): void };

const bridge = (): Bridge | undefined => (window as unknown as { readonly WeixinJSBridge?: Bridge }).WeixinJSBridge;

/** Opens the sheet at once, and again when the button is pressed. */
export function wakeSheet(): void {
  const button = document.querySelector<HTMLButtonElement>('[data-sheet]');
  if (!button) return;
  const { sheet = '{}', after = '' } = button.dataset;
  const open = (): void =>
    bridge()?.invoke('getBrandWCPayRequest', JSON.parse(sheet), ({ err_msg: said = '' }) => {
      // Closed without paying, it can be opened again.
      if (said === 'get_brand_wcpay_request:ok') location.replace(after);
    });
  button.addEventListener('click', open);
  if (bridge()) open();
  else document.addEventListener('WeixinJSBridgeReady', open, { once: true });
}
