/**
 * What a reader needs without connection: the page that says so in their language, the homes they kept with their prices and
 * age, and the files both are made of. With a connection every page comes from the network; nothing is answered from here.
 */
const shell = 'shell-1';
const homes = 'homes-1';
const parts = 'parts-1';
/** Files and pictures kept, the oldest go first. */
const mostParts = 160;
/** Pages of homes. */
const mostHomes = 60;

const prefixes = new Set(['en', 'hk', 'tw', 'vn']);

/** The page for being offline in the language of an address. */
function offlineOf(pathname) {
  const [, first = ''] = pathname.split('/');
  return prefixes.has(first) ? `/${first}/offline` : '/offline';
}

async function bound(name, most) {
  const cache = await caches.open(name);
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - most)).map((key) => cache.delete(key)));
}

/** Keeps the files of the build that a page names, so that it looks as it should. */
async function keepParts(html) {
  const cache = await caches.open(parts);
  const files = [...html.matchAll(/(?:href|src)="(\/_assets\/[^"]+\.(?:css|js|woff2)|\/favicon\.svg)"/g)].map(([, name]) => name);
  const pictures = [...html.matchAll(/src="(\/pictures\/[^"]+-640\.webp)"/g)].slice(0, 1).map(([, name]) => name);
  const names = new Set([...files, ...pictures]);
  for (const name of names) {
    if (!(await cache.match(name))) await cache.add(name).catch(() => undefined);
    const drawings = name.endsWith('.css') ? ((await (await cache.match(name))?.text())?.match(/\/_assets\/[\w.-]+\.svg/g) ?? []) : [];
    for (const one of new Set(drawings)) if (!(await cache.match(one))) await cache.add(one).catch(() => undefined);
  }
  await bound(parts, mostParts);
}

/** A page as it is now, with its files. A home that is gone, or an answer that is none, leaves what was kept. */
async function keepPage(name, address) {
  const answer = await fetch(address, { headers: { accept: 'text/html' } });
  if (!answer.ok) return;
  const html = await answer.clone().text();
  await (await caches.open(name)).put(address, answer);
  await keepParts(html);
}

async function keepOffline(pathname) {
  const address = offlineOf(pathname);
  const kept = await (await caches.open(shell)).match(address);
  if (!kept) await keepPage(shell, address);
}

/** How long a kept home is good enough, in milliseconds: a reader with twenty of them pays for each page once a day. */
const freshFor = 24 * 60 * 60 * 1_000;

/** Whether an answer was given lately. */
function isFresh(answer) {
  return answer !== undefined && Date.now() - Date.parse(answer.headers.get('date') ?? '') < freshFor;
}

/** Exactly these homes are kept from now on; those that are new, or have been kept for long, as they are now. */
async function keepHomes(addresses) {
  const wanted = addresses.slice(0, mostHomes);
  const cache = await caches.open(homes);
  for (const { url } of await cache.keys()) if (!wanted.includes(new URL(url).pathname)) await cache.delete(url);
  for (const address of wanted) if (!isFresh(await cache.match(address))) await keepPage(homes, address).catch(() => undefined);
}

addEventListener('install', (event) => event.waitUntil(skipWaiting()));

addEventListener('activate', (event) => {
  const forget = async () => {
    for (const name of await caches.keys()) if (![shell, homes, parts].includes(name)) await caches.delete(name);
    await clients.claim();
    // A new release has new files: its pages for being offline are fetched anew. Where that fails, the old ones are better than none.
    for (const { url } of await (await caches.open(shell)).keys()) await keepPage(shell, new URL(url).pathname).catch(() => undefined);
  };
  event.waitUntil(forget());
});

addEventListener('message', (event) => {
  const { data } = event;
  const work = async () => {
    if (typeof data?.page === 'string') await keepOffline(data.page);
    if (Array.isArray(data?.homes)) await keepHomes(data.homes.filter((one) => typeof one === 'string' && one.startsWith('/')));
    event.ports[0]?.postMessage('done');
  };
  event.waitUntil(work());
});

/** The page that says so in the language of an address, or in one that the reader was here in: better than the browser's own. */
async function offlinePage(pathname) {
  const cache = await caches.open(shell);
  const own = await cache.match(offlineOf(pathname));
  if (own) return own;
  const last = (await cache.keys()).at(-1);
  return last && cache.match(last);
}

/** The network; without it what was kept, without that the page that says so. */
async function showPage(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const { pathname } = new URL(request.url);
    const kept = (await (await caches.open(homes)).match(pathname)) ?? (await offlinePage(pathname));
    if (kept) return kept;
    throw error;
  }
}

/** Files of the build never change under their name. */
async function showPart(request) {
  const kept = await caches.match(request, { cacheName: parts });
  return kept ?? fetch(request);
}

/** A picture in the one size that is kept, whichever the page asks for; nothing where none is. */
async function showPicture(request) {
  try {
    return await fetch(request);
  } catch {
    const kept = await caches.match(new URL(request.url).pathname.replace(/-\d+\.(?:avif|webp)$/, '-640.webp'), { cacheName: parts });
    return kept ?? new Response('<svg xmlns="http://www.w3.org/2000/svg"/>', { headers: { 'content-type': 'image/svg+xml' } });
  }
}

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(showPage(request));
  else if (pathname.startsWith('/_assets/')) event.respondWith(showPart(request));
  else if (request.destination === 'image') event.respondWith(showPicture(request));
});
