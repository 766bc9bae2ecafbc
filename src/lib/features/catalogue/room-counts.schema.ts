/** How many rooms of a house are in which state. */

/** Rooms of a home by status; all zero where the provider does not tell. */
export type RoomCounts = { readonly all: number; readonly free: number; readonly reserved: number; readonly waiting: number };
