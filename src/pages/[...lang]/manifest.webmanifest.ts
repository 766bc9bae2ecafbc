/** What installing the site as an app needs to know, in the language of the page it is installed from. */
import type { APIRoute } from 'astro';
import { indexPaths } from '#lib/features/editorial/editorial.loader.ts';
import { appManifest } from '#lib/seo/manifest.ts';

export const prerender = true;
export const getStaticPaths = indexPaths;

export const GET: APIRoute = ({ locals: { view } }) =>
  Response.json(appManifest(view), { headers: { 'content-type': 'application/manifest+json; charset=utf-8' } });
