/** For a laptop or a small server; everything that decides about durability stays at its default. */
const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  // In containers /dev/shm is often too small for a parallel query, and huge pages are a trap.
  dynamic_shared_memory_type: 'mmap',
  huge_pages: 'off',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

export function settingArguments(port: number, extra: Record<string, string>): string[] {
  const all = { ...SETTINGS, ...extra, port: String(port) };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
