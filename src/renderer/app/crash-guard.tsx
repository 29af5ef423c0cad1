import { Button } from 'antd'
import { Component, type ReactNode } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { EmptyBlock } from '#renderer/ui/blocks.tsx'

/** Keeps a failed page from taking the program with it. */
export class CrashGuard extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false }

  static getDerivedStateFromError() {
    return { crashed: true }
  }

  override render() {
    return this.state.crashed ? <Crashed /> : this.props.children
  }
}

function Crashed() {
  const { t } = useText()
  return (
    <main role="alert">
      <EmptyBlock
        title={t('error.pageCrashed')}
        hint={t('error.pageCrashedHint')}
        action={<Button onClick={() => location.reload()}>{t('action.refresh')}</Button>}
      />
    </main>
  )
}
