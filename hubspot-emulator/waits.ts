import type { Socket } from 'node:net';

/** Waits that all end at once when the emulator stops, and each when its caller has gone. */
export function createWaits() {
  const ends = new Set<() => void>();
  return {
    wait(milliseconds: number, socket: Socket): Promise<void> {
      return new Promise((resolve) => {
        let timer: ReturnType<typeof setTimeout> | undefined;
        const end = () => {
          clearTimeout(timer);
          ends.delete(end);
          socket.off('close', end);
          resolve();
        };
        if (Number.isFinite(milliseconds)) timer = setTimeout(end, milliseconds);
        ends.add(end);
        socket.once('close', end);
      });
    },
    end(): void {
      for (const end of [...ends]) end();
    },
  };
}
