/** What does not belong on a page of another language, or of mainland China. */

/**
 * Runs of four or more English words that are a sentence rather than a name: at least three begin small and are
 * not the joints of names (of, the, and …).
 */
export function latinSentences(text: string): string[] {
  const joints = new Set(['of', 'the', 'and', 'for', 'in', 'at', 'on', 'de', 'la', 'le', 'di', 'du', 'des', 'von', 'der', 'del', 'y', 'et', 'a', 'an']);
  const runs = text.match(/[A-Za-z][A-Za-z'’-]*(?:[ ,;]+[A-Za-z][A-Za-z'’-]*){3,}/g) ?? [];
  return runs.filter((run) => run.split(/[ ,;]+/).filter((word) => /^[a-z]/.test(word) && !joints.has(word)).length >= 3);
}

/** Addresses of Google's hosts in a text. */
export function googleHosts(text: string): string[] {
  return (
    text.match(
      /(?:https?:)?\/\/[^\s"'<>]*\b(?:google(?:apis|usercontent|tagmanager|-analytics|adservices|syndication)?|gstatic|doubleclick|youtube|ytimg|recaptcha|ggpht)\.[a-z]{2,}[^\s"'<>]*/gi,
    ) ?? []
  );
}
