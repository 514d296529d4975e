const low = 'the server is low on disk space.';
const stillWorks =
  'Adding single leads, notes, status changes and lists work as usual. Please try again later.';

/** Of the file system of the embedded database, in bytes. */
type Room = { free_bytes: number; reserve_bytes: number };

/** Says what is refused while disk space is low. Partners read no figures of the server. */
export const diskText = {
  upload: `Files cannot be uploaded or checked right now: ${low} ${stillWorks}`,
  export: `Nothing can be exported right now: ${low} ${stillWorks}`,
  backup: ({ free_bytes, reserve_bytes }: Room) =>
    `No backup was made: the server has ${megabytes(free_bytes)} of disk space left, less than the ${megabytes(reserve_bytes)} that are kept in reserve. Free some space, or lower DISK_RESERVE_MB.`,
} as const;

export function megabytes(bytes: number): string {
  return `${Math.floor(bytes / 1024 / 1024)} MB`;
}
