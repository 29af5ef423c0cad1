import type { Api } from '#shared/api.ts'
import { type Client, createClient, type ServerError } from '#shared/core/client.ts'
import { signIn } from '#shared/features/sign-in/sign-in.contract.ts'
import { createEmitter } from './emitter.ts'
import { createTransport } from './http.ts'
import { currentLocale } from './locale.ts'
import { apiBase } from './server-address.ts'
import { currentToken } from './session.ts'

/** Every refused request; what concerns the whole program (spec §8) is reported from here. */
export const refusals = createEmitter<ServerError>()

const send = createTransport({
  base: apiBase,
  token: currentToken,
  language: currentLocale,
  failed: (error) => refusals.emit(error),
})

type LooseGroup = Record<string, (input?: unknown) => Promise<unknown>>

let loaded: Promise<Record<string, LooseGroup>> | null = null

/** Everything but the sign-in is declared in a part of the program that is fetched with the first call to it. */
function everyCall(): Promise<Record<string, LooseGroup>> {
  loaded ??= import('#shared/api.ts').then(
    ({ api }) => createClient(api, send) as unknown as Record<string, LooseGroup>,
    (error: unknown) => {
      loaded = null
      throw error
    },
  )
  return loaded
}

const lateGroup = (group: string): LooseGroup =>
  new Proxy<LooseGroup>(
    {},
    {
      get: (_, call) => async (input?: unknown) => {
        const calls = (await everyCall())[group]
        const found = calls?.[String(call)]
        if (!found) throw new Error(`no call ${group}.${String(call)}`)
        return found(input)
      },
    },
  )

/** The server's calls, typed by their contracts. */
// Each group answers by the names of its contract, which the compiler knows and the proxy does not.
export const client = new Proxy(createClient({ signIn }, send) as Record<string, unknown>, {
  get: (early, group) => early[String(group)] ?? lateGroup(String(group)),
}) as unknown as Client<Api>
