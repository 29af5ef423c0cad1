import { lazy } from 'react'

/** Returns deposits, over another screen; loaded on first use. */
export const DepositsDrawer = lazy(async () => ({ default: (await import('./deposits-drawer.tsx')).DepositsDrawer }))
export { useMayReturn } from './use-may-return.ts'
