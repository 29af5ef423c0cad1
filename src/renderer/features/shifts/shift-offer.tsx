import { lazy, Suspense, useEffect, useState } from 'react'
import { remedyFor } from '#renderer/core/remedies.ts'
import { useMay } from '#renderer/core/session.ts'

const OpenDialog = lazy(async () => ({ default: (await import('./open-dialog.tsx')).OpenDialog }))

/** Offers to open a shift where cash was refused for want of one: the float, Enter, and what was refused goes on. */
export function ShiftOffer() {
  const may = useMay('shift:work')
  const [answer, setAnswer] = useState<((isOpened: boolean) => void) | null>(null)
  useEffect(() => {
    if (!may) return
    let asked: Promise<boolean> | null = null
    // Several that were refused at once wait for one shift.
    return remedyFor('shifts.required', () => {
      asked ??= new Promise<boolean>((resolve) => {
        setAnswer(() => (isOpened: boolean) => {
          asked = null
          setAnswer(null)
          resolve(isOpened)
        })
      })
      return asked
    })
  }, [may])
  return answer ? (
    <Suspense fallback={null}>
      <OpenDialog isForCash onOpened={() => answer(true)} onClose={() => answer(false)} />
    </Suspense>
  ) : null
}
