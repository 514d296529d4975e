/** Of the file system of the embedded database, in bytes. */
type Room = { free_bytes: number; reserve_bytes: number };

const example: Room = { free_bytes: 300 * 1024 * 1024, reserve_bytes: 500 * 1024 * 1024 };

const stillWorks = 'Adding single leads, notes, status changes and lists work as usual.';

/** What is refused while disk space is low, and what goes on working. */
export const diskText = {
  upload: (room = example) =>
    `Files cannot be uploaded or checked right now: ${whyLow(room)} ${stillWorks}`,
  export: (room = example) => `Nothing can be exported right now: ${whyLow(room)} ${stillWorks}`,
  backup: (room = example) =>
    `No backup was made: ${whyLow(room)} Free some space, or lower DISK_RESERVE_MB.`,
} as const;

function whyLow({ free_bytes, reserve_bytes }: Room): string {
  return `the server has ${megabytes(free_bytes)} of disk space left, less than the ${megabytes(reserve_bytes)} that are kept in reserve.`;
}

export function megabytes(bytes: number): string {
  return `${Math.floor(bytes / 1024 / 1024)} MB`;
}
