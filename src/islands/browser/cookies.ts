/** Cookies as scripts see them. Browser-safe, and alone, because the script of every public page carries it. */
const dayS = 86_400;

/** The value of a cookie; undefined when there is none or it cannot be read. */
export function readCookie(name: string): string | undefined {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  try {
    return found && decodeURIComponent(found.slice(name.length + 1));
  } catch {
    return undefined;
  }
}

export function writeCookie(name: string, value: string, days: number): void {
  const secure = location.protocol === 'https:' ? '; secure' : '';
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${Math.round(days * dayS)}; samesite=lax${secure}`;
}

export function dropCookie(name: string): void {
  writeCookie(name, '', 0);
}
