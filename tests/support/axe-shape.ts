/**
 * The shape of a page: what rules of accessibility can tell pages apart by, without their words and values. Two pages of one shape are judged
 * alike, so one of them is enough, and so is one of two parts, such as the header of all pages.
 *
 * An element gives its tag, its classes, the attributes that say what it is to assistive techniques, what the attributes that name other
 * elements lead to, and whether it shows text at all: letters or digits, signs only, or nothing. What words could still change is looked up
 * and written down as an outcome:
 *
 * - contrast: colours, opacity and size of letters as the browser has computed them, so that themes, states and transitions count;
 * - size of targets: whether a target is smaller than 24 pixels, whether it is one among more words, has another target near it, or lies under
 *   a target or under what floats over the page;
 * - regions that scroll: whether there is more in them than they show;
 * - names: whether landmarks of one role share a name, whether a name has the words that are shown, whether a picture repeats its link;
 * - states: what is checked, filled, focused, open or visible.
 *
 * These outcomes are found over the whole page, so that a part of which one changes is another part, and so is its counterpart. A part also
 * has what is around it: what its ancestors are, and the level of the heading before it.
 *
 * Equal neighbours count as one, in tables as up to four, since some rules begin with a few rows. Whether long words stick out is none of
 * axe's business: tests measure that on each page.
 */
import type { JSHandle, Page } from '@playwright/test';

/** A page, and its parts: what lies in the body, and in that down to a few levels. */
export type Shape = {
  /** Of the whole page; long. */
  readonly page: string;
  readonly parts: readonly string[];
  /** Of each part, in the same order; there in the page alone. */
  readonly elements: readonly Element[];
};

/** The shape of what a page shows now. It needs no script of the page. */
export function shapeOf(page: Page): Promise<JSHandle<Shape>> {
  return page.evaluateHandle((): Shape => {
    const kept = new Set(
      (
        'role type lang xml:lang dir tabindex hidden disabled readonly required multiple open scope colspan rowspan span autocomplete contenteditable ' +
        'inert popover accesskey controls autoplay muted kind http-equiv usemap ismap'
      ).split(' '),
    );
    const words = new Set('alt title placeholder label summary aria-label aria-description aria-roledescription aria-valuetext aria-placeholder'.split(' '));
    const names = new Set(
      (
        'for form list headers aria-labelledby aria-describedby aria-controls aria-owns aria-activedescendant aria-details aria-errormessage ' +
        'aria-flowto popovertarget commandfor'
      ).split(' '),
    );
    const numbers = new Set(
      'aria-valuenow aria-valuemin aria-valuemax aria-posinset aria-setsize aria-rowcount aria-rowindex aria-colcount aria-colindex'.split(' '),
    );
    const landmarks = new Set('nav aside section form header footer main search article dialog'.split(' '));
    const unlooked = new Set('script style template link base path g defs use circle rect line polyline polygon ellipse'.split(' '));
    const small = 24;

    const kindOf = (text: string): string => (/[\p{L}\p{N}]/u.test(text) ? 't' : /\S/.test(text) ? 's' : '');
    const plain = (text: string): string =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim();
    const ownText = (element: Element): string => {
      let text = '';
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) text += node.nodeValue ?? '';
      return text;
    };
    const all = [...document.querySelectorAll('*')];
    const ids = new Map<string, number>();
    for (const { id } of all) if (id !== '') ids.set(id, (ids.get(id) ?? 0) + 1);

    /** What an element is called by others: its label, or the words of what labels it. */
    const nameOf = (element: Element): string => {
      const labelled = element.getAttribute('aria-labelledby');
      if (labelled === null) return plain(element.getAttribute('aria-label') ?? '');
      return plain(
        labelled
          .split(/\s+/)
          .map((id) => document.getElementById(id)?.textContent ?? '')
          .join(' '),
      );
    };
    const named = new Map<string, number>();
    const landmarkOf = (element: Element): string | undefined =>
      element.hasAttribute('role') || landmarks.has(element.localName) ? `${element.getAttribute('role') ?? element.localName} ${nameOf(element)}` : undefined;
    for (const element of all) {
      const landmark = landmarkOf(element);
      if (landmark !== undefined) named.set(landmark, (named.get(landmark) ?? 0) + 1);
    }

    // Where targets are. What floats keeps its place over whatever is scrolled beneath it.
    const targetSelector = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], [role=button], [role=link], [contenteditable]';
    const targets = all
      .filter((element) => element.matches(targetSelector) && element.checkVisibility({ visibilityProperty: true }))
      .map((element) => ({ element, rect: element.getBoundingClientRect() }))
      .filter(({ rect }) => rect.width > 0 && rect.height > 0);
    const floats: { readonly element: Element; readonly rect: DOMRect }[] = [];
    const styles = new Map<Element, CSSStyleDeclaration>();
    for (const element of all) {
      const style = getComputedStyle(element);
      styles.set(element, style);
      const { position } = style;
      if ((position === 'fixed' || position === 'sticky' || position === 'absolute') && element.checkVisibility({ visibilityProperty: true }))
        floats.push({ element, rect: element.getBoundingClientRect() });
    }
    const apart = (one: Element, other: Element): boolean => !one.contains(other) && !other.contains(one);
    const meets = (one: DOMRect, other: DOMRect, by = 0): boolean =>
      one.left < other.right + by && other.left < one.right + by && one.top < other.bottom + by && other.top < one.bottom + by;
    const isBlock = (element: Element): boolean => !(styles.get(element)?.display ?? '').startsWith('inline');
    /** By block: whether it has more words than those of targets. */
    const wordy = new Map<Element, boolean>();
    /** Whether it is one among more words than those of targets. */
    const isInWords = (element: Element): boolean => {
      if (styles.get(element)?.display !== 'inline') return false;
      let block = element.parentElement;
      while (block && !isBlock(block)) block = block.parentElement;
      if (!block) return false;
      const known = wordy.get(block);
      if (known !== undefined) return known;
      const inTargets = [...block.querySelectorAll(targetSelector)].map(({ textContent }) => textContent).join('');
      const isWordy = block.textContent.replace(/\s+/g, ' ').length - inTargets.length > inTargets.replace(/\s+/g, ' ').length;
      wordy.set(block, isWordy);
      return isWordy;
    };
    // A long page has thousands of targets: each is compared with those of its own height on the page.
    const bands = new Map<number, (typeof targets)[number][]>();
    const bandsOf = (rect: DOMRect): number[] => {
      const from = Math.floor((rect.top - small) / 200);
      return Array.from({ length: Math.floor((rect.bottom + small) / 200) - from + 1 }, (_, at) => from + at);
    };
    for (const one of targets)
      for (const band of bandsOf(one.rect)) {
        const others = bands.get(band);
        if (others) others.push(one);
        else bands.set(band, [one]);
      }
    const outcomes = new Map<Element, string>();
    for (const { element, rect } of targets) {
      const isSmall = rect.width < small || rect.height < small;
      const isNear = bandsOf(rect).some((band) =>
        bands.get(band)?.some((other) => other.element !== element && meets(rect, other.rect, isSmall ? small : 0) && apart(element, other.element)),
      );
      const under = floats.some((one) => meets(rect, one.rect) && apart(element, one.element));
      outcomes.set(element, `${isSmall ? `<${isInWords(element) ? 'w' : ''}` : ''}${isNear ? 'n' : ''}${under ? 'u' : ''}`);
    }

    const leadsTo = (element: Element, id: string): string => {
      const target = id === '' ? null : document.getElementById(id);
      if (!target) return '?';
      return `${target.localName}.${target.getAttribute('role') ?? ''}${kindOf(target.textContent)}${element.contains(target) ? 'i' : target.contains(element) ? 'o' : ''}`;
    };
    const attributeOf = (element: Element, name: string, value: string): string | undefined => {
      if (name === 'class') return `.${value.split(/\s+/).sort().join('.')}`;
      if (name === 'id') return ids.get(value) === 1 ? undefined : '#again';
      if (name === 'href') return value.startsWith('#') ? `href#${leadsTo(element, value.slice(1))}` : value === '' ? 'href-' : 'href';
      if (names.has(name))
        return `${name}:${value
          .split(/\s+/)
          .map((id) => leadsTo(element, id))
          .join()}`;
      if (words.has(name)) return `${name}:${kindOf(value)}`;
      if (numbers.has(name)) return `${name}:${Number.isFinite(Number(value)) ? 'n' : value}`;
      if (name.startsWith('aria-') || kept.has(name)) return `${name}=${value}`;
      // Rules look at spacing that readers cannot change; all else of a style shows in what the browser computes.
      if (name === 'style') return /!\s*important/.test(value) ? `style=${value}` : undefined;
      if (name === 'content' && element.matches('meta[name=viewport], meta[http-equiv=refresh]')) return `content=${value}`;
      if (name === 'name' && element.localName === 'meta') return `name=${value}`;
      return undefined;
    };
    const stateOf = (element: Element): string => {
      let state = element === document.activeElement ? '*' : '';
      if (element instanceof HTMLInputElement)
        state += `${element.checked ? 'c' : ''}${element.value === '' ? '' : 'v'}${element.labels && element.labels.length > 1 ? 'l' : ''}`;
      if (element instanceof HTMLTextAreaElement) state += element.value === '' ? '' : 'v';
      if (element.matches(':popover-open')) state += 'p';
      if (element.matches(':modal')) state += 'm';
      return state;
    };

    /** Several equal neighbours, alone or by twos and threes, are one. */
    const collapsed = (shapes: readonly string[], most: number): string => {
      const result: string[] = [];
      for (const shape of shapes) {
        result.push(shape);
        for (const length of [1, 2, 3]) {
          const from = result.length - length * (most + 1);
          if (from < 0) continue;
          const last = result.slice(-length);
          let isAgain = true;
          for (let at = from; at < result.length; at++) if (result[at] !== last[(at - from) % length]) isAgain = false;
          if (isAgain) result.length -= length;
        }
      }
      return result.join('');
    };

    const headingOf = (element: Element): string | undefined =>
      /^h[1-6]$/.test(element.localName)
        ? element.localName
        : element.getAttribute('role') === 'heading'
          ? `h${element.getAttribute('aria-level') ?? '2'}`
          : undefined;

    /** What an element is by itself. */
    const headOf = (element: Element, isDrawn: boolean): string => {
      const parts: string[] = [];
      for (const { name, value } of element.attributes) {
        const part = attributeOf(element, name, value);
        if (part !== undefined) parts.push(part);
      }
      parts.sort();
      const text = kindOf(ownText(element));
      let look = '-';
      const style = styles.get(element);
      if (style && isDrawn) {
        const { backgroundColor, backgroundImage, opacity, visibility, display, position } = style;
        look = [
          backgroundColor === 'rgba(0, 0, 0, 0)' ? '' : backgroundColor,
          backgroundImage === 'none' ? '' : 'i',
          opacity === '1' ? '' : opacity,
          visibility === 'visible' ? '' : 'h',
          display,
          position === 'static' ? '' : position,
        ].join();
        if (text !== '' || element.matches('input, textarea, select')) {
          const { color, fontSize, fontWeight, fontStyle, textShadow, textDecorationLine, borderBottomWidth } = style;
          look += [color, fontSize, fontWeight, fontStyle, textShadow === 'none' ? '' : 's', textDecorationLine, borderBottomWidth].join();
        }
        if (element.scrollWidth > element.clientWidth + 13 && /auto|scroll/.test(style.overflowX)) look += '>';
        if (element.scrollHeight > element.clientHeight + 13 && /auto|scroll/.test(style.overflowY)) look += 'v';
      }
      const landmark = landmarkOf(element);
      let said = landmark !== undefined && (named.get(landmark) ?? 0) > 1 ? '=' : '';
      if (element.matches('[aria-label], [aria-labelledby]') && kindOf(element.textContent) !== '')
        said += nameOf(element).includes(plain(element.textContent)) ? '+' : '!';
      const link = element instanceof HTMLImageElement && element.alt !== '' ? element.closest('a, button') : null;
      if (link) said += plain(link.textContent) === plain(element.getAttribute('alt') ?? '') ? 'r' : '';
      return `<${element.localName} ${parts.join(' ')}|${text}|${look}|${outcomes.get(element) ?? ''}|${stateOf(element)}|${said}>`;
    };

    const asks = [
      '(prefers-color-scheme: dark)',
      '(forced-colors: active)',
      '(prefers-contrast: more)',
      '(prefers-reduced-motion: reduce)',
      '(scripting: none)',
      'print',
    ];
    const surroundings = [innerWidth, getComputedStyle(document.documentElement).fontSize, ...asks.map((ask) => matchMedia(ask).matches)].join();
    const parts: string[] = [];
    const elements: Element[] = [];
    let heading = '';
    /** @param depth how far below the body; what is deeper than a few levels, or small, is no part of its own. */
    const shapeBelow = (element: Element, above: string, isShown: boolean, depth: number): string => {
      if (unlooked.has(element.localName)) return '';
      const isDrawn = isShown && styles.get(element)?.display !== 'none';
      const [head, before] = [headOf(element, isDrawn), heading];
      const level = headingOf(element);
      if (level !== undefined && isDrawn) heading = level;
      const most = /^(?:table|thead|tbody|tfoot|tr)$/.test(element.localName) ? 4 : 1;
      // The language of the page is said by its first element, and shows in nothing else that rules look at.
      const around = above + (depth < 0 ? head.replace(/ lang=[^ |]*/, '') : head);
      const inner = collapsed(
        [...element.children].map((child) => shapeBelow(child, around, isDrawn, depth + 1)),
        most,
      );
      const shape = `${head}${inner}</>`;
      if (depth === 1 || (depth > 1 && depth <= 7 && element.childElementCount > 1)) {
        parts.push([surroundings, above, before, shape].join('\n'));
        elements.push(element);
      }
      return shape;
    };
    const whole = shapeBelow(document.documentElement, '', true, -1);
    const sheets = [...document.styleSheets].map(({ href, ownerNode }) => href ?? ownerNode?.textContent ?? '');
    return { page: [surroundings, kindOf(document.title), ...sheets, whole].join('\n'), parts, elements };
  });
}
