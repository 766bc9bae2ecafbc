/** R2.187: back to where the reader came from on this site; otherwise the link leads home. */
export function goBack(link: HTMLAnchorElement): void {
  if (document.referrer.startsWith(`${location.origin}/`)) history.back();
  else location.assign(link.href);
}

/** The way up moves the focus along and closes the help it is in. */
export function goUp(link: HTMLAnchorElement): void {
  link.closest<HTMLElement>('[popover]')?.hidePopover();
  scrollTo({ top: 0 });
  document.querySelector<HTMLElement>('.brand')?.focus({ preventScroll: true });
}
