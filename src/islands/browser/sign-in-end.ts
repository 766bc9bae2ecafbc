/** The event with which the dialog of signing in ends; `detail` is true where somebody is signed in now. */
export const signInEnd = 'loftling:sign-in-end';
