/** Suppliers' photographs: what is known of each, and what became of fetching them. */

/** How a picture of a home is named in `media`: an address, or the path of a stored file with its ending. */
export type PhotographRef = { readonly path: string; readonly suffix: string };

/** By what its host knows whether it has changed. */
export type Validators = { readonly etag: string | undefined; readonly lastModified: string | undefined };

/** A photograph whose turn has come. */
export type DuePhotograph = PhotographRef &
  Validators & {
    /** What its files are called after, where there are some from before. */
    readonly name: string | undefined;
    /** This one counted. */
    readonly attempts: number;
  };

/** One that could not be had at the last attempt, with a home that names it. */
export type MissingPhotograph = {
  readonly path: string;
  readonly reason: string;
  readonly attempts: number;
  readonly triedAgainAt: Date;
  readonly supplier: string;
  readonly houseRef: string;
};

export type PhotographCounts = {
  readonly kept: number;
  /** Not had yet, and not refused either. */
  readonly waiting: number;
  /** Not had, and the last attempt failed. */
  readonly missing: number;
};

/** What became of those whose turn had come. */
export type FetchOutcome = { readonly kept: number; readonly unchanged: number; readonly missing: number };
