/** What comes in by forms besides questions, as staff see to it: applications and feedback. Browser-safe. */

/** `remove`: applications alone. */
export const submissionActs = ['settle', 'reopen', 'remove'] as const;
export type SubmissionAct = (typeof submissionActs)[number];

/** Whether somebody has seen to it. */
export const submissionStates = ['new', 'settled'] as const;
export type SubmissionState = (typeof submissionStates)[number];

/** Where staff fetch a file that came with something. */
export const staffFileHref = (id: string): string => `/staff/files/${id}`;

/** What can be done to one that staff have seen to, or have not. */
export const submissionActsFor = (isSettled: boolean, canGo: boolean): readonly SubmissionAct[] => [
  isSettled ? 'reopen' : 'settle',
  ...(canGo ? (['remove'] as const) : []),
];
