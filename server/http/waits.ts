/** How long the portal waits for a caller, in milliseconds; what takes longer is cut off. */
export type Waits = {
  /** For the headers of a call, from the opening of the connection. */
  headers: number;
  /** For a call as a whole: long enough for 25 MB on a slow line. */
  call: number;
  /** Between two calls of one connection. */
  idle: number;
  /** How often the waits above are looked at. */
  look: number;
  /**
   * In each `every`, this many bytes of a body have to come, or of an answer to be taken; of a file,
   * which waits on the disk meanwhile, more.
   */
  pace: { bytes: number; fileBytes: number; every: number };
};

export const usualWaits: Waits = {
  headers: 20_000,
  call: 5 * 60_000,
  idle: 72_000,
  look: 5_000,
  pace: { bytes: 20 * 1024, fileBytes: 30 * 32 * 1024, every: 30_000 },
};
