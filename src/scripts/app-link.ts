/** Opens the operator's app at the present page, where it is installed; otherwise the link is followed (R9.40). */

/** Milliseconds an app has to take over. */
const patience = 1_200;

type Surroundings = {
  readonly go: (href: string) => void;
  /** Calls back when the page is hidden: something else has taken over. */
  readonly whenHidden: (hidden: () => void) => void;
};

/** @param app how a link opens the app; @param path what it shall show; @param page where to go when nothing answers. */
export function openOrFollow(app: string, path: string, page: string, { go, whenHidden }: Surroundings): void {
  const due = setTimeout(() => go(page), patience);
  whenHidden(() => clearTimeout(due));
  go(app + path);
}

export function openApp(link: HTMLAnchorElement): void {
  openOrFollow(link.dataset['app'] ?? '', location.pathname + location.search, link.href, {
    go: (href) => location.assign(href),
    whenHidden: (hidden) => addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && hidden(), { once: true }),
  });
}
