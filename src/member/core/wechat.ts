import { readStored, store as save } from '#renderer/core/storage.ts'
import { client } from './client.ts'

const STATE = 'pitlane.m.wechatState'
const STATE_BYTES = 16

/** Whether this is the browser inside WeChat, where WeChat knows who the guest is. */
export const isInWechat = (): boolean => /MicroMessenger/i.test(navigator.userAgent)

const newState = (): string =>
  [...crypto.getRandomValues(new Uint8Array(STATE_BYTES))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** Leaves for WeChat, which sends the browser back with a code. Returns false if the store has no public account. */
export async function leaveForWechat(store: string): Promise<boolean> {
  const state = newState()
  const { url } = (await client.memberWechat.authorization({ query: { store, state } })).result
  if (url === '') return false
  save(STATE, state)
  location.assign(url)
  return true
}

/** The code with which WeChat has sent this browser back, if the page has asked for it; it is removed from the address. */
function takeCode(): string | null {
  const query = new URLSearchParams(location.search)
  const code = query.get('code')
  if (code === null || query.get('state') === null) return null
  history.replaceState(null, '', `${location.pathname}${location.hash}`)
  const asked = readStored(STATE)
  save(STATE, null)
  // Another state is the link of another person, and would sign in as that person.
  return asked === query.get('state') ? code : null
}

let returnedCode = takeCode()

/** Signs in by the code that WeChat has given, once; null if there is none. */
export async function signInByWechat(
  store: string,
): Promise<{ token: string; memberId: string; proof: string } | null> {
  const code = returnedCode
  returnedCode = null
  if (code === null) return null
  const { token, member, proof } = (await client.memberWechat.signIn({ body: { store, wechatKind: 'official', code } }))
    .result
  return { token, memberId: member?.id ?? '', proof }
}

/** Binds the WeChat user to the member who has just signed in; a failure costs only the next sign-in by WeChat. */
export const bindWechat = (proof: string): Promise<unknown> =>
  client.memberWechat.bind({ body: { proof } }).catch(() => undefined)
