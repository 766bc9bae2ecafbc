/** Sheets on their way, and those in force. */
const sheets = new Map<string, Promise<void>>();

function put(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = href;
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      // Who tries again asks for it again.
      link.remove();
      sheets.delete(href);
      reject(new Error(`${href} could not be loaded`));
    });
    document.head.append(link);
  });
}

/** Puts a style sheet into the page, once, for what comes when somebody acts. Resolves when it is in force; rejects when it cannot be had. @param href a sheet imported with `?url` */
export function loadStyles(href: string): Promise<void> {
  const known = sheets.get(href);
  if (known) return known;
  if (document.querySelector<HTMLLinkElement>(`link[href="${href}"]`)?.sheet) return Promise.resolve();
  const begun = put(href);
  sheets.set(href, begun);
  return begun;
}
