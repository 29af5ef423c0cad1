import { lazy } from 'react'
import { create } from 'zustand'
import { Part } from '#renderer/app/part.tsx'
import { useHotkeys } from '#renderer/core/hotkeys.ts'

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))

const usePaletteState = create<{ isOpen: boolean }>(() => ({ isOpen: false }))

export const openPalette = (): void => usePaletteState.setState({ isOpen: true })
const close = (): void => usePaletteState.setState({ isOpen: false })

/** Opens the palette by Ctrl+K on every page, including the counter, also while typing. */
export function PaletteKey() {
  const { isOpen } = usePaletteState()
  useHotkeys(({ key, ctrlKey, metaKey, altKey, shiftKey }) => {
    const isOurs = (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k'
    // Not above an open dialog, which waits for an answer.
    if (!isOurs || (!isOpen && document.querySelector('.ant-modal-wrap:not([style*="display: none"])'))) return false
    usePaletteState.setState({ isOpen: !isOpen })
    return true
  })
  return isOpen ? (
    <Part onFailed={close}>
      <Palette onClose={close} />
    </Part>
  ) : null
}
