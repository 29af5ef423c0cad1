import type { Bus } from './bus.ts'
import type { Sockets } from './realtime.ts'

/** What the server's own routes look into, and slices of the business do not. */
export interface Inner {
  sockets: Sockets
  bus: Bus
}
