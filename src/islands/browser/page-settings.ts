/** What the page knows of itself for its scripts, in its `#api` element (see ApiSettings.astro). Apart from the API client, which few need at once. */
import type { ClientSettings } from '#lib/api/client.ts';

export type PageSettings = Pick<ClientSettings, 'locale' | 'siteVariant' | 'messages'> & {
  readonly home: string;
  /** The map that answers the question of the page, where there is one. */
  readonly map?: string;
  /** Undefined until there is a login page. */
  readonly login?: string;
};

export function pageSettings(): PageSettings {
  const element = document.getElementById('api');
  if (!element?.textContent) throw new Error('this page has no API settings');
  return JSON.parse(element.textContent) as PageSettings;
}
