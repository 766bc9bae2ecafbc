/** A form that staff make, on its whole way: made at the desk, filled in, read. Every page is looked at. */
import type { Locale } from '#lib/i18n/locales.ts';
import { localeFacts } from '#lib/i18n/locales.ts';
import { translator } from '#lib/i18n/t.ts';
import { createPaths } from '#lib/paths.ts';
import { expect, test } from '../support/browser.ts';
import { faults } from '../support/form-faults.ts';
import { pdf } from '../support/sample-files.ts';
import { onSiteDatabase } from '../support/site-database.ts';
import { comeIn } from '../support/staff-in-browser.ts';

const readers: readonly {
  readonly locale: Locale;
  readonly width: number;
  readonly javaScriptEnabled: boolean;
  readonly words: readonly [string, string, string];
  /** A box, and what is asked of who ticks it. */
  readonly hung: readonly [string, string];
}[] = [
  {
    locale: 'vi-vn',
    width: 390,
    javaScriptEnabled: false,
    words: ['Khảo sát mùa xuân', 'Cảm ơn, rất hữu ích.', 'Trường của bạn'],
    hung: ['Tôi đi cùng bạn', 'Tên bạn đi cùng'],
  },
  { locale: 'zh-cn', width: 1280, javaScriptEnabled: true, words: ['春季问卷', '谢谢，很有帮助。', '你的学校'], hung: ['我和朋友一起来', '朋友的名字'] },
];

// One after the other: the newest answer at the desk is this test's.
test.describe.configure({ mode: 'default' });

// All come from one address, of which a captcha is asked after three answers of a day: those before were sent on another.
test.beforeEach(() => onSiteDatabase((db) => db.updateTable('custom_answers').set({ visitor: null, address: null }).execute()));

for (const { locale, width, javaScriptEnabled, words, hung } of readers) {
  test.describe(`${locale}, ${width} px, ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled, viewport: { width, height: 844 } });
    const t = translator(locale);
    const paths = createPaths(locale, false);
    const [title, thanks, label] = words;
    const language = localeFacts[locale].selfName;

    test('[R7.171] [R2.012] staff make a form, somebody fills it in, and staff read it', async ({ page, baseURL }) => {
      test.slow();
      const url = baseURL ?? '';
      const slug = `survey-${crypto.randomUUID().slice(0, 8)}`;
      await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url }]);
      const main = page.getByRole('main');
      const look = async (what: string) => expect(await faults(page), what).toEqual([]);
      const box = (name: string) => main.getByRole('textbox', { name });
      const press = (name: string) => main.getByRole('button', { name, exact: true }).click();

      await comeIn(page);
      await page.goto(paths.to('staff_form', { form: 'new' }));
      await box(t('customforms.slug')).fill(slug);
      await box(t('customforms.title_in', { language })).fill(title);
      await box(t('customforms.lead_in', { language })).fill(`${title}…`);
      await box(t('customforms.thanks_in', { language })).fill(thanks);
      await look('a new form');
      await press(t('customforms.save'));
      await expect(main).toContainText(t('customforms.no_fields'));
      await main.getByRole('link', { name: t('customforms.new_field') }).click();
      await box(t('customforms.label_in', { language })).fill(label);
      await main.getByRole('checkbox', { name: t('customforms.required') }).check();
      await look('a new field');
      await press(t('staff.do_it'));
      for (const [at, [text, kind]] of [[hung[0], 'checkbox'] as const, [hung[1], 'text'] as const].entries()) {
        await main.getByRole('link', { name: t('customforms.new_field') }).click();
        await main.getByLabel(t('customforms.kind'), { exact: true }).selectOption(kind);
        await box(t('customforms.label_in', { language })).fill(text);
        if (at === 1) {
          await main.getByRole('checkbox', { name: t('customforms.required') }).check();
          await box(t('customforms.hint_in', { language })).fill(`${hung[1]}…`);
          await main.getByLabel(t('customforms.when')).selectOption({ label: `${hung[0]}: ${t('customforms.yes')}` });
        }
        await press(t('staff.do_it'));
        await expect(main).toContainText(t('customforms.saved'));
      }
      await expect(main).toContainText(t('customforms.only_when', { answer: `${hung[0]}: ${t('customforms.yes')}` }));
      await main.getByLabel(t('customforms.state')).selectOption('open');
      await press(t('customforms.save'));
      await expect(main).toContainText(t('customforms.saved'));
      await look('the form');
      await page.goto(paths.to('staff_forms'));
      await expect(main).toContainText(t('customforms.whole_in', { languages: language }));
      await look('all forms');

      await page.goto(paths.to('forms', { id: slug }));
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await look('as readers see it');
      await press(t('customforms.send'));
      await expect(main.getByRole('alert')).toContainText(label);
      await look('with what is missing');
      await box(label).fill('UCL');
      const together = main.getByRole('checkbox', { name: hung[0] });
      await expect(box(hung[1])).toBeHidden();
      await together.check();
      await expect(box(hung[1])).toBeVisible();
      await expect(main.getByText(`${hung[1]}…`)).toBeVisible();
      await look('with what hangs on it');
      await main.getByRole('checkbox').last().check();
      await press(t('customforms.send'));
      await expect(main.getByRole('alert')).toContainText(hung[1]);
      await together.uncheck();
      await press(t('customforms.send'));
      await expect(main).toContainText(thanks);
      await look('once it was sent');
      const reference = new URL(page.url()).searchParams.get('sent') ?? '';

      await page.goto(paths.to('staff_answers'));
      await look('what was sent');
      await main.getByRole('link', { name: reference }).click();
      await expect(main).toContainText('UCL');
      await look('one that was sent');
      await main.locator('[name="act"]').selectOption('settle');
      await press(t('staff.do_it'));
      await expect(main).toContainText(t('desk.done_settle'));

      await page.goto(paths.to('forms', { id: 'never-was' }));
      await expect(page.getByRole('heading', { level: 1, name: t('customforms.over') })).toBeVisible();
      await look('a form that is over');
    });

    test('[R7.171] a form in steps with a file is gone through, mended where it is wrong, looked at and sent', async ({ page, baseURL }) => {
      test.slow();
      const url = baseURL ?? '';
      const slug = `steps-${crypto.randomUUID().slice(0, 8)}`;
      await page.context().addCookies([{ name: 'cookie_consent', value: 'necessary', url }]);
      const main = page.getByRole('main');
      const look = async (what: string) => expect(await faults(page), what).toEqual([]);
      const box = (name: string) => main.getByRole('textbox', { name });
      const press = (name: string) => main.getByRole('button', { name, exact: true }).click();
      const heading = (name: string) => expect(main.getByRole('heading', { level: 2, name })).toBeVisible();

      await comeIn(page);
      await page.goto(paths.to('staff_form', { form: 'new' }));
      await box(t('customforms.slug')).fill(slug);
      await box(t('customforms.title_in', { language })).fill(title);
      await box(t('customforms.thanks_in', { language })).fill(thanks);
      await press(t('customforms.save'));
      for (const [text, kind] of [[label, 'text'] as const, [hung[0], 'step'] as const, [hung[1], 'file'] as const]) {
        await main.getByRole('link', { name: t('customforms.new_field') }).click();
        await expect(main.getByRole('radio', { name: t('customforms.takes_pdf'), exact: true })).toBeHidden();
        await main.getByLabel(t('customforms.kind'), { exact: true }).selectOption(kind);
        await box(t('customforms.label_in', { language })).fill(text);
        // What a step cannot have is not asked for.
        await expect(main.getByRole('checkbox', { name: t('customforms.required') })).toBeVisible({ visible: kind !== 'step' });
        if (kind === 'text') await main.getByRole('checkbox', { name: t('customforms.required') }).check();
        if (kind === 'file') {
          await main.getByRole('radio', { name: t('customforms.takes_pdf'), exact: true }).check();
          await main.getByLabel(t('customforms.megabytes')).selectOption('1');
          await look('a field for a file');
        }
        await press(t('staff.do_it'));
        await expect(main).toContainText(t('customforms.saved'));
      }
      await expect(main).toContainText(`${t('customforms.takes_pdf')} · 1 MB`);
      await main.getByLabel(t('customforms.state')).selectOption('open');
      await press(t('customforms.save'));
      await look('the form with its step');

      await page.goto(paths.to('forms', { id: slug }));
      await expect(main).toContainText(t('islands.step_of', { step: 1, count: 3 }));
      await press(t('customforms.go_on'));
      await expect(main.getByRole('alert')).toContainText(label);
      await look('the first step with what is missing');
      await box(label).fill('UCL');
      await press(t('customforms.go_on'));
      await heading(hung[0]);
      await expect(main).toContainText(t('islands.step_of', { step: 2, count: 3 }));
      await look('the second step');
      const chooser = main.getByLabel(hung[1]);
      const choose = (bytes: Buffer) => chooser.setInputFiles({ name: 'lan.pdf', mimeType: 'application/pdf', buffer: bytes });
      await choose(pdf('x'.repeat(1_048_576)));
      await press(t('customforms.go_on'));
      await expect(main.getByRole('alert')).toContainText(t('files.size', { most: 1 }));
      await choose(pdf());
      await press(t('customforms.go_on'));
      await heading(t('customforms.review'));
      await expect(main.getByRole('definition')).toHaveText(['UCL', 'lan.pdf']);
      await look('all of it before it is sent');
      await main.getByRole('link', { name: hung[0] }).click();
      await expect(main.getByText('lan.pdf')).toBeVisible();
      await press(t('customforms.go_back'));
      await expect(box(label)).toHaveValue('UCL');
      await box(label).fill('King’s');
      await press(t('customforms.go_on'));
      await press(t('customforms.go_on'));
      await press(t('customforms.send'));
      await expect(main.getByRole('alert')).toContainText(t('forms.tick'));
      await main.getByRole('checkbox').check();
      await press(t('customforms.send'));
      await expect(main).toContainText(thanks);
      const reference = new URL(page.url()).searchParams.get('sent') ?? '';

      await page.goto(paths.to('staff_answers'));
      if (javaScriptEnabled) {
        // Others that wait may stand before it.
        await expect(async () => {
          await page.keyboard.press('j');
          await expect(main.getByRole('link', { name: reference })).toBeFocused({ timeout: 500 });
        }).toPass();
        await page.keyboard.press('?');
        await expect(main.locator('.keys')).toHaveAttribute('open');
      }
      await main.getByRole('link', { name: reference }).click();
      await expect(main).toContainText('King’s');
      await look('what was sent, with its file');
      const [download] = await Promise.all([page.waitForEvent('download'), main.getByRole('link', { name: 'lan.pdf' }).click()]);
      expect(download.suggestedFilename()).toBe('lan.pdf');
    });
  });
}
