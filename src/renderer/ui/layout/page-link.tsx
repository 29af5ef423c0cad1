import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { useFrame } from './frame.ts'

interface PageLinkProps {
  /** The component key of the page. */
  component: string
  children: ReactNode
}

/** The way out of an empty screen: opens the page that fills it, where the user may open that page. */
export function PageLink({ component, children }: PageLinkProps) {
  const navigate = useNavigate()
  const path = useFrame().pathOf(component)
  if (path === null) return null
  return (
    <Button type="primary" onClick={() => void navigate(path)}>
      {children}
    </Button>
  )
}
