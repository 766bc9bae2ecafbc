/** Lists the homes that the service worker keeps, by the headings of their pages. */
const place = document.querySelector<HTMLElement>('[data-kept-pages]');
const list = place?.querySelector('ul');

async function show(): Promise<void> {
  if (!place || !list || !('caches' in window)) return;
  const cache = await caches.open('homes-1');
  for (const request of await cache.keys()) {
    const html = (await (await cache.match(request))?.text()) ?? '';
    const heading = new DOMParser().parseFromString(html, 'text/html').querySelector('h1');
    const link = document.createElement('a');
    link.href = new URL(request.url).pathname;
    link.textContent = heading?.textContent?.trim() ?? link.href;
    const item = document.createElement('li');
    item.append(link);
    list.append(item);
  }
  place.hidden = list.childElementCount === 0;
}

void show();
