export type SslMode = 'disable' | 'require' | 'verify-full'

/** The parts of a database's address. */
export interface DatabaseAddress {
  host: string
  port: number
  database: string
  sslMode: SslMode
}

const SSL_MODES: readonly string[] = ['disable', 'require', 'verify-full'] satisfies SslMode[]
// A host is a name or an IP address. Nothing else of a connection string is taken: no user, no list of hosts, no further options.
const ADDRESS =
  /^(?:jdbc:)?postgres(?:ql)?:\/\/([A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|\[[0-9A-Fa-f:.]{2,45}\])(?::(\d{1,5}))?\/([\w$-]{1,63})(?:\?sslmode=([a-z-]+))?$/

/**
 * Reads `postgresql://host:port/database?sslmode=verify-full`, or the same after `jdbc:`. Null if it has anything else, such as a user or
 * another option. Without `sslmode` TLS is required.
 */
export function readDatabaseAddress(text: string): DatabaseAddress | null {
  const [, host, port = '5432', database, sslMode = 'require'] = ADDRESS.exec(text) ?? []
  if (host === undefined || database === undefined || !SSL_MODES.includes(sslMode)) return null
  if (Number(port) < 1 || Number(port) > 65_535) return null
  // It is one of the modes.
  return { host, port: Number(port), database, sslMode: sslMode as SslMode }
}
