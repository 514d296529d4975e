import { groupDigits } from '#web/ui/format.ts';

/** `300 calls a minute` */
export function rateText({ max, seconds }: { max: number; seconds: number }): string {
  const calls = `${groupDigits(max)} ${max === 1 ? 'call' : 'calls'}`;
  return seconds === 60 ? `${calls} a minute` : `${calls} in ${seconds} seconds`;
}
