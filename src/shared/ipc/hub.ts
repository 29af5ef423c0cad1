import { z } from 'zod'

/** How a terminal finds the others of its store while the server is away. */
export const HubMode = z.enum(['off', 'auto', 'serve', 'join'])
export type HubMode = z.infer<typeof HubMode>

export const HUB_PORT = 47_630

/** Host name or address in the store's network, with the port if not the default. */
export const HUB_ADDRESS = /^[A-Za-z0-9.-]{1,100}(:\d{1,5})?$/

export const HubSettings = z.object({
  /** `auto`: the terminals elect a leader. `serve`: this terminal leads. `join`: the terminal at `address` leads. */
  mode: HubMode.default('off'),
  /** Leader to join: host name or address, with the port if not the default. */
  address: z.string().trim().regex(HUB_ADDRESS).or(z.literal('')).default(''),
  /** Port on which this terminal accepts others as leader. */
  port: z.number().int().min(1024).max(65_535).default(HUB_PORT),
})
export type HubSettings = z.infer<typeof HubSettings>

/** Cluster state of this terminal. */
export const HubState = z.object({
  /** `alone`: no other terminal found. `hub`: leader of others. `member`: joined another terminal. */
  role: z.enum(['off', 'alone', 'hub', 'member']),
  /** Name of the leader. */
  hub: z.string(),
  /** Number of terminals joined to this one. */
  members: z.number().int(),
  /** Whether the leader reaches the server and relays calls. */
  passesOn: z.boolean(),
  /** Why the cluster is unavailable: not enrolled, no address set, or the port is in use. */
  problem: z.enum(['none', 'noSecret', 'noAddress', 'portTaken']),
  /** Addresses where others can join this terminal; empty if it does not accept any. */
  addresses: z.array(z.string()),
})
export type HubState = z.infer<typeof HubState>
