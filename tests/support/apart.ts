/**
 * Files of unit tests that need a process of their own, and why: they run in the project `unit-apart`. All others share what they
 * import. `tests/guards/suites.test.ts` sees to it that the list is right.
 */
export const apart: Readonly<Record<string, string>> = {
  'tests/unit/account-hearts.test.ts': 'a new page for each test: modules are loaded anew',
  'tests/unit/export-files.test.ts': 'a disk that is full: node:fs has a stand-in',
  'tests/unit/kept.test.ts': 'a new page for each test: modules are loaded anew',
  'tests/unit/track-script.test.ts': 'a new page for each visit: modules are loaded anew',
};
