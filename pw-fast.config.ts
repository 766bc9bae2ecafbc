import base from './playwright.config.ts';
export default { ...base, timeout: 120_000, expect: { timeout: 10_000 }, use: { ...base.use, actionTimeout: 12_000, navigationTimeout: 30_000 }, outputDir: '/tmp/pwfast' };
