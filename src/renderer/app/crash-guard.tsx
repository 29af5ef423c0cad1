import { Button } from 'antd'
import { Component, type ReactNode, useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { isProgramThere } from '#renderer/core/replaced.ts'
import { EmptyBlock } from '#renderer/ui/display/blocks.tsx'

type Crash = 'page' | 'chunk'

/** Matches the messages of browsers and bundlers for a chunk that failed to load (spec §8). */
const MISSING =
  /ChunkLoadError|CSS_CHUNK_LOAD_FAILED|MODULE_NOT_FOUND|dynamically imported module|Importing a module script failed|Unable to preload CSS/i

/** Whether an error means that a chunk of the program could not be loaded. */
export const isMissingChunk = (error: unknown): boolean =>
  error instanceof Error && MISSING.test(`${error.name} ${'code' in error ? String(error.code) : ''} ${error.message}`)

interface CrashGuardProps {
  children: ReactNode
  /** Called on a crash; nothing is then shown in place of the children. */
  onCrash?: (crash: Crash) => void
}

/** An error boundary: a crashed page does not take the program down. */
export class CrashGuard extends Component<CrashGuardProps, { crash: Crash | null }> {
  override state: { crash: Crash | null } = { crash: null }

  static getDerivedStateFromError(error: unknown): { crash: Crash } {
    return { crash: isMissingChunk(error) ? 'chunk' : 'page' }
  }

  override componentDidCatch(error: unknown): void {
    this.props.onCrash?.(isMissingChunk(error) ? 'chunk' : 'page')
  }

  override render() {
    const { crash } = this.state
    if (!crash) return this.props.children
    return this.props.onCrash ? null : <Crashed crash={crash} />
  }
}

/** Reloads the program, but only where the server answers: otherwise the page would be lost. */
function LoadAgain() {
  const { t } = useText()
  const [state, setState] = useState<'idle' | 'asking' | 'away'>('idle')
  const ask = async () => {
    setState('asking')
    if (await isProgramThere()) location.reload()
    else setState('away')
  }
  return (
    <>
      <Button loading={state === 'asking'} onClick={() => void ask()}>
        {t('action.retry')}
      </Button>
      {state === 'away' ? <span role="status">{t('error.common.offline')}</span> : null}
    </>
  )
}

/** Shown in place of a page that crashed or failed to load. */
export function Crashed({ crash }: { crash: Crash }) {
  const { t } = useText()
  return (
    <main role="alert">
      <EmptyBlock
        title={t(crash === 'chunk' ? 'error.chunk' : 'error.pageCrashed')}
        hint={t(crash === 'chunk' ? 'error.chunkHint' : 'error.pageCrashedHint')}
        action={<LoadAgain />}
      />
    </main>
  )
}
