import { isSomethingOpen } from './shortcuts.ts';

/** What floats fades out in less; what is still there then was not closed by Escape. */
const longestMilliseconds = 500;

/**
 * Escape closes what floats, but it fades for a moment, and a key that follows at once is meant for
 * the screen below. This tells whether Escape was the key before, and when what it closes has gone.
 */
export function createEscapeWatch() {
  let before = '';
  let last = '';
  let giveUp = () => {};
  // Before anybody else hears of it: a list keeps its Escape to itself.
  const onKeyDown = ({ key }: KeyboardEvent) => {
    before = last;
    last = key;
  };
  document.addEventListener('keydown', onKeyDown, true);
  return {
    /** Asked while the key after it is being handled. */
    get wasPressedBefore(): boolean {
      return before === 'Escape';
    },
    onceGone(done: () => void, failed: () => void): void {
      giveUp();
      const end = () => {
        observer.disconnect();
        clearTimeout(timer);
        giveUp = () => {};
      };
      giveUp = () => {
        end();
        failed();
      };
      const observer = new MutationObserver(() => {
        if (isSomethingOpen()) return;
        end();
        done();
      });
      observer.observe(document.body, { childList: true, subtree: true });
      const timer = setTimeout(giveUp, longestMilliseconds);
    },
    stop(): void {
      giveUp();
      document.removeEventListener('keydown', onKeyDown, true);
    },
  };
}
