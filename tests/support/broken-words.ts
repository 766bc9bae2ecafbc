/** Words of a page that are cut in two by the end of a line although they would fit one. */
import type { Page } from '@playwright/test';

/** What hyphenation would part is judged without it: it helps where a browser has a dictionary, and not everywhere. */
export async function brokenWords(page: Page): Promise<string[]> {
  await page.addStyleTag({ content: '* { hyphens: manual !important }' });
  return page.evaluate(() => {
    const found = new Set<string>();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const node = texts.currentNode as Text;
      const holder = node.parentElement;
      if (!holder?.checkVisibility({ visibilityProperty: true }) || getComputedStyle(holder).clipPath !== 'none') continue;
      // Code is told letter by letter, and on phones the words of a table's cells part with hyphens.
      if (holder.closest(innerWidth < 600 ? 'pre, td, th' : 'pre')) continue;
      for (const { 0: word, index } of node.data.matchAll(/\p{Script=Latin}{4,}/gu)) {
        // Addresses part anywhere.
        if (/[@./]/.test(node.data.charAt(index - 1) + node.data.charAt(index + word.length))) continue;
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const [first, ...others] = range.getClientRects();
        const last = others.at(-1);
        if (!first || !last || last.top - first.top < 4) continue;
        let block: HTMLElement | null = holder;
        while (block && getComputedStyle(block).display.startsWith('inline')) block = block.parentElement;
        const wide = first.width + others.reduce((sum, { width }) => sum + width, 0);
        // A word that is wider than the window has to be cut somewhere.
        if (wide < innerWidth - 48)
          found.add(`${word} in ${block?.tagName.toLowerCase() ?? ''}.${block?.className ?? ''} of ${block?.parentElement?.className ?? ''}`);
      }
    }
    return [...found].slice(0, 5);
  });
}
