export type Box = { left: number; right: number; top: number; bottom: number };
type Edge = 'top' | 'bottom';
type Stack = { left: number; right: number; height: number };

const margin = 16;
const gap = 8;

/**
 * How far from its edge of the screen a stack of toasts stands: where it covers neither what is
 * worked on nor what is better left uncovered, if there is such a place in the half of the screen at its
 * edge; or else where it covers nothing that is worked on; or else at the edge.
 */
export function distanceFromEdge(
  edge: Edge,
  stack: Stack,
  screenHeight: number,
  keepClear: Box[],
  clearIfPossible: Box[] = [],
): number {
  const aside = firstFreePlace(edge, stack, screenHeight, [...keepClear, ...clearIfPossible]);
  if (aside + stack.height <= screenHeight / 2) return aside;
  const distance = firstFreePlace(edge, stack, screenHeight, keepClear);
  return distance + stack.height <= screenHeight ? distance : margin;
}

/** At the edge, or else just past what is in the way; this may be beyond the screen. */
function firstFreePlace(edge: Edge, stack: Stack, screenHeight: number, boxes: Box[]): number {
  const inTheWay = boxes
    .filter(({ left, right }) => left < stack.right && right > stack.left)
    .map(({ top, bottom }) =>
      edge === 'top'
        ? { near: top, far: bottom }
        : { near: screenHeight - bottom, far: screenHeight - top },
    )
    .filter(({ near, far }) => far > 0 && near < screenHeight)
    .sort((a, b) => a.near - b.near);
  let distance = margin;
  for (const { near, far } of inTheWay) {
    const isPassed = far + gap <= distance;
    const isBeyond = near >= distance + stack.height + gap;
    if (!isPassed && !isBeyond) distance = far + gap;
  }
  return distance;
}
