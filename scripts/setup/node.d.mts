/** The Node of one platform as an npm package, with the sum of its binary. */
export type PinnedNode = { readonly package: string; readonly version: string; readonly sha256: string };
export const pinned: Readonly<Record<string, PinnedNode>>;
export function fits(version: string): boolean;
export function isPinned(file: string, sha256: string): boolean;
