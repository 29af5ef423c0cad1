import { Suspense, useEffect, useState } from 'react'
import { remedyFor } from '#renderer/core/remedies.ts'
import { useMay } from '#renderer/core/session.ts'
import { lazyDialog } from '#renderer/ui/dialog/lazy-dialog.tsx'

const OpenDialog = lazyDialog(async () => (await import('./open-dialog.tsx')).OpenDialog)

/** One dialog for all cash that was refused for want of a shift. */
interface Request {
  isOpened: Promise<boolean>
  answer(isOpened: boolean): void
}

function createRequest(): Request {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  return { isOpened: promise, answer: resolve }
}

/**
 * Offers to open a shift where cash was refused without one: enter the float, press Enter, and the request is repeated.
 */
export function ShiftOffer() {
  const may = useMay('shift:work')
  const [shown, setShown] = useState<Request | null>(null)
  useEffect(() => {
    if (!may) return
    let request: Request | null = null
    const withdraw = remedyFor('shifts.required', () => {
      if (request) return request.isOpened
      const asked = createRequest()
      request = asked
      setShown(asked)
      void asked.isOpened.then(() => {
        request = null
        setShown((now) => (now === asked ? null : now))
      })
      return asked.isOpened
    })
    return () => {
      withdraw()
      // Signing out drops the waiting requests.
      request?.answer(false)
    }
  }, [may])
  return shown ? (
    <Suspense fallback={null}>
      <OpenDialog isForCash onOpened={() => shown.answer(true)} onClose={() => shown.answer(false)} />
    </Suspense>
  ) : null
}
