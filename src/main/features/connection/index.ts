export { type Connection, createConnection } from './connection.ts'
export { keepReporting } from './health-report.ts'
export type { Push } from './server-socket.ts'
