type OfBoth<T> = { ofOneUser: T; ofAllUsers: T };

/** Counts a piece that has arrived; a refusal where it is too much. */
export type TakeBytes = (bytes: number) => Error | undefined;

/** Bounds what files take on the disk until the work with them is over. */
export function createByteBudget(most: OfBoth<number>, refusals: OfBoth<() => Error>) {
  const heldBy = new Map<string, number>();
  let heldByAll = 0;
  const hold = (userId: string, bytes: number) => {
    heldByAll += bytes;
    const held = (heldBy.get(userId) ?? 0) + bytes;
    if (held > 0) heldBy.set(userId, held);
    else heldBy.delete(userId);
    return held;
  };
  return async function withBytes<T>(
    userId: string,
    work: (take: TakeBytes) => Promise<T>,
  ): Promise<T> {
    let taken = 0;
    let isDone = false;
    try {
      return await work((bytes) => {
        // The last pieces of a file that was given up come when nobody counts them any more.
        if (isDone) return refusals.ofAllUsers();
        taken += bytes;
        if (hold(userId, bytes) > most.ofOneUser) return refusals.ofOneUser();
        return heldByAll > most.ofAllUsers ? refusals.ofAllUsers() : undefined;
      });
    } finally {
      isDone = true;
      hold(userId, -taken);
    }
  };
}
