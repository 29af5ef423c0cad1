import { z } from 'zod'

/** Where a terminal looks for the others of its store when the server is away. */
export const HubMode = z.enum(['off', 'auto', 'serve', 'join'])
export type HubMode = z.infer<typeof HubMode>

export const HUB_PORT = 47_630

/** A name or an address of the store's network, with a port where that is another one. */
export const HUB_ADDRESS = /^[A-Za-z0-9.-]{1,100}(:\d{1,5})?$/

export const HubSettings = z.object({
  /** `auto`: whichever terminals find each other agree on one; `serve`: this one; `join`: the one at `address`. */
  mode: HubMode.default('off'),
  /** Of the terminal to join: a name or an address of the store's network, with its port where that is another one. */
  address: z.string().trim().regex(HUB_ADDRESS).or(z.literal('')).default(''),
  /** Where this terminal is joined, when it is the one. */
  port: z.number().int().min(1024).max(65_535).default(HUB_PORT),
})
export type HubSettings = z.infer<typeof HubSettings>

/** How this terminal works together with the others of its store. */
export const HubState = z.object({
  /** `alone`: it would, and there is nobody; `hub`: others have joined it; `member`: it has joined another one. */
  role: z.enum(['off', 'alone', 'hub', 'member']),
  /** The name of the terminal that was joined. */
  hub: z.string(),
  /** How many have joined this one. */
  members: z.number().int(),
  /** Whether the terminal that was joined reaches the server and passes on what waits here. */
  passesOn: z.boolean(),
  /** Why it cannot: it was not enrolled, no address is set, or another program has the port. */
  problem: z.enum(['none', 'noSecret', 'noAddress', 'portTaken']),
  /** Where others may join this terminal; empty while nobody may. */
  addresses: z.array(z.string()),
})
export type HubState = z.infer<typeof HubState>
