/**
 * Rendered pages as compressed bytes, bounded, found by key, thrown out by tag.
 * - One render per key at a time, however many ask (single-flight).
 * - A page past its time is served once more while it is rendered anew (stale-while-revalidate), one such page after another.
 * - Renders wait for each other, so that kept pages, refusals and health are answered between them.
 * - A page is compressed quickly at first, and well once it turns out to be asked for again.
 * - A page whose data changed is never served again, unless rendering fails: then the old page beats no page. While changes come
 *   in a series, as an import's do, it is served for a few seconds more and rendered anew behind the readers' backs: otherwise all
 *   pages would be rendered again after each batch, with readers waiting for them.
 */
import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import type { ChangePace } from '#lib/db/changes.ts';
import { TagIndex } from '#lib/db/tag-index.ts';
import type { PageText } from '#lib/page-text.ts';
import { ownBytesOfPage } from './page-bytes.ts';

const brotli = promisify(brotliCompress);
const unbrotli = promisify(brotliDecompress);
const gzipped = promisify(gzip);

/** What rendering gives back. */
export type RenderedPage = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly html: PageText;
  readonly tags: readonly string[];
  readonly storable: boolean;
};

/** A page ready to send. */
export type KeptPage = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  /** The bytes in the best encoding the client takes. */
  body(accepts: { br: boolean; gzip: boolean }): Promise<{ bytes: Buffer; encoding: 'br' | 'gzip' | undefined }>;
};

export type CacheState = 'hit' | 'stale' | 'miss' | 'pass' | 'rescued';

/** A page as it is kept; `squeeze` compresses it well. */
type Kept = { readonly page: KeptPage; readonly bytes: number; readonly squeeze: () => Promise<void> };
type Entry = Kept & {
  readonly renderedAt: number;
  /** When what it shows changed: from then on readers wait for the new page. In the future while changes come in a series. */
  overAt: number;
  hits: number;
};

/** What is asked for so often is worth compressing well. */
const worthwhile = 2;
/** Brotli's: a third of the time for a sixth more bytes, and what a slow phone should get. */
const quality = { quick: 3, dense: 5 } as const;

/** Nearly every page fits into one piece then, instead of two that are put together. */
const chunkSize = 32_768;

export type PageCacheOptions = {
  /** Bound on the compressed bytes kept; 0 keeps nothing. */
  readonly maxBytes: number;
  /** Milliseconds after which a page is rendered anew behind the reader's back. */
  readonly freshFor: number;
  /** Milliseconds of a clock that is never set back. */
  readonly now?: () => number;
};

/**
 * Gives the memory of bytes back at once. What was compressed, and what that was written to, stays reachable until a full garbage
 * collection, and a few hundred pages of it bring one about, which costs as much as rendering them (docs/decisions/0092).
 * @param bytes nobody reads them any more.
 * @param whole length of the memory they stand in when it is theirs alone; small ones stand in memory that they share with others.
 */
function letGo({ buffer, byteLength }: Buffer, whole = byteLength): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === whole) buffer.transfer(0);
}

/** @param body let go afterwards. */
async function compress(body: Buffer, how: keyof typeof quality): Promise<Buffer> {
  const written = await brotli(body, {
    chunkSize,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality[how],
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      // A window no larger than the page: the usual 4 MB one costs a full garbage collection every few pages.
      [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(16, Math.ceil(Math.log2(body.length + 1)))),
    },
  });
  letGo(body);
  // In memory of its own, as long as it is: what it was written to is longer.
  const compressed = Buffer.allocUnsafeSlow(written.length);
  written.copy(compressed);
  letGo(written, chunkSize);
  return compressed;
}

/** Renders under way at once: some wait for the database while others use the processor. */
const rendersAtOnce = 6;

/** How long a page that one of many changes touches is still served while it is made anew, in milliseconds. */
const servedOn = 5_000;

/** Redirects and pages of what is missing kept at once. */
const mostOthers = 200;
/** Bytes an entry takes beside its page and its key. */
const overhead = 512;

/** Told how many bytes a page takes more, once somebody wanted it otherwise compressed. */
type Grown = (page: KeptPage, bytes: number) => void;

async function keep(rendered: RenderedPage, grown: Grown): Promise<Kept> {
  const { status, headers, html } = rendered;
  const body = ownBytesOfPage(html);
  // Weak: it stands for the text, however that is encoded.
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  let compressed = await compress(body, 'quick');
  let zipped: Promise<Buffer> | undefined;
  const page: KeptPage = {
    status,
    headers,
    etag,
    async body(accepts) {
      if (accepts.br) return { bytes: compressed, encoding: 'br' };
      if (!accepts.gzip) return { bytes: await unbrotli(compressed), encoding: undefined };
      zipped ??= unbrotli(compressed).then(async (plain) => {
        const bytes = await gzipped(plain, { level: 6 });
        grown(page, bytes.length);
        return bytes;
      });
      return { bytes: await zipped, encoding: 'gzip' };
    },
  };
  return {
    page,
    bytes: compressed.length + overhead,
    async squeeze() {
      const before = compressed.length;
      compressed = await compress(await unbrotli(compressed), 'dense');
      grown(page, compressed.length - before);
    },
  };
}

export class PageCache {
  readonly #options: PageCacheOptions;
  readonly #entries: LRUCache<string, Entry>;
  /** Keys of what is no page (redirects, what is missing or gone), the oldest first. */
  readonly #others = new Set<string>();
  readonly #tags = new TagIndex();
  readonly #inLine = pLimit(rendersAtOnce);
  /** Pages to be made anew behind the readers' backs, one after another. */
  readonly #behind = new Map<string, () => Promise<RenderedPage>>();
  #isWorkingBehind = false;
  readonly #inFlight = new Map<string, Promise<{ page: KeptPage; failed: boolean }>>();
  /** Tags invalidated while renders were under way, with the sequence number at which that last happened, and what it means for pages. */
  readonly #recent = new Map<string, { readonly sequence: number; readonly overAt: number }>();
  #sequence = 0;
  readonly counts: Record<CacheState, number> = { hit: 0, stale: 0, miss: 0, pass: 0, rescued: 0 };

  constructor(options: PageCacheOptions) {
    this.#options = options;
    this.#entries = new LRUCache({
      // Nothing fits into the one byte that the library wants at least.
      maxSize: Math.max(1, options.maxBytes),
      sizeCalculation: ({ bytes }) => bytes,
      // Set over itself, an entry has grown: it stays under its tags.
      noDisposeOnSet: true,
      dispose: (_entry, key) => {
        this.#others.delete(key);
        this.#tags.drop(key);
      },
    });
  }

  get size(): { entries: number; bytes: number } {
    return { entries: this.#entries.size, bytes: this.#entries.calculatedSize };
  }

  /** Pages being rendered or waiting for it. */
  get rendering(): number {
    return this.#inFlight.size;
  }

  /** Whether a page can be given without another render: it is kept and unchanged, or being rendered for somebody else. */
  isAtHand(key: string): boolean {
    const entry = this.#entries.peek(key);
    return (entry !== undefined && this.#isServed(entry)) || this.#inFlight.has(key);
  }

  #now(): number {
    return this.#options.now?.() ?? performance.now();
  }

  #isServed(entry: Entry): boolean {
    return this.#now() < entry.overAt;
  }

  /**
   * The page under `key`, rendered if need be.
   * @throws what `render` throws, when there is no older page to fall back on.
   */
  async get(key: string, render: () => Promise<RenderedPage>): Promise<{ page: KeptPage; state: CacheState }> {
    const entry = this.#entries.get(key);
    if (entry && this.#isServed(entry)) {
      if (++entry.hits === worthwhile) entry.squeeze().catch(() => undefined);
      const fresh = entry.overAt === Infinity && this.#now() - entry.renderedAt < this.#options.freshFor;
      if (!fresh) this.#renderBehind(key, render);
      return this.#count(entry.page, fresh ? 'hit' : 'stale');
    }
    try {
      const { page, failed } = await this.#renderShared(key, render);
      if (failed && entry) return this.#count(entry.page, 'rescued');
      return this.#count(page, 'miss');
    } catch (error) {
      if (entry) return this.#count(entry.page, 'rescued');
      throw error;
    }
  }

  /** Renders in the line of all renders, for the one who asks: kept nowhere, shared with nobody. */
  async renderOnce(render: () => Promise<RenderedPage>): Promise<KeptPage> {
    this.counts.pass++;
    return (await keep(await this.#queued(render), () => undefined)).page;
  }

  #queued(render: () => Promise<RenderedPage>): Promise<RenderedPage> {
    return this.#inLine(async () => {
      // A turn of the event loop for each, so that what came meanwhile is read and answered first.
      await nextTurn();
      return render();
    });
  }

  #count(page: KeptPage, state: CacheState): { page: KeptPage; state: CacheState } {
    this.counts[state]++;
    return { page, state };
  }

  /** Its bytes count anew where they then are; what has been thrown out or rendered anew meanwhile counts no more. */
  #grow(key: string, page: KeptPage, bytes: number): void {
    const entry = this.#entries.peek(key);
    if (entry?.page === page) this.#entries.set(key, { ...entry, bytes: entry.bytes + bytes });
  }

  /** What a page kept under the key calls. Made where no render is at hand: it would keep that too, with the request it was for. */
  #growthOf(key: string): Grown {
    return (page, bytes) => this.#grow(key, page, bytes);
  }

  #renderBehind(key: string, render: () => Promise<RenderedPage>): void {
    if (this.#inFlight.has(key)) return;
    this.#behind.set(key, render);
    if (!this.#isWorkingBehind) void this.#workBehind();
  }

  async #workBehind(): Promise<void> {
    this.#isWorkingBehind = true;
    // What is added meanwhile is met at the end.
    for (const [key, render] of this.#behind) {
      this.#behind.delete(key);
      await this.#renderShared(key, render).catch(() => undefined);
    }
    this.#isWorkingBehind = false;
  }

  #renderShared(key: string, render: () => Promise<RenderedPage>): Promise<{ page: KeptPage; failed: boolean }> {
    const running = this.#inFlight.get(key);
    if (running) return running;
    const started = this.#sequence;
    const work = (async () => {
      const rendered = await this.#queued(render);
      const kept = await keep(rendered, this.#growthOf(key));
      const bytes = kept.bytes + 2 * key.length;
      const changes = [...rendered.tags, '*'].flatMap((tag) => this.#recent.get(tag) ?? []).filter(({ sequence }) => sequence > started);
      const overAt = Math.min(Infinity, ...changes.map((change) => change.overAt));
      if (rendered.storable && bytes <= this.#options.maxBytes / 4) {
        this.#store(key, { ...kept, bytes, renderedAt: this.#now(), overAt, hits: 0 }, rendered.tags);
      }
      return { page: kept.page, failed: rendered.status >= 500 };
    })().finally(() => {
      this.#inFlight.delete(key);
      if (this.#inFlight.size === 0) this.#recent.clear();
    });
    this.#inFlight.set(key, work);
    return work;
  }

  /** Redirects and pages of what does not exist are as many as anybody likes to ask for: they go first, and never push out a page. */
  #store(key: string, entry: Entry, tags: readonly string[]): void {
    this.#entries.delete(key);
    this.#tags.add(key, tags);
    if (entry.page.status !== 200) this.#others.add(key);
    for (const oldest of this.#others) {
      if (this.#others.size <= mostOthers) break;
      this.#entries.delete(oldest);
    }
    this.#entries.set(key, entry);
  }

  /**
   * Marks every page with one of the tags as changed; `*` marks all. Returns how many.
   * @param pace of `many` changes the page is served for some seconds more, counted from the first that it has not heard of.
   */
  invalidate(tags: readonly string[], pace: ChangePace = 'single'): number {
    this.#sequence++;
    const overAt = pace === 'many' ? this.#now() + servedOn : -Infinity;
    if (this.#inFlight.size > 0)
      for (const tag of tags) this.#recent.set(tag, { sequence: this.#sequence, overAt: Math.min(overAt, this.#recent.get(tag)?.overAt ?? Infinity) });
    let count = 0;
    for (const key of this.#tags.keysOf(tags)) {
      const entry = this.#entries.peek(key);
      if (!entry || entry.overAt <= overAt) continue;
      entry.overAt = overAt;
      count++;
    }
    return count;
  }
}
