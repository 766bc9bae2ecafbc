/**
 * What script adds to the form of a question, on its page and in the dialog: each field is checked when it is left, sending takes one
 * step after another, what is written outlives the page, and without connection it waits. Without script the page is posted to.
 */
import {
  agreeTip,
  askedFlagOf,
  draftFor,
  isConsent,
  isDraftOf,
  leftProblem,
  nextAskStep,
  readDraft,
  sendDebounce,
  withDraft,
} from '#lib/features/enquiries/asking.rules.ts';
import { draftKey } from '#lib/features/enquiries/asking-opens.rules.ts';
import { askForm } from '#lib/features/enquiries/enquiries.schema.ts';
import { describedBy, idsOf, labelsOf } from '#lib/forms/form-fields.rules.ts';
import { partsOf } from '#lib/forms/form-parts.rules.ts';
import type { FieldProblem } from '#lib/forms/form.schema.ts';
import { traps } from '#lib/forms/traps.rules.ts';
import { newId } from '#lib/ids/new-id.ts';
import { pageSettings } from '#islands/browser/page-settings.ts';
import { loadStyles } from '#islands/browser/styles.ts';
import { showToast } from '#islands/browser/toast.ts';
import { loadWords } from '#islands/browser/words.ts';
import type { AskAnswer } from './ask-send.ts';
import { keepWaiting, showWaiting } from './ask-waiting.ts';
import { keep, recall } from './browser-storage.ts';
import { loadOptional } from './optional-part.ts';
import { wakePhones } from './phone-typing.ts';
import { whenLeft } from './when-left.ts';
import styles from './asking.css?url';

/** What goes along with the question: by what its writer shows to be a person, and by what a program gives itself away. */
const besides: readonly string[] = ['captcha_token', traps.empty, traps.shown];

/** R9.45: from here on there is room for a dialog. */
const desk = '(min-width: 1024px)';

function element<K extends keyof HTMLElementTagNameMap>(name: K, text: string, more: Partial<HTMLElementTagNameMap[K]> = {}): HTMLElementTagNameMap[K] {
  return Object.assign(document.createElement(name), { textContent: text }, more);
}

/** The part that sends; without connection there is none. Whoever turns to a field has it before they press the button. */
const sender = () => loadOptional(() => import('./ask-send.ts'));

/** @param form as the server wrote it. */
export async function wakeAskForm(form: HTMLFormElement): Promise<void> {
  if ('waking' in form.dataset) return;
  form.dataset['waking'] = '';
  const { locale } = pageSettings();
  // Before it is sent: without connection nothing could be said any more.
  const [t, says] = await Promise.all([loadWords('asking', locale), loadWords('forms', locale), loadStyles(styles)]);
  const place = form.closest<HTMLElement>('[data-ask]');
  const button = form.querySelector<HTMLButtonElement>('button[type=submit]');
  if (!place || !button) return;
  const title = button.textContent;
  const names = partsOf(askForm).map(({ name }) => name);
  /** Of several to choose from, the first. */
  const inputOf = (name: string): HTMLElement | null => {
    const found = form.elements.namedItem(name);
    const first = found instanceof RadioNodeList ? found[0] : found;
    return first instanceof HTMLElement ? first : null;
  };

  function values(): Record<string, string> {
    const given = new FormData(form);
    return Object.fromEntries(
      [...names, ...besides].flatMap((name) => {
        const value = given.get(name);
        return typeof value === 'string' ? [[name, value]] : [];
      }),
    );
  }
  const whose = (): string => /^\d+/.exec(String(new FormData(form).get('whose') ?? ''))?.[0] ?? '';

  /** What was sent and has to be mended: told until it is, or until it is sent again. */
  const told = new Set(names.filter((name) => inputOf(name)?.getAttribute('aria-invalid') === 'true'));
  const labels = labelsOf(askForm);
  const saidOf = ({ message, values: facts }: FieldProblem): string => says(message as Parameters<typeof says>[0], facts);

  /** What the page calls a field. */
  function labelOf(name: string): string {
    const label = labels.get(name);
    if (typeof label === 'string' && label.startsWith('forms.')) return says(label as Parameters<typeof says>[0]);
    const words = form.querySelector(`label[for="${idsOf(askForm, name).input}"]`)?.firstChild?.textContent?.trim();
    // A number has two inputs under one heading, and is called by its own name.
    return words ?? inputOf(name)?.getAttribute('aria-label') ?? '';
  }

  function showProblem(name: string, problem: FieldProblem | undefined): void {
    const input = inputOf(name);
    if (!input) return;
    const ids = idsOf(askForm, name);
    document.getElementById(ids.problem)?.remove();
    // Struck out in the list rather than taken away: nothing moves while somebody writes.
    place?.querySelector(`.problems a[href="#${ids.input}"]`)?.toggleAttribute('data-mended', !problem);
    const described = describedBy(ids, document.getElementById(ids.hint) !== null, problem !== undefined);
    if (described === undefined) input.removeAttribute('aria-describedby');
    else input.setAttribute('aria-describedby', described);
    if (!problem) return input.removeAttribute('aria-invalid');
    input.setAttribute('aria-invalid', 'true');
    (input.closest('.phone, .choices') ?? input.closest('.choice') ?? input).before(element('p', saidOf(problem), { id: ids.problem, className: 'problem' }));
  }

  /** What is said of the form as a whole, above it. */
  function summary(...content: readonly Node[]): HTMLElement {
    const box = place?.querySelector<HTMLElement>('.problems') ?? element('div', '', { className: 'problems', tabIndex: -1, role: 'alert' });
    box.replaceChildren(...content);
    form.before(box);
    return box;
  }

  /** All at once, as the server would: in a list above the form, and at each field. One alone is gone to at once. */
  function showProblems(problems: readonly FieldProblem[]): void {
    told.clear();
    for (const name of names) {
      const problem = problems.find(({ field }) => field === name);
      showProblem(name, problem);
      if (problem) told.add(name);
      // R5.35, R9.13
      const words = problem && isConsent(name) && document.getElementById(idsOf(askForm, name).problem);
      if (!words) continue;
      words.classList.add('fresh');
      setTimeout(() => words.classList.remove('fresh'), agreeTip);
    }
    const [first] = problems;
    if (!first) return place?.querySelector('.problems')?.remove();
    const list = element('ul', '', { role: 'list' });
    for (const problem of problems) {
      const { field } = problem;
      const link = element('a', says('forms.problem_of', { field: labelOf(field), problem: saidOf(problem) }), { href: `#${idsOf(askForm, field).input}` });
      link.addEventListener('click', (event) => {
        event.preventDefault();
        inputOf(field)?.focus();
      });
      const item = element('li', '');
      item.append(link);
      list.append(item);
    }
    const box = summary(element('h2', says('forms.problems', { count: problems.length })), list);
    // Who hears the page is told all of it, or the field and, by its description, what is wrong with it.
    if (problems.length > 1) box.focus();
    else inputOf(first.field)?.focus();
  }

  function say(text: string): void {
    summary(element('p', text)).focus();
  }

  const draft = readDraft(recall('sessionStorage', draftKey), Date.now());
  const forget = (): void => keep('sessionStorage', draftKey, null);
  function restore(): void {
    if (!draft) return;
    if (!isDraftOf(draft, whose())) return forget();
    let isBack = false;
    for (const [name, text] of Object.entries(draftFor(draft, values()['house_id'] ?? ''))) {
      const input = inputOf(name);
      const chosen = form.querySelector<HTMLInputElement>(`[type=radio][name="${name}"][value="${CSS.escape(text)}"]`);
      if (chosen) {
        // A choice by itself is nothing that somebody wrote.
        chosen.checked ||= form.querySelector(`[name="${name}"]:checked`) === null;
        continue;
      }
      if (!(input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement || input instanceof HTMLSelectElement) || input.value === text) continue;
      // What somebody wrote while the page was waking is newer than what was kept.
      if (!(input instanceof HTMLSelectElement) && input.value !== input.defaultValue) continue;
      input.value = text;
      if (input.value === text) isBack ||= name !== 'country_code';
    }
    if (!isBack) return;
    const note = element('p', `${t('asking.draft_back')} `, { className: 'hint draft' });
    const clear = element('button', t('asking.draft_clear'), { type: 'button', className: 'plain' });
    clear.addEventListener('click', () => {
      forget();
      form.reset();
      note.remove();
      form.querySelector<HTMLElement>('input:not([type=hidden]), textarea')?.focus();
    });
    note.append(clear);
    form.before(note);
  }
  const keepDraft = (): void => {
    const before = readDraft(recall('sessionStorage', draftKey), Date.now());
    keep('sessionStorage', draftKey, JSON.stringify(withDraft(before, values(), whose(), Date.now())));
  };

  function finishForm(): void {
    form.reset();
    // Where the server had shown it once more, it resets to what was just sent.
    for (const written of form.querySelectorAll('textarea')) written.value = '';
    for (const box of form.querySelectorAll<HTMLInputElement>('[type=checkbox], [type=radio]')) box.checked = false;
    showProblems([]);
    forget();
    for (const note of place?.querySelectorAll('.problems, .draft') ?? []) note.remove();
    form.closest('dialog')?.close();
  }

  /** R4.076–R4.078, R2.217: on desks a dialog says that it was sent; on phones a short message does, and the page what follows. */
  function thank({ reference, token, repeated }: AskAnswer): void {
    const words = repeated ? t('asking.again_title') : t('asking.sent_title');
    const heading = element('h2', words, { id: 'asked-title', tabIndex: -1 });
    const thread = element('a', t('asking.open'), { href: (place?.dataset['ask'] ?? '').replace(/0$/, token) });
    const number = element('p', `${t('asking.reference')} `);
    number.append(element('strong', reference, { className: 'number' }));
    const parts = [heading, element('p', repeated ? t('asking.again_text') : t('asking.sent_text')), number];
    if (!matchMedia(desk).matches) {
      showToast(words);
      thread.className = 'button';
      const told = element('div', '', { className: 'asked' });
      told.append(...parts, thread);
      form.replaceWith(told);
      return heading.focus();
    }
    const dialog = element('dialog', '', { className: 'dialog asked' });
    dialog.setAttribute('aria-labelledby', heading.id);
    const close = element('button', t('asking.close'), { type: 'button', className: 'button' });
    close.addEventListener('click', () => dialog.close());
    dialog.addEventListener('close', () => dialog.remove());
    const actions = element('p', '', { className: 'actions' });
    actions.append(close, thread);
    dialog.append(...parts, actions);
    document.body.append(dialog);
    dialog.showModal();
    heading.focus();
  }

  /** The name of this writing: sent again after a lost connection, it is taken once. */
  let key = '';
  let isBusy = false;
  let isHandedOver = false;
  let sentAt = Number.NEGATIVE_INFINITY;

  /** The server shows the form once more, with what it asks for besides: the step in which its sender shows to be a person sends it again (R8.16). */
  function handOver(): void {
    isHandedOver = true;
    if (form.closest('dialog')) form.requestSubmit();
    else form.submit();
  }

  async function taken(given: Readonly<Record<string, string>>, answer: AskAnswer): Promise<void> {
    const source = given['data_sources'] ?? '';
    keep('localStorage', askedFlagOf(given), String(Date.now()));
    finishForm();
    thank(answer);
    // R9.56
    if (['37', '50'].includes(source))
      (await loadOptional(() => import('./track.ts')))?.track('PC_ASK', { data_sources: Number(source), house_id: Number(given['house_id']) });
  }

  async function deliver(given: Readonly<Record<string, string>>): Promise<void> {
    key ||= newId();
    const waits = { id: key, at: Date.now(), whose: whose(), form: new URL(form.action).pathname + new URL(form.action).search, values: given, unsent: false };
    const proofs = Object.fromEntries(Object.entries(values()).filter(([name, value]) => besides.includes(name) && value !== ''));
    const outcome = await (await sender())?.sendQuestion({ ...given, ...proofs }, key, (name) => inputOf(name) !== null);
    if (outcome?.kind === 'taken') return taken(given, outcome.answer);
    // The server shows the form once more, with what it asks for besides.
    if (outcome?.kind === 'hand-over') return handOver();
    if (outcome?.kind === 'mend') {
      key = '';
      return showProblems(outcome.problems);
    }
    if (outcome?.kind !== 'refused' && keepWaiting(waits)) {
      finishForm();
      return showWaiting();
    }
    say(`${says('forms.failed')} ${outcome?.message ?? pageSettings().messages.offline}`);
  }

  form.addEventListener('submit', (event) => {
    if (isHandedOver) return void (isHandedOver = false);
    event.preventDefault();
    // The dialog would post it to its page.
    event.stopPropagation();
    if (isBusy || event.timeStamp - sentAt < sendDebounce) return;
    sentAt = event.timeStamp;
    const step = nextAskStep(values());
    if (step.kind === 'mend') return showProblems(step.problems);
    showProblems([]);
    isBusy = true;
    button.setAttribute('aria-disabled', 'true');
    button.textContent = says('forms.sending');
    void deliver(step.values).finally(() => {
      isBusy = false;
      button.removeAttribute('aria-disabled');
      button.textContent = title;
    });
  });
  form.addEventListener('input', ({ target }) => {
    key = '';
    keepDraft();
    const { name, type } = target as HTMLInputElement;
    // What is being mended is not scolded meanwhile; a box is mended or not.
    showProblem(name, type === 'checkbox' || type === 'radio' ? leftProblem(name, values(), told.has(name)) : undefined);
  });
  // What fills a form in for somebody may say so by this alone, and without a touch or a key.
  form.addEventListener('change', () => {
    key = '';
    keepDraft();
  });
  // A question to begin with goes below what is written already; without script its link opens the form with it.
  form.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[data-words]') : null;
    const field = inputOf('content');
    if (!link || !(field instanceof HTMLTextAreaElement)) return;
    event.preventDefault();
    field.value = [field.value.trim(), link.textContent.trim()].filter(Boolean).join('\n');
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.focus();
  });
  for (const sign of ['focusin', 'input', 'change']) form.addEventListener(sign, () => void sender(), { once: true });
  wakePhones(form);
  whenLeft(form, (input) => showProblem(input.name, leftProblem(input.name, values(), told.has(input.name))));
  // What the server shows again has its values.
  if (!place.querySelector('.problems')) restore();
  // Written, or filled in by the browser, while this was on its way.
  if (
    [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input:not([type=checkbox], [type=radio]), textarea')].some(
      (one) => one.value !== one.defaultValue,
    )
  )
    keepDraft();
  form.dataset['awake'] = '';
}
