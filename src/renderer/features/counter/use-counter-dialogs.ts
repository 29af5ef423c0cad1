import { useState } from 'react'

/** Whether the cashier and shift dialogs are open; keys and fields of the strip open them. */
export function useCounterDialogs() {
  const [isCashierOpen, openCashier] = useState(false)
  const [isShiftOpen, openShift] = useState(false)
  return { isCashierOpen, openCashier, isShiftOpen, openShift }
}
