import { createContext, useContext } from 'react'
import type { Platform } from './platform.ts'

const PlatformContext = createContext<Platform | null>(null)

export const PlatformProvider = PlatformContext.Provider

/** The platform that this window runs on. */
export function usePlatform(): Platform {
  const platform = useContext(PlatformContext)
  if (!platform) throw new Error('PlatformProvider is missing')
  return platform
}
