import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;

/** Lets go of what was used a moment ago: a millisecond or two, where V8 itself would wait long. */
export function sweep(): void {
  collect({ type: 'minor' });
}
