/** Pages of the export written by several processes, one for each core. */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { PageWriter, WrittenPage } from '#server/pages/export.ts';
import type { PageOrder, PageResult } from './export-setup.ts';

type Waiting = { readonly resolve: (page: WrittenPage) => void; readonly reject: (error: Error) => void };

export type Parts = {
  readonly write: PageWriter;
  /** Microseconds of the processor that they have used. */
  used(): number;
  close(): void;
};

/** Which of `count` a group belongs to: always the same one, which has read its rows. */
function placeOf(group: string, count: number): number {
  let hash = 0;
  for (let at = 0; at < group.length; at++) hash = (hash * 31 + group.charCodeAt(at)) >>> 0;
  return hash % count;
}

/** @throws {Error} when one of them cannot start; later, what is written by one that has ended fails. */
export async function startParts(
  program: string,
  count: number,
  given: readonly string[] = [],
  settings: Readonly<Record<string, string>> = {},
): Promise<Parts> {
  let last = 0;
  const children: { readonly process: ChildProcess; readonly waiting: Map<number, Waiting>; processor: number }[] = [];
  const starting = Array.from({ length: count }, async () => {
    const child = fork(program, [...given], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env: { ...process.env, ...settings } });
    const waiting = new Map<number, Waiting>();
    const part = { process: child, waiting, processor: 0 };
    children.push(part);
    await new Promise<void>((resolve, reject) => {
      child.on('message', (message: PageResult | 'ready') => {
        if (message === 'ready') return resolve();
        part.processor = message.processor;
        const known = waiting.get(message.id);
        waiting.delete(message.id);
        if ('page' in message) known?.resolve(message.page);
        else known?.reject(new Error(message.error));
      });
      child.once('exit', (code) => {
        const error = new Error(`a process of the export ended with status ${code ?? 'unknown'}`);
        for (const one of waiting.values()) one.reject(error);
        waiting.clear();
        reject(error);
      });
    });
  });
  const close = (): void => {
    for (const { process: child } of children) if (child.connected) child.disconnect();
  };
  try {
    await Promise.all(starting);
  } catch (error) {
    close();
    throw error;
  }
  return {
    close,
    used: () => children.reduce((sum, { processor }) => sum + processor, 0),
    write(path, group) {
      const part = children[placeOf(group, children.length)];
      if (!part?.process.connected) throw new Error('a process of the export has ended');
      const { process: child, waiting } = part;
      return new Promise((resolve, reject) => {
        const order: PageOrder = { id: ++last, path, group };
        waiting.set(order.id, { resolve, reject });
        child.send(order);
      });
    },
  };
}
