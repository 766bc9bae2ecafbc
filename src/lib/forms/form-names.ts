/** What routes call the forms that their pages take. Each has its page in `lib/form-pages.ts`. */
export type FormName = 'report-listing';
