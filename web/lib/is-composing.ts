/** What browsers say of a key that an input method has used. */
const usedByInputMethod = 229;

/**
 * Whether a key belongs to an input method: its Enter takes a word, and its Escape drops one. Safari
 * reports the Enter that ends a word once the word has ended, so that only its code tells.
 */
export function isComposing(key: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return key.isComposing || key.keyCode === usedByInputMethod;
}
