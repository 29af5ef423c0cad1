import { useEffect } from 'react'
import { create } from 'zustand'

/** Each key and what it does. */
export type HelpKeyRows = readonly (readonly [key: string, text: string])[]

interface HelpKeys {
  title: string
  rows: HelpKeyRows
}

interface HelpState {
  isOpen: boolean
  /** The name of the help that was asked for; null shows that of the screen. */
  asked: string | null
  /** The keys of what is shown. */
  keys: readonly HelpKeys[]
}

export const useHelp = create<HelpState>(() => ({ isOpen: false, asked: null, keys: [] }))

/** The id of the help panel. */
export const HELP_ID = 'help'

/** What had the focus before the help. */
let before: Element | null = null

const panel = (): HTMLElement | null => document.getElementById(HELP_ID)

/** Whether the focus is in the help: keys then belong to it, and else to the screen. */
export const isInHelp = (): boolean => panel()?.contains(document.activeElement) ?? false

/** Gives the focus back to the screen beside the help. */
export function leaveHelp(): void {
  if (!isInHelp()) return
  if (before instanceof HTMLElement && before.isConnected && before !== document.body) before.focus()
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
}

/** Moves the focus into the help. */
export function enterHelp(): void {
  if (isInHelp()) return
  before = document.activeElement
  panel()?.focus()
}

/** Opens the help of the screen, or that of a name. */
export function openHelp(asked: string | null = null): void {
  enterHelp()
  useHelp.setState({ isOpen: true, asked })
}

export function closeHelp(): void {
  leaveHelp()
  useHelp.setState({ isOpen: false, asked: null })
}

/** Lists the keys of a screen in the help while the screen is shown. */
export function useHelpKeys(title: string, rows: HelpKeyRows): void {
  const content = JSON.stringify(rows)
  useEffect(() => {
    const own: HelpKeys = { title, rows: JSON.parse(content) }
    useHelp.setState(({ keys }) => ({ keys: [...keys, own] }))
    return () => useHelp.setState(({ keys }) => ({ keys: keys.filter((one) => one !== own) }))
  }, [title, content])
}
