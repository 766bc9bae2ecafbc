/** Questions and their answers, all visible. Its styles are faq-list.css. */
import type { Faq } from '#lib/features/house/house-faq.rules.ts';
import { html } from '#lib/html.ts';
import type { Html } from '#lib/html.ts';

export function faqList(faqs: readonly Faq[]): Html {
  return html`<dl class="faq">${faqs.map(({ code, question, answer }) => html`<dt id="faq-${code}">${question}</dt><dd>${answer}</dd>`)}</dl>`;
}
