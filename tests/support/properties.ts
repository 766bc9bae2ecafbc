/**
 * fast-check with the same draws on every machine: what fails for one fails for the next, and nothing fails that nobody changed. `DRAWS=n`,
 * any whole number, draws others.
 */
// oxlint-disable-next-line eslint/no-restricted-imports -- this is where it is set up
import fc from 'fast-check';

const given = process.env['DRAWS'];
fc.configureGlobal({ seed: given === undefined ? 2026 : Number(given) });

export default fc;
