import type { BoundCall } from '#lib/api/bind.ts';
import type { Site } from '#lib/paths.ts';
import { calledPages, editorialCalls } from './editorial.api.ts';
import { readEditorialBodies } from './editorial.files.ts';

/**
 * What editors wrote, by calls. Its pages are written by the build.
 * @param root where the content lies.
 * @throws {EditorialFileError}
 */
export function createEditorial({ root, site }: { readonly root: string; readonly site: Site }): { readonly calls: readonly BoundCall[] } {
  return { calls: editorialCalls({ site, bodies: readEditorialBodies(root, { help: 'all', pages: calledPages }) }) };
}
