/** Panels of the menus that are long: fetched from a page of their own when somebody opens them. Until then they are links. */

/** In the order in which they open: who clicks twice waits once. */
const opened = new Map<string, Promise<HTMLElement>>();

/** The style sheets that the panel's page brings for it. */
async function addStyles(page: Document): Promise<void> {
  const links = [...page.querySelectorAll<HTMLLinkElement>('main link[rel="stylesheet"]')].map(({ href }) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    return link;
  });
  const loaded = links.map(
    (link) =>
      new Promise((resolve, reject) => {
        link.addEventListener('load', resolve);
        link.addEventListener('error', reject);
      }),
  );
  document.head.append(...links);
  await Promise.all(loaded);
}

async function fetchPanel(address: string, id: string): Promise<HTMLElement> {
  const answer = await fetch(address, { headers: { accept: 'text/html' } });
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const panel = page.getElementById(id);
  if (!answer.ok || !panel) throw new Error(`${address} has no ${id}`);
  await addStyles(page);
  // What is chosen there leads back to the page as it stands now: a list may have been filtered since.
  panel.addEventListener('submit', () => panel.querySelector('[name="redirect"]')?.setAttribute('value', location.pathname + location.search));
  panel.popover = 'auto';
  panel.setAttribute('role', 'dialog');
  document.body.append(panel);
  return panel;
}

/** From now on the browser itself opens the panel, as it does those that come with the page. */
function asButton(link: HTMLAnchorElement, id: string): HTMLButtonElement {
  const button = document.createElement('button');
  for (const { name, value } of link.attributes) if (name !== 'href' && name !== 'data-panel') button.setAttribute(name, value);
  button.type = 'button';
  button.setAttribute('popovertarget', id);
  button.append(...link.childNodes);
  return button;
}

/** Opens the panel that the link stands for; where it cannot be had, the link is followed. */
export async function openPanel(link: HTMLAnchorElement): Promise<void> {
  const { panel: address = '', opens: id = '' } = link.dataset;
  const isFirst = !opened.has(id);
  const coming = opened.get(id) ?? fetchPanel(address, id);
  opened.set(id, coming);
  try {
    const panel = await coming;
    // Taken out of the page since, with what it said.
    if (!panel.isConnected) {
      opened.delete(id);
      return openPanel(link);
    }
    if (!isFirst) return;
    let chosen: HTMLElement | undefined;
    for (const one of document.querySelectorAll<HTMLAnchorElement>(`a[data-opens="${id}"]`)) {
      const button = asButton(one, id);
      one.replaceWith(button);
      if (one === link) chosen = button;
    }
    chosen?.focus();
    panel.showPopover(chosen && { source: chosen });
  } catch {
    opened.delete(id);
    location.assign(link.href);
  }
}
