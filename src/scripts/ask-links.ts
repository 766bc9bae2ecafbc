/** Links of a page to the form of a question. */
export const askLinks = 'main a[data-login][href*="/intent/askform?"]';
