import { useMay } from '#renderer/core/session.ts'

/** Whether somebody finds the orders with deposits and may give one back. */
export function useMayReturn(): boolean {
  const mayFind = useMay('consume:list')
  const mayReturn = useMay('consume:returnDeposit')
  return mayFind && mayReturn
}
