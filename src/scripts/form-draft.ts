/**
 * What is written into a part of an application stays in its tab until the server has taken it: loaded anew in the middle of a field, or after
 * the connection went, it stands there again. What was taken is on the account, for every device; without script that alone is.
 */
import { keep, recall } from './browser-storage.ts';

/** `seen`: the answers that the page showed; with others there, it was taken. `whose`: nobody finds what another has written. */
type Draft = {
  readonly at: number;
  readonly whose: string;
  readonly seen: string;
  readonly isSent: boolean;
  readonly values: Readonly<Record<string, string>>;
};
type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Milliseconds for which it stays, as what is written over the end of a session does. */
const draftAge = 86_400_000;
/** What is not written, is chosen anew, or is no answer. */
const unkept = ['hidden', 'file', 'checkbox', 'password'];

function readDraft(text: string | null): Draft | undefined {
  try {
    const draft = JSON.parse(text ?? '') as Draft;
    return Date.now() - draft.at < draftAge ? draft : undefined;
  } catch {
    return undefined;
  }
}

/** @param place of the form; names the application and its part. */
export function keepWritten(place: HTMLElement): void {
  const [form, back] = [place.querySelector('form'), place.querySelector<HTMLElement>('[data-draft-back]')];
  const seen = form?.elements.namedItem('seen');
  if (!form || !(seen instanceof HTMLInputElement)) return;
  const key = `draft ${place.dataset['draft']}`;
  const whose = /^\d+/.exec(String(new FormData(form).get('whose') ?? ''))?.[0] ?? '';
  const fields = [...form.elements].filter(
    (one): one is Field =>
      (one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement || one instanceof HTMLSelectElement) && !unkept.includes(one.type),
  );
  const write = (isSent: boolean): void => {
    const chosen = fields.filter((field) => !(field instanceof HTMLInputElement) || field.type !== 'radio' || field.checked);
    const values = Object.fromEntries(chosen.map((field) => [field.name, field.value]));
    keep('sessionStorage', key, JSON.stringify({ at: Date.now(), whose, seen: seen.value, isSent, values } satisfies Draft));
  };

  const restore = ({ values, seen: before }: Draft): void => {
    let isOther = false;
    for (const field of fields) {
      const value = values[field.name];
      if (value === undefined) continue;
      if (field instanceof HTMLInputElement && field.type === 'radio') {
        isOther ||= field.checked !== (field.value === value);
        field.checked = field.value === value;
        continue;
      }
      // What somebody wrote while this was on its way is newer.
      if (field.value === value || (!(field instanceof HTMLSelectElement) && field.value !== field.defaultValue)) continue;
      field.value = value;
      isOther = true;
    }
    seen.value = before;
    if (back) back.hidden = !isOther;
  };

  const draft = readDraft(recall('sessionStorage', key));
  // What the server shows once more has what was written last.
  if (place.querySelector('.problems')) write(false);
  else if (draft && (draft.whose !== whose || (draft.isSent && draft.seen !== seen.value))) keep('sessionStorage', key, null);
  else if (draft) restore(draft);
  // Written while this was on its way.
  else if (fields.some((field) => field instanceof HTMLInputElement && field.type !== 'radio' && field.value !== field.defaultValue)) write(false);

  back?.querySelector('button')?.addEventListener('click', () => {
    keep('sessionStorage', key, null);
    // The answers that the page was sent with, and their name.
    location.reload();
  });
  for (const sign of ['input', 'change']) form.addEventListener(sign, () => write(false));
  form.addEventListener('submit', () => write(true));
  place.dataset['awake'] = '';
}
