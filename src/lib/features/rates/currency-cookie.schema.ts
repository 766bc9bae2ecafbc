/** The cookie of the chosen currency (ISO 4217). A file of its own, because the script of every page carries it: pages that the build wrote name the choice in their header by it. */
export const currencyCookie = 'currency';
/** Days for which a choice is remembered. */
export const currencyDays = 365;
