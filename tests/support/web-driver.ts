/**
 * WebKit, asked by the W3C's WebDriver protocol (JSON over HTTP): Debian's WebKitWebDriver and its small browser on an
 * X server without a screen. Both end with the process that started them, however that process ends.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { ensure } from './debian.ts';
import type { Need } from './debian.ts';
import { freePort } from './free-port.ts';

/** A phone's window, in CSS pixels. */
export const phone = { width: 390, height: 844 };

/** A window of a browser session. Functions handed to it run in the page: they see their arguments and nothing else. */
export type BrowserWindow = {
  /** Opens an address and waits until it has loaded. */
  open(address: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /** What a function gives in the page. Its arguments and what it gives are JSON. */
  ask<A extends readonly unknown[], T>(work: (...given: A) => T, ...given: A): Promise<T>;
  /** Scrolls the first element of a selector into sight and clicks it, as a pointer would. @throws {Error} when it is covered or not shown. */
  click(selector: string): Promise<void>;
  /** Types into the first element of a selector. Keys without a letter are the protocol's: `\uE007` is Enter. */
  type(selector: string, text: string): Promise<void>;
  /** Ends the session and its cookies. */
  close(): Promise<void>;
};

export type Browser = { newPhone(): Promise<BrowserWindow>; stop(): Promise<void> };

const needed = { xvfb: '/usr/bin/Xvfb', 'webkit2gtk-driver': '/usr/bin/WebKitWebDriver', 'util-linux': '/usr/bin/setpriv' };

function missing(): string[] {
  return Object.entries(needed).flatMap(([name, program]) => (existsSync(program) ? [] : [name]));
}

export const webKitNeed: Need = {
  why: 'tests of the second engine need WebKit',
  missing,
  help: () => `The tests of the second engine need WebKit, on Debian or Ubuntu: apt-get install ${missing().join(' ')}. Other systems are not supported.`,
};

/** @throws {Error} that says what to install. */
export function ensureWebKit(): void {
  ensure([webKitNeed]);
}

/** Starts a program that the kernel ends when this process ends; a descriptor 3 is there for what it has to say. */
function startBound(program: string, parameters: readonly string[], more: Readonly<Record<string, string>> = {}): ChildProcess {
  return spawn(needed['util-linux'], ['--pdeathsig', 'TERM', program, ...parameters], {
    env: { ...process.env, ...more },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
}

/** The number of the display that an X server has taken. */
function displayOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stdio[3]?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('\n')) resolve(said.trim());
    });
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`Xvfb did not start (status ${code})`)));
  });
}

async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const gone = new Promise((resolve) => void program.once('exit', resolve));
  program.kill();
  await gone;
}

type Command = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>;

const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
const answerShape = z.object({ value: z.unknown() });
const refusalShape = z.object({ error: z.string(), message: z.string() });
const elementShape = z.object({ [elementKey]: z.string() });
const sessionShape = z.object({ sessionId: z.string() });

/** Sends commands to a driver. They throw what the driver refuses. */
function commandsTo(origin: string): Command {
  return async (method, path, body) => {
    const answer = await fetch(`${origin}${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
    const { value } = answerShape.parse(await answer.json());
    if (!answer.ok) {
      const { error, message } = refusalShape.parse(value);
      throw new Error(`${method} ${path} ${JSON.stringify(body) ?? ''}: ${error}. ${message}`);
    }
    return value;
  };
}

async function untilReady(command: Command, driver: ChildProcess): Promise<void> {
  for (;;) {
    const ready = await command('GET', '/status').then(
      () => true,
      () => false,
    );
    if (ready) return;
    if (driver.exitCode !== null) throw new Error(`WebKitWebDriver did not start (status ${driver.exitCode})`);
    await new Promise((resolve) => void setTimeout(resolve, 50));
  }
}

function windowOf(command: Command): BrowserWindow {
  const find = async (selector: string): Promise<string> => {
    const found = elementShape.parse(await command('POST', '/element', { using: 'css selector', value: selector }));
    return `/element/${found[elementKey]}`;
  };
  return {
    open: async (address) => void (await command('POST', '/url', { url: address })),
    reload: async () => void (await command('POST', '/refresh', {})),
    back: async () => void (await command('POST', '/back', {})),
    ask: async <A extends readonly unknown[], T>(work: (...given: A) => T, ...given: A) =>
      (await command('POST', '/execute/sync', { script: `return (${String(work)}).apply(null, arguments)`, args: given })) as T,
    click: async (selector) => void (await command('POST', `${await find(selector)}/click`, {})),
    type: async (selector, text) => void (await command('POST', `${await find(selector)}/value`, { text })),
    close: async () => void (await command('DELETE', '')),
  };
}

/** A browser session of its own, in a window of a phone's size: the bars of this browser's first window make it wider, a window that a page opens has none. */
async function newPhone(command: Command): Promise<BrowserWindow> {
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': { args: ['--automation', '--javascript-can-open-windows-automatically=true'] } } };
  const { sessionId } = sessionShape.parse(await command('POST', '/session', { capabilities }));
  const inSession: Command = (method, path, body) => command(method, `/session/${sessionId}${path}`, body);
  const window = windowOf(inSession);
  const first = await inSession('GET', '/window');
  await window.ask(({ width, height }) => void open('about:blank', '', `popup,toolbar=no,location=no,menubar=no,width=${width},height=${height}`), phone);
  const handles = z.array(z.string()).parse(await inSession('GET', '/window/handles'));
  await inSession('POST', '/window', { handle: handles.find((handle) => handle !== first) });
  await inSession('POST', '/window/rect', phone);
  return window;
}

/**
 * Starts WebKit's driver on a free loopback port.
 * @throws {Error} that says what to install.
 */
export async function startWebKit(): Promise<Browser> {
  ensureWebKit();
  const screen = startBound(needed.xvfb, ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp']);
  const display = await displayOf(screen);
  const port = await freePort();
  // No bus, no screen reader: nothing of the machine it runs on.
  const driver = startBound(needed['webkit2gtk-driver'], [`--port=${port}`, '--host=127.0.0.1'], {
    DISPLAY: `:${display}`,
    GDK_BACKEND: 'x11',
    GTK_A11Y: 'none',
    NO_AT_BRIDGE: '1',
    LC_ALL: 'C.UTF-8',
    TZ: 'Asia/Shanghai',
  });
  const command = commandsTo(`http://127.0.0.1:${port}`);
  await untilReady(command, driver);
  return {
    newPhone: () => newPhone(command),
    async stop() {
      await end(driver);
      await end(screen);
    },
  };
}
