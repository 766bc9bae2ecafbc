/** When to look at AB tests at all: known without loading them. */

/** The end of the last test in `ab-tests.rules.ts`, in milliseconds since 1970. */
export const abTestsEnd = Date.UTC(2024, 7, 23);
