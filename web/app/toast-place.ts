export type Box = { left: number; right: number; top: number; bottom: number };

const margin = 16;
const gap = 8;

/**
 * How far from its edge of the screen a stack of toasts stands so that it covers none of the boxes:
 * at the edge if it can, or else just past what is in its way. Where there is no such place at all,
 * at the edge.
 */
export function distanceFromEdge(
  edge: 'top' | 'bottom',
  stack: { left: number; right: number; height: number },
  screenHeight: number,
  keepClear: Box[],
): number {
  const inTheWay = keepClear
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
  return distance + stack.height <= screenHeight ? distance : margin;
}
