/** Pages on paper. */

/** Sheets of A4 that a home or a comparison takes at most. */
export const mostSheets = 4;

/** Sheets that a printed page has. */
export const sheetsOf = (pdf: Buffer): number => (pdf.toString('latin1').match(/\/Type\s*\/Page\b/g) ?? []).length;
