import { openedAddress } from '#renderer/core/addresses/shown-address.ts'
import type { PhoneHandover } from '#shared/features/payments/payments.schema.ts'

/** What WeChat's browser offers to pages. */
interface WeixinBridge {
  invoke(name: string, request: object, answer: (result: { err_msg: string }) => void): void
}

/** WeChat's browser may add its bridge after the page has loaded; other browsers never do. */
const BRIDGE_MS = 3000

function bridgeOf(): Promise<WeixinBridge | undefined> {
  const find = () => (globalThis as { WeixinJSBridge?: WeixinBridge }).WeixinJSBridge
  const found = find()
  if (found) return Promise.resolve(found)
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve(undefined), BRIDGE_MS)
    document.addEventListener(
      'WeixinJSBridgeReady',
      () => {
        clearTimeout(late)
        resolve(find())
      },
      { once: true },
    )
  })
}

/**
 * Opens the provider's page on this phone. Returns false if it does not open. What became of the payment is known from the server
 * alone; what WeChat says only tells that its page was closed.
 */
export async function openProvidersPage({ url, bridge: request }: PhoneHandover): Promise<boolean> {
  if (!request) {
    const address = openedAddress(url)
    if (address !== undefined) location.assign(address)
    return address !== undefined
  }
  const bridge = await bridgeOf()
  if (!bridge) return false
  return new Promise((resolve) =>
    bridge.invoke('getBrandWCPayRequest', request, ({ err_msg: message }) => resolve(!message.includes(':fail'))),
  )
}
