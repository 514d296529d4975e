import { counted } from '#web/ui/format.ts';

/** `300 calls a minute` */
export function rateText({ max, seconds }: { max: number; seconds: number }): string {
  const calls = counted(max, 'call');
  return seconds === 60 ? `${calls} a minute` : `${calls} in ${seconds} seconds`;
}
