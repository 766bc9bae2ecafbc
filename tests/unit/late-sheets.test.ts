/** Style sheets that come when somebody acts, as a document would take them. */
import { loadStyles } from '#islands/browser/styles.ts';
import { afterEach, expect, test, vi } from 'vitest';

type Link = {
  rel: string;
  href: string;
  isThere: boolean;
  tell: Map<string, () => void>;
  addEventListener(sign: string, act: () => void): void;
  remove(): void;
};

function openDocument(): readonly Link[] {
  const links: Link[] = [];
  vi.stubGlobal('document', {
    querySelector: () => null,
    createElement: (): Link => ({
      rel: '',
      href: '',
      isThere: false,
      tell: new Map(),
      addEventListener(sign, act) {
        this.tell.set(sign, act);
      },
      remove() {
        this.isThere = false;
      },
    }),
    head: {
      append(link: Link) {
        link.isThere = true;
        links.push(link);
      },
    },
  });
  return links;
}
afterEach(() => void vi.unstubAllGlobals());

test('a sheet is fetched once, and is in force for the second who asks when it is for the first', async () => {
  const links = openDocument();
  const inForce: string[] = [];
  const [first, second] = ['first', 'second'].map((name) => loadStyles('/a.css').then(() => inForce.push(name)));
  await Promise.resolve();
  expect(links.map(({ href }) => href)).toEqual(['/a.css']);
  expect(inForce).toEqual([]);
  links[0]?.tell.get('load')?.();
  await Promise.all([first, second]);
  expect(inForce).toEqual(['first', 'second']);
});

test('a sheet that could not be had is asked for again by whoever tries again', async () => {
  const links = openDocument();
  const first = loadStyles('/b.css');
  links[0]?.tell.get('error')?.();
  await expect(first).rejects.toThrow('/b.css');
  expect(links[0]?.isThere).toBe(false);
  const again = loadStyles('/b.css');
  links[1]?.tell.get('load')?.();
  await expect(again).resolves.toBeUndefined();
});
