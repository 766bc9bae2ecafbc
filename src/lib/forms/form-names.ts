/** What routes call the forms that their pages take. Each has its page in `lib/form-pages.ts`. */
export type FormName =
  | 'report-listing'
  | 'login'
  | 'login-password'
  | 'login-code'
  | 'login-again'
  | 'register'
  | 'recovery'
  | 'new-password'
  | 'logout'
  | 'setting'
  | 'bind'
  | 'change-password'
  | 'end-sessions'
  | 'erase'
  | 'favourite';
