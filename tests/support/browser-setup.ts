/** Sees to a browser, starts the site for all browser tests, which come from one address, and finds one address of every page type. */
import { ensureBrowser } from './ensure-browser.ts';
import { beginJudging } from './axe.ts';
import { findPagePaths } from './page-types.ts';
import { rentLicence } from './rents.ts';
import { startSite } from './site.ts';

export default async function setup(): Promise<() => Promise<void>> {
  ensureBrowser();
  // With an account of WeChat's, desks are shown a code to scan; names are checked by what the number of a card says.
  const site = await startSite({
    // Some hundred accounts are made from one address, twice as many where tests run again, and in every language so many more.
    RATE_LIMIT_FACTOR: process.env['JOURNEYS'] === 'full' ? '100' : '20',
    REAL_NAME_CHECK: 'on',
    // Transfers, beside the provider where no money moves.
    TRANSFER_ACCOUNTS: JSON.stringify([{ method: 'bank-transfer', currency: 'GBP', lines: { holder: 'Loftling Ltd', iban: 'GB33BUKB20201555555555' } }]),
    PAYMENT_SANDBOX: 'on',
    // Transfers are real money, and passing rent on needs somebody licensed to.
    RENT_LICENCE: rentLicence,
    WECHAT_ACCOUNT_APP_ID: 'wx0123456789abcdef',
    WECHAT_ACCOUNT_SECRET: '0123456789abcdef0123456789abcdef',
  });
  process.env['SITE_BASE_URL'] = site.baseUrl;
  process.env['SITE_DATA_DIR'] = site.dataDir;
  process.env['SITE_PATHS'] = JSON.stringify(await findPagePaths(site.baseUrl));
  const endJudging = beginJudging();
  return async () => {
    console.log(endJudging());
    const { code } = await site.stop();
    if (code !== 0) throw new Error(`The site ended with status ${code}:\n${site.output()}`);
  };
}
