/** What `npm run check` checks, the longest first. Imports nothing, so that a misspelt name is refused before anything is installed. */
export const checkNames = ['types', 'dead-code', 'boundaries', 'format', 'lint', 'places', 'messages', 'test-names'] as const;
export type CheckName = (typeof checkNames)[number];
