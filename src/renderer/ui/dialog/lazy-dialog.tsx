import { type ComponentType, lazy, type ReactNode, useLayoutEffect, useState } from 'react'

/**
 * A dialog over another layer, loaded on first use.
 *
 * It is rendered once it is mounted, in one piece. React may give up and repeat the first rendering of what it has loaded; antd would count
 * the one given up as open for good, and Esc would close nothing below it.
 */
export const lazyDialog = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => {
    const Dialog = await load()
    return {
      default: (props: P) => (
        <Mounted>
          <Dialog {...props} />
        </Mounted>
      ),
    }
  })

function Mounted({ children }: { children: ReactNode }) {
  const [isMounted, setMounted] = useState(false)
  useLayoutEffect(() => setMounted(true), [])
  return isMounted ? children : null
}
