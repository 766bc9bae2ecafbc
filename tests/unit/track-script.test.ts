/** What a browser keeps of its reader and sends, with a stand-in for the browser. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { cookieDays, deviceId, marketingCodes, readCookie, traceId, writeCookie } from '#islands/browser/device.ts';

/** A cookie jar as `document.cookie` shows it, with the lives asked for in seconds. */
function cookieJar(): { cookie: string; lives: Map<string, number>; set(name: string, value: string): void } {
  const values = new Map<string, string>();
  const lives = new Map<string, number>();
  return {
    lives,
    set: (name, value) => void values.set(name, value),
    get cookie() {
      return [...values].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(text) {
      const [pair = '', ...attributes] = text.split('; ');
      const [name = '', value = ''] = pair.split('=');
      const life = Number(attributes.find((one) => one.startsWith('max-age='))?.slice('max-age='.length));
      lives.set(name, life);
      if (life > 0) values.set(name, value);
      else values.delete(name);
    },
  };
}

function storage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const kept = new Map<string, string>();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value), removeItem: (key) => void kept.delete(key) };
}

let jar: ReturnType<typeof cookieJar>;
let page: EventTarget & { localStorage: ReturnType<typeof storage> };
let browser: { onLine: boolean };
const asked: { url: string; body: URLSearchParams; headers: Record<string, string>; keepalive: boolean | undefined }[] = [];
let status = 200;

/** The script anew, as on a new page. */
async function newPage(path: string, referrer = '') {
  vi.resetModules();
  vi.stubGlobal('location', {
    pathname: path.split('?')[0],
    search: path.includes('?') ? `?${path.split('?')[1]}` : '',
    origin: 'https://h.example',
    protocol: 'https:',
  });
  vi.stubGlobal('document', Object.assign(jar, { referrer, documentElement: { lang: 'zh-Hant-HK' }, visibilityState: 'visible' }));
  const [queue, tracking, ledHere] = await Promise.all([
    import('../../src/scripts/track-queue.ts'),
    import('../../src/scripts/track.ts'),
    import('../../src/scripts/led-here.ts'),
  ]);
  return { ...queue, ...tracking, ...ledHere };
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21) });
  jar = cookieJar();
  browser = { onLine: true };
  asked.length = 0;
  status = 200;
  page = Object.assign(new EventTarget(), { localStorage: storage() });
  vi.stubGlobal('window', page);
  vi.stubGlobal('navigator', browser);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('fetch', async (url: string, { body, headers, keepalive }: { body: URLSearchParams; headers: Record<string, string>; keepalive?: boolean }) => {
    asked.push({ url, body, headers, keepalive });
    if (status === 0) throw new TypeError('Failed to fetch');
    return new Response(null, { status });
  });
  vi.stubGlobal('document', jar);
  vi.stubGlobal('location', { protocol: 'https:' });
});

const yes = (): void => jar.set('cookie_consent', 'necessary.personalised');
const sentEvents = (): unknown[] => asked.flatMap(({ body }) => JSON.parse(body.get('logs') ?? '[]') as { event: string }[]).map(({ event }) => event);

describe('cookies of a device', () => {
  test('[R9.05] [R9.06] the device id lives 365 days, the trace id one; both are made once', () => {
    const [device, trace] = [deviceId(), traceId()];
    expect(device).toMatch(/^[0-9a-f]{32}$/);
    expect([deviceId(), traceId()]).toEqual([device, trace]);
    expect(device).not.toBe(trace);
    expect(['device_id', 'trace_id'].map((name) => jar.lives.get(name))).toEqual([365 * 86_400, 86_400]);
    expect(cookieDays.channel).toBe(1);
  });

  test('an id that somebody has tampered with is made anew; a cookie that cannot be read is none', () => {
    jar.set('device_id', '%3Cscript%3E');
    expect(deviceId()).toMatch(/^[0-9a-f]{32}$/);
    jar.set('xcode', '%E0%A4%A');
    expect(readCookie('xcode')).toBeUndefined();
    expect(marketingCodes()).toEqual({});
  });

  test('what is written can be read again', () => {
    writeCookie('note', 'a=b; c', 1);
    expect(readCookie('note')).toBe('a=b; c');
  });
});

test('[R3.07] partner, campaign and search engine are kept at the first touch, in their form', async () => {
  const first = await newPage('/uk?xcode=ab12&utm_source=news&utm_tracker=%3Cb%3E&semcode=s-1', 'https://www.baidu.com/s?wd=x');
  first.keepWhatLedHere();
  expect(marketingCodes()).toEqual({ xcode: 'ab12', semcode: 's-1', utm_source: 'news', channel: '3' });
  expect([jar.lives.get('xcode'), jar.lives.get('channel')]).toEqual([30 * 86_400, 86_400]);
  const second = await newPage('/uk?xcode=other&utm_tracker=t1', 'https://www.bing.com/');
  second.keepWhatLedHere();
  expect(marketingCodes()).toEqual({ xcode: 'ab12', semcode: 's-1', utm_source: 'news', utm_tracker: 't1', channel: '3' });
});

describe('events', () => {
  test('without a yes nothing is kept and nothing sent', async () => {
    for (const answer of [undefined, 'necessary']) {
      if (answer) jar.set('cookie_consent', answer);
      const { track, readQueue } = await newPage('/uk/leeds');
      track('PC_PAGE', {});
      await vi.runAllTimersAsync();
      expect([readQueue(), asked, jar.lives.size]).toEqual([[], [], 0]);
    }
  });

  test('[R7.178] they go out as a form with source pc, version 3, device info and marketing codes', async () => {
    yes();
    jar.set('xcode', 'ab12');
    const { track, readQueue } = await newPage('/hk/uk/leeds?q=secret');
    track('PC_PAGE', {});
    expect(asked).toEqual([]);
    await vi.runAllTimersAsync();
    const [call] = asked;
    expect(call?.url).toBe('/_track/log?src=pc');
    expect(call?.keepalive).toBe(true);
    expect(Object.fromEntries(call?.body ?? [])).toMatchObject({ source: 'pc', version: '3', screen: 'narrow', xcode: 'ab12' });
    expect(call?.body.get('logs')).not.toContain('secret');
    expect(call?.headers).toMatchObject({ 'device-id': deviceId(), 'trace-id': traceId(), 'accept-language': 'zh-hk' });
    expect(readQueue()).toEqual([]);
  });

  test('[R7.179] what happens offline waits, over pages, and is sent once online', async () => {
    yes();
    browser.onLine = false;
    const first = await newPage('/uk/leeds');
    first.track('PC_PAGE', {});
    first.track('PC_00372', { source_language: 'zh-cn', target_language: 'en-us' });
    await vi.runAllTimersAsync();
    expect(asked).toEqual([]);
    browser.onLine = true;
    const second = await newPage('/en/uk/leeds');
    second.begin();
    await vi.runAllTimersAsync();
    expect(sentEvents()).toEqual(['PC_PAGE', 'PC_00372']);
    second.begin();
    await vi.runAllTimersAsync();
    expect(asked).toHaveLength(1);
  });

  test('[R7.179] what the server could not take is kept; what it will never take is not tried again', async () => {
    yes();
    const { track, begin, readQueue } = await newPage('/uk/leeds');
    for (status of [0, 503, 429]) {
      track('PC_PAGE', {});
      await vi.runAllTimersAsync();
    }
    expect(readQueue()).toHaveLength(3);
    status = 422;
    begin();
    await vi.runAllTimersAsync();
    expect(readQueue()).toEqual([]);
  });

  test('more than one batch goes out one after the other', async () => {
    yes();
    const { enqueue, begin } = await newPage('/uk/leeds');
    for (let number = 0; number < 120; number++) enqueue('PC_PAGE', {});
    begin();
    await vi.runAllTimersAsync();
    expect(asked.map(({ body }) => (JSON.parse(body.get('logs') ?? '') as unknown[]).length)).toEqual([50, 50, 20]);
  });

  test('when the page is left, what waits goes along', async () => {
    yes();
    const { begin, enqueue } = await newPage('/uk/leeds');
    begin();
    await vi.runAllTimersAsync();
    enqueue('PC_00372', { source_language: 'zh-cn', target_language: 'en-us' });
    page.dispatchEvent(new Event('pagehide'));
    expect(sentEvents()).toEqual(['PC_00372']);
  });

  test('a queue that somebody has spoilt is empty', async () => {
    yes();
    const { readQueue } = await newPage('/uk/leeds');
    for (const spoilt of ['{', '{"a":1}', 'null']) {
      page.localStorage.setItem('track_queue', spoilt);
      expect(readQueue(), spoilt).toEqual([]);
    }
  });

  test('faults in our own scripts are reported without what they quote; others are not', async () => {
    yes();
    const { report, readQueue } = await newPage('/uk/leeds');
    const fault = (message: string, stack: string): PromiseRejectionEvent =>
      ({ reason: Object.assign(new Error(message), { stack }) }) as unknown as PromiseRejectionEvent;
    report(fault('bad phone 13800138000', 'Error: x\n at a (https://h.example/_assets/RefundFinder.B5w.js:12:7)'));
    report(fault('not ours', 'at chrome-extension://abc/x.js:1:1'));
    expect(readQueue().map(({ event, fields }) => ({ event, fields }))).toEqual([
      { event: 'PC_ERROR', fields: { message: 'bad phone [number]', script: 'RefundFinder', line: 12 } },
    ]);
  });
});
