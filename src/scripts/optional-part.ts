/** Parts a page can do without: their loss is not worth a reload (see `reloadOnLostPart` in page.ts). */
let loading = 0;

export const isLoadingOptional = (): boolean => loading > 0;

/** A part of the page's script; undefined when there is no connection or it cannot be had. */
export async function loadOptional<Part>(load: () => Promise<Part>): Promise<Part | undefined> {
  if (!navigator.onLine) return undefined;
  loading++;
  try {
    return await load();
  } catch {
    return undefined;
  } finally {
    loading--;
  }
}
