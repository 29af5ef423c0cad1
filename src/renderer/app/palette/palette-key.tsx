import { lazy, useEffect } from 'react'
import { create } from 'zustand'
import { Part } from '#renderer/app/part.tsx'
import { useHotkeys } from '#renderer/core/keyboard/hotkeys.ts'

const loadPalette = async () => ({ default: (await import('./palette.tsx')).Palette })
const Palette = lazy(loadPalette)

interface PaletteState {
  isOpen: boolean
  /** What was typed before the palette was there. */
  typed: string
}

const usePaletteState = create<PaletteState>(() => ({ isOpen: false, typed: '' }))

export const openPalette = (): void => usePaletteState.setState({ isOpen: true, typed: '' })
const close = (): void => usePaletteState.setState({ isOpen: false, typed: '' })

/** How long the page rests after the sign-in before the palette is loaded, so that its first opening is immediate. */
const REST_MS = 3000

/** Opens the palette by Ctrl+K on every page, including the counter, also while typing. */
export function PaletteKey() {
  const { isOpen, typed } = usePaletteState()
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), REST_MS)
    return () => clearTimeout(timer)
  }, [])
  useHotkeys(({ key, ctrlKey, metaKey, altKey, shiftKey }) => {
    const isOurs = (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k'
    // Not above an open dialog, which waits for an answer.
    if (!isOurs || (!isOpen && document.querySelector('.ant-modal-wrap:not([style*="display: none"])'))) return false
    usePaletteState.setState({ isOpen: !isOpen, typed: '' })
    return true
  })
  return isOpen ? (
    <Part onFailed={close} fallback={<EarlyKeys />}>
      <Palette typed={typed} onClose={close} />
    </Part>
  ) : null
}

/** While the palette is being loaded, characters are for it and not for the screen below, where digits choose rules. */
function EarlyKeys() {
  useEffect(() => {
    const keep = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, isComposing } = event
      if (ctrlKey || metaKey || altKey || isComposing) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (key === 'Escape') close()
      else if (key === 'Backspace') usePaletteState.setState(({ typed }) => ({ typed: typed.slice(0, -1) }))
      else if (key.length === 1) usePaletteState.setState(({ typed }) => ({ typed: typed + key }))
    }
    window.addEventListener('keydown', keep, { capture: true })
    return () => window.removeEventListener('keydown', keep, { capture: true })
  }, [])
  return null
}
