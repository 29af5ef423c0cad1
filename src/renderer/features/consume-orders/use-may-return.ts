import { useMay } from '#renderer/core/session.ts'

/** Whether the user may list orders with deposits and return one. */
export function useMayReturn(): boolean {
  const mayFind = useMay('consume:list')
  const mayReturn = useMay('consume:returnDeposit')
  return mayFind && mayReturn
}
