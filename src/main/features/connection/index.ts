export { type Connection, createConnection } from './connection.ts'
export type { Push } from './server-socket.ts'
