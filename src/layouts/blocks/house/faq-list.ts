/** Questions, each with its answer behind it. Its styles are faq-list.css. */
import type { Faq } from '#lib/features/house/house-faq.rules.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';

/** @param open the page is about them: all answers are seen at once. */
export function faqList(faqs: readonly Faq[], open = false): Html {
  return html`<div class="faq">${faqs.map(
    ({ code, question, answer }) =>
      html`<details class="opens" id="faq-${code}"${open && html` open`}><summary>${question}</summary><p>${answer}</p></details>`,
  )}</div>`;
}
