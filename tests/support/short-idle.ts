/**
 * Connections that Node's fetch keeps are not used again after a second without use. A server ends idle ones after some more; a test that works
 * for a while without asking anything would send its next request into one that has just been ended.
 */
import { ok } from 'node:assert/strict';

type Dispatcher = object & { readonly constructor: new (options: Readonly<Record<string, number>>) => object };

// Where Node keeps it: it is made with the first request.
const place = Symbol.for('undici.globalDispatcher.1');
await fetch('data:,');
const kept = (globalThis as { [place]?: Dispatcher })[place];
ok(kept, 'fetch of this Node keeps its connections elsewhere');
const second = 1_000;
Object.assign(globalThis, { [place]: new kept.constructor({ keepAliveTimeout: second, keepAliveMaxTimeout: second }) });
