import { isCovered, isTyping, useHotkeys } from '#renderer/core/keyboard/hotkeys.ts'
import type { RowAction } from '#renderer/ui/crud/crud-types.ts'
import type { QueueEntry } from '#shared/features/queue/queue.schema.ts'

/** The actions of each key on the focused queue entry; Enter runs the default action. */
const actions: Record<string, readonly string[]> = {
  c: ['call', 'restore'],
  e: ['edit'],
  m: ['remind'],
  p: ['print'],
  Delete: ['cancel'],
}

interface LineKeys {
  entries: readonly QueueEntry[]
  actionsOf(entry: QueueEntry): RowAction[]
  callNext?: (() => void) | undefined
}

const linksOf = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('.pl-queue-rows .pl-crud-open')]
const rowOf = (element: Element | null): string | undefined =>
  element?.closest<HTMLElement>('.pl-queue-rows tr[data-row-key]')?.dataset.rowKey

/** The keys of the queue: digits and arrows focus an entry, letters act on it, N calls the next. */
export function useQueueKeys({ entries, actionsOf, callNext }: LineKeys): void {
  useHotkeys(({ key, target, repeat, ctrlKey, altKey, metaKey }) => {
    if (isTyping(target) || isCovered() || ctrlKey || altKey || metaKey) return false
    const act = (does: (() => void) | undefined): boolean => {
      // A held key counts once.
      if (does && !repeat) does()
      return does !== undefined
    }
    const letter = key.length === 1 ? key.toLowerCase() : key
    if (letter === 'n') return act(callNext)
    const links = linksOf()
    const go = (link: HTMLElement | undefined) => act(link && (() => link.focus()))
    if (/^[1-9]$/.test(letter)) return go(links[Number(letter) - 1])
    const focused = rowOf(document.activeElement)
    if (focused === undefined) {
      if (letter === 'ArrowDown') return go(links[0])
      return letter === 'ArrowUp' && go(links.at(-1))
    }
    const entry = entries.find(({ id }) => id === focused)
    const keyActions = actions[letter]
    return (
      entry !== undefined &&
      keyActions !== undefined &&
      act(actionsOf(entry).find((one) => keyActions.includes(one.key))?.act)
    )
  })
}
