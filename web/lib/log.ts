/** For failures that the specification asks to be only logged (spec §8). */
export function logFailure(what: string, error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the log is where the specification sends these
  console.error(what, error);
}
