/** Forms as a browser without script sends them, without a page being drawn: for what comes before what a test is about. */
import type { APIRequestContext } from '@playwright/test';
import { elements, parseHtml } from '#tests/crawl/html.ts';
import type { HtmlElement } from '#tests/crawl/html.ts';

/** A page that was answered. */
export type Answered = { readonly url: string; readonly main: HtmlElement };

async function read(answer: Awaited<ReturnType<APIRequestContext['get']>>): Promise<Answered> {
  if (!answer.ok()) throw new Error(`${answer.url()} answered ${answer.status()}`);
  const [main] = elements(parseHtml(await answer.text()), ({ name }) => name === 'main');
  if (!main) throw new Error(`${answer.url()} has no main part`);
  return { url: answer.url(), main };
}

export const openBy = async (request: APIRequestContext, path: string): Promise<Answered> => read(await request.get(path));

/** Links of a page whose address has this in it, in their order, each once. */
export function linksIn({ main }: Answered, part: string): readonly string[] {
  const found = [...elements(main, ({ name }) => name === 'a')].map(({ attributes }) => attributes.get('href') ?? '');
  return [...new Set(found.filter((href) => href.includes(part)))];
}

const ownText = (children: HtmlElement['children']): string => children.filter((child) => typeof child === 'string').join('');

/** What the controls of a form say as they are. */
function valuesOf(form: HtmlElement): Record<string, string> {
  const values: Record<string, string> = {};
  for (const { name, attributes, children } of elements(form)) {
    const [key, type] = [attributes.get('name'), attributes.get('type')];
    if (key === undefined || attributes.has('disabled') || type === 'file') continue;
    if (name === 'input' && (!(type === 'checkbox' || type === 'radio') || attributes.has('checked'))) values[key] = attributes.get('value') ?? 'on';
    if (name === 'textarea') values[key] = ownText(children);
    if (name === 'select') {
      const options = [...elements({ name, attributes, children }, (one) => one.name === 'option')];
      const chosen = options.find((one) => one.attributes.has('selected')) ?? options[0];
      if (chosen) values[key] = chosen.attributes.get('value') ?? ownText(chosen.children);
    }
  }
  return values;
}

/** How a form is filled in: what its fields are to say where they say something else now, and how the names of boxes begin that are ticked. */
type Filled = { readonly values?: Readonly<Record<string, string>>; readonly ticked?: string };

/**
 * Sends the form of a page that has a field of this name.
 * @returns the page that it leads to.
 */
export async function sendBy(request: APIRequestContext, { url, main }: Answered, field: string, { values = {}, ticked }: Filled = {}): Promise<Answered> {
  const fieldsOf = (form: HtmlElement) => [...elements(form)].map((one) => ({ one, name: one.attributes.get('name') ?? '' }));
  const form = [...elements(main, ({ name }) => name === 'form')].find((one) => fieldsOf(one).some(({ name }) => name === field));
  if (!form) throw new Error(`${url} has no form with ${field}`);
  const boxes = fieldsOf(form).filter(({ one, name }) => ticked !== undefined && one.attributes.get('type') === 'checkbox' && name.startsWith(ticked));
  const sent = {
    ...valuesOf(form),
    ...Object.fromEntries(boxes.map(({ one, name }) => [name, one.attributes.get('value') ?? 'on'])),
    ...values,
  };
  const isMultipart = form.attributes.get('enctype') === 'multipart/form-data';
  const action = new URL(form.attributes.get('action') ?? '', url).href;
  const answer = await request.post(action, { ...(isMultipart ? { multipart: sent } : { form: sent }), headers: { 'sec-fetch-site': 'same-origin' } });
  return read(answer);
}
