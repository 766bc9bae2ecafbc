/** Notices of committed changes: which page tags they touch, and how they reach those who keep something. */

/** `single`: whoever made the change looks at once. `many`: one of a series, such as an import, of which the next is about to come. */
export type ChangePace = 'single' | 'many';
export type ChangeListener = (tags: readonly string[], pace: ChangePace) => void;

/** Stands before the tags of a change that is one of many; no tag is called so. */
const oneOfMany = '~';
/** Tags in one notice: its payload ends at 8,000 bytes. */
const tagsPerNotice = 200;

/** The notices that announce these tags, each as long as a notice may be. */
export function noticesOf(tags: readonly string[], pace: ChangePace): string[] {
  const unique = [...new Set(tags)];
  const notices: string[] = [];
  for (let start = 0; start < unique.length; start += tagsPerNotice) {
    const part = unique.slice(start, start + tagsPerNotice);
    notices.push(JSON.stringify(pace === 'many' ? [oneOfMany, ...part] : part));
  }
  return notices;
}

/**
 * Hears notices and tells of them: of single changes at once; of those that are one of many the first at once, and what follows
 * together, once a moment. However many batches an import writes in a moment, what is kept is looked through once.
 * @param moment milliseconds between two tellings of many changes.
 */
export function gatherChanges(tell: ChangeListener, moment = 1_000): (notice: string) => void {
  let gathered = new Set<string>();
  let isResting = false;

  function tellGathered(): void {
    isResting = gathered.size > 0;
    if (!isResting) return;
    const tags = [...gathered];
    gathered = new Set();
    setTimeout(tellGathered, moment).unref();
    tell(tags, 'many');
  }
  return (notice) => {
    const [first, ...rest] = JSON.parse(notice) as string[];
    if (first === undefined) return;
    if (first !== oneOfMany) return tell([first, ...rest], 'single');
    for (const tag of rest) gathered.add(tag);
    if (!isResting) tellGathered();
  };
}
