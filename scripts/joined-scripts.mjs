/**
 * Files of script that hold several modules: what is small and wanted together comes in one answer, because the headers of each cost more
 * than what is in it. Modules that no group names are put together by who needs them. They are leaves: a group takes along what its modules import.
 */
const of = (...paths) => new RegExp(`/src/(?:${paths.join('|')})\\.ts$`);

export const joinedScripts = [
  // Of ids, and of how forms are declared: two lines each.
  { name: 'ids', test: of('lib/ids/(?:patterns|new-id)', 'lib/forms/form\\.schema') },
  // What the client of the API and forms share.
  { name: 'shared-parts', test: of('islands/browser/(?:page-settings|toast|sign-in-end)', 'scripts/when-left') },
];
