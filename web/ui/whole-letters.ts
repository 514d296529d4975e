/** Browsers round what they measure; with less room than this they leave another letter out. */
const tolerance = 0.5;

/** How wide a cut text is with as many whole letters before its ellipsis as there is room for. */
export function widthInWholeLetters(
  /** Where each letter of the text ends, counted from its beginning. */
  ends: number[],
  ellipsis: number,
  room: number,
): number {
  const widths = ends.map((end) => end + ellipsis + tolerance).filter((width) => width <= room);
  return widths.at(-1) ?? room;
}

/** Every text that is watched, by the element whose width decides how much of it is cut. */
const texts = new Map<Element, HTMLElement>();
let observer: ResizeObserver | undefined;

/**
 * A browser cuts between letters but keeps the place that the next one would have taken: a gap
 * before whatever stands right behind. This takes that place away. `frame` is what gets wider and
 * narrower; `text` is what is cut in it.
 */
export function cutAtWholeLetters(frame: Element, text: HTMLElement): () => void {
  if (!observer) {
    observer = new ResizeObserver((entries) => fitAll(entries.map(({ target }) => target)));
    // Letters of another font have other widths.
    document.fonts?.addEventListener('loadingdone', () => fitAll([...texts.keys()]));
  }
  texts.set(frame, text);
  observer.observe(frame);
  return () => {
    texts.delete(frame);
    observer?.unobserve(frame);
  };
}

/** All are freed, then all measured, then all fitted: one layout for a page of rows, not one each. */
function fitAll(frames: Element[]): void {
  const changed = frames.flatMap((frame) => texts.get(frame) ?? []);
  for (const text of changed) text.style.maxWidth = '';
  const cut = changed.filter((text) => text.scrollWidth > text.clientWidth);
  const [first] = cut;
  if (!first) return;
  const ellipsis = ellipsisWidth(first);
  const widths = cut.map((text) =>
    widthInWholeLetters(letterEnds(text), ellipsis, text.getBoundingClientRect().width),
  );
  for (const [index, text] of cut.entries()) text.style.maxWidth = `${widths[index]}px`;
}

/** In the font of this text, which is that of all on a page. */
function ellipsisWidth(text: HTMLElement): number {
  const probe = document.createElement('span');
  probe.textContent = '…';
  probe.style.position = 'absolute';
  text.parentElement?.append(probe);
  const { width } = probe.getBoundingClientRect();
  probe.remove();
  return width;
}

function letterEnds(text: HTMLElement): number[] {
  const letters = text.firstChild;
  if (!(letters instanceof Text)) return [];
  const range = document.createRange();
  range.setStart(letters, 0);
  return Array.from({ length: letters.length }, (_, index) => {
    range.setEnd(letters, index + 1);
    return range.getBoundingClientRect().width;
  });
}
