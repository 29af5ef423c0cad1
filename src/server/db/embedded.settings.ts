/** The settings of the embedded PostgreSQL. */
export const embeddedSettings = (port: number, fsync: boolean) => {
  const durable = fsync ? 'on' : 'off'
  return {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 100,
    // Prevents the sort of a list from filling the disk.
    temp_file_limit: '2GB',
    shared_buffers: '256MB',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    wal_compression: 'on',
    random_page_cost: 1.1,
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'warning',
    // Statements may contain card and phone numbers, which must not be logged.
    log_min_error_statement: 'panic',
    fsync: durable,
    synchronous_commit: durable,
    full_page_writes: durable,
  }
}
