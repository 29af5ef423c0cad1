import { lazy } from 'react'

/** Gives the deposits of guests back, over another screen; loaded when it is first opened. */
export const DepositsDrawer = lazy(async () => ({ default: (await import('./deposits-drawer.tsx')).DepositsDrawer }))
export { useMayReturn } from './use-may-return.ts'
