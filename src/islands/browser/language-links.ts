/** The links to this page in other languages, where a script leads them elsewhere or reads them. */

/** They stand folded in the menu and in the panel of languages until those are opened; from now on they are elements like the others. */
export function languageLinks(): NodeListOf<HTMLAnchorElement> {
  for (const folded of document.querySelectorAll(':is(#menu,#languages) > noscript')) folded.outerHTML = folded.textContent;
  return document.querySelectorAll<HTMLAnchorElement>('a[data-locale]');
}
