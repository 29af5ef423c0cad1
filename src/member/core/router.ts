import { useSyncExternalStore } from 'react'

/** The page's address after `#/`: the path of a page, and what it shows of it, such as an id. */
export interface Address {
  path: string
  rest: string
}

/** A part of an address as text; one that is not well-formed stays as it is. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** A payment provider sends the guest back to an address with the order, which the shop shows. */
const returnedOrder = new URLSearchParams(location.search).get('order')
if (returnedOrder !== null)
  history.replaceState(null, '', `${location.pathname}#/shop/${encodeURIComponent(returnedOrder)}`)

let shown = ''
let address: Address = { path: '', rest: '' }

/** The same object while the address is the same, so that nothing draws again. */
function read(): Address {
  if (location.hash !== shown || address.path === '') {
    shown = location.hash
    const [path = '', ...rest] = shown.replace(/^#\/?/, '').split('/')
    address = { path: path || 'home', rest: decoded(rest.join('/')) }
  }
  return address
}

export const useAddress = (): Address =>
  useSyncExternalStore((watcher) => {
    addEventListener('hashchange', watcher)
    return () => removeEventListener('hashchange', watcher)
  }, read)

export const hrefOf = (path: string, rest = ''): string =>
  rest === '' ? `#/${path}` : `#/${path}/${encodeURIComponent(rest)}`
