import { useState } from 'react'

/** The dialogs of who serves and of the drawer, which keys open and fields of the strip show. */
export function useCounterDialogs() {
  const [isCashierOpen, openCashier] = useState(false)
  const [isShiftOpen, openShift] = useState(false)
  return { isCashierOpen, openCashier, isShiftOpen, openShift }
}
