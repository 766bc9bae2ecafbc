/** The storage keys of what a device keeps; alone, because the script of every public page asks whether there is any. */
export const keptKey = 'kept';
/** Where releases before the device store kept the homes looked at. */
export const formerRecentKey = 'recentHomes';
/** Who is signed in, as the server said it, for a tab. */
export const signedInKey = 'signedIn';
/** Questions that wait for a connection. */
export const waitingKey = 'askOutbox';
