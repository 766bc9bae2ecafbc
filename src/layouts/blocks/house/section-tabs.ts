/** The parts of a long page in one row that stays in reach on phones. Anchors; src/scripts/sections.ts marks where the reader is. Its styles are section-tabs.css. */
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';

export type Section = { readonly id: string; readonly text: string };

export function sectionTabs(label: string, sections: readonly Section[]): Html {
  return html`<nav class="tabs" data-sticks data-sections aria-label="${label}"><ul role="list">${sections.map(
    ({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`,
  )}</ul></nav>`;
}
