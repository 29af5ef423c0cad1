import { type Api, contracts } from './contracts.ts'

export type { Api } from './contracts.ts'

const loaded = await Promise.all(Object.entries(contracts).map(async ([name, load]) => [name, await load()] as const))

/** Every HTTP contract of the product, by the name of its resource. */
// The names and contracts are those of the list.
export const api = Object.fromEntries(loaded) as unknown as Api
