/** Below a minute, show seconds. */
export function tryAgain(seconds: number): string {
  const [count, unit] =
    seconds < 60
      ? [seconds, 'second']
      : seconds <= 2 * 60 * 60
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3600), 'hour'];
  return `Please try again in ${count} ${unit}${count === 1 ? '' : 's'}.`;
}
