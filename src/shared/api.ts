import { type Api, contracts } from './contracts.ts'

export type { Api } from './contracts.ts'

const loaded = await Promise.all(Object.entries(contracts).map(async ([name, load]) => [name, await load()] as const))

/** Every HTTP contract of the product, by the name of its resource. */
// Object.fromEntries loses the key types; `loaded` has exactly the keys of `contracts`.
export const api = Object.fromEntries(loaded) as Api
