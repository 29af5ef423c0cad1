import { MoreOutlined } from '@ant-design/icons'
import { Alert, Button, Dropdown, Input, type InputRef, Modal } from 'antd'
import { type KeyboardEvent, useRef, useState } from 'react'
import { textOfError, useText } from '#renderer/core/locale.ts'
import type { Counter } from '#renderer/features/counter/use-counter.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { useFocusOnOpen } from '#renderer/ui/dialog/use-focus-on-open.ts'
import type { OfflineQueueEntry } from '#shared/ipc/offline-queue.ts'
import { type QueueEntryAction, useQueueEntryActions } from './use-queue-entry-actions.ts'
import './offline-queue.css'

/** The start button of an entry: the target of L and the arrow keys. */
const START_BUTTON = '[data-takes]'
const LIST_ID = 'kept-line'

/** L: focuses the first entry. */
export const focusOfflineQueue = (): void => document.querySelector<HTMLElement>(`#${LIST_ID} ${START_BUTTON}`)?.focus()

const MINUTE_MS = 60_000

/** The offline queue of the store's counters. Nothing is paid yet, and each ride can be started from here. */
export function OfflineQueue({ counter }: { counter: Counter }) {
  const { t } = useText()
  const [renaming, setRenaming] = useState<OfflineQueueEntry | null>(null)
  const actionsOf = useQueueEntryActions(counter, setRenaming)
  const { queueEntries, resumedEntry: resumed, now } = counter
  if (!queueEntries || queueEntries.length === 0) return null
  const stateOf = ({ state, joinedAt }: OfflineQueueEntry) => {
    if (state === 'moving') return t('line.moving')
    if (state === 'called') return t('queue.state.CALLED')
    if (state === 'expired') return t('queue.end.expired')
    if (state === 'paying') return t('line.paying')
    return t('line.waits', { count: Math.max(0, Math.floor((now - Date.parse(joinedAt)) / MINUTE_MS)) })
  }
  return (
    <section className="pl-kept-line" aria-label={t('line.title')}>
      <h2>
        {t('line.title')} <small>{t('line.unpaid', { count: queueEntries.length })}</small> <kbd>L</kbd>
      </h2>
      <ul id={LIST_ID} onKeyDown={(event) => onKey(event, queueEntries, actionsOf)}>
        {queueEntries.map((entry) => {
          const [first, ...others] = actionsOf(entry)
          const isAt = entry.at && entry.state !== 'moving' ? [t('line.at', { at: entry.at.name })] : []
          const state = entry.id === resumed?.id ? t('line.isUp') : [...isAt, stateOf(entry)].join(' · ')
          return (
            <li key={entry.id} data-place={entry.id} data-up={entry.id === resumed?.id}>
              <strong>{entry.ticketNo}</strong>
              <span title={[entry.fields.racer, entry.ruleName, state].join(' · ')}>
                {entry.fields.racer}
                <small data-state={entry.state}>{state}</small>
              </span>
              {first ? (
                <Button size="small" data-takes="" onClick={first.run}>
                  {first.label}
                </Button>
              ) : null}
              {others.length > 0 ? (
                <Dropdown
                  trigger={['click']}
                  menu={{
                    items: others.map(({ key, label, danger, run }) => ({ key, label, danger, onClick: run })),
                  }}
                >
                  <Button
                    size="small"
                    type="text"
                    icon={<MoreOutlined />}
                    aria-label={t('line.more', { ticket: entry.ticketNo })}
                  />
                </Dropdown>
              ) : null}
            </li>
          )
        })}
      </ul>
      {renaming ? <RenameDialog entry={renaming} onClose={() => setRenaming(null)} /> : null}
    </section>
  )
}

/** The actions of each key on the focused entry, as in the server's queue. */
const actionsByKey: Record<string, readonly QueueEntryAction['key'][]> = {
  c: ['call', 'restore'],
  e: ['rename'],
  p: ['print'],
  delete: ['cancel'],
}

function onKey(
  event: KeyboardEvent<HTMLUListElement>,
  entries: readonly OfflineQueueEntry[],
  actionsOf: (entry: OfflineQueueEntry) => QueueEntryAction[],
): void {
  const { key, ctrlKey, altKey, metaKey, repeat, currentTarget } = event
  if (ctrlKey || altKey || metaKey) return
  const by = { ArrowDown: 1, ArrowUp: -1 }[key]
  if (by) {
    event.preventDefault()
    const buttons = [...currentTarget.querySelectorAll<HTMLElement>(START_BUTTON)]
    const at = buttons.indexOf(document.activeElement as HTMLElement)
    buttons[Math.min(buttons.length - 1, Math.max(0, at + by))]?.focus()
    return
  }
  const keyActions = actionsByKey[key.toLowerCase()]
  const focused = document.activeElement?.closest<HTMLElement>('[data-place]')?.dataset.place
  const entry = entries.find(({ id }) => id === focused)
  if (!keyActions || !entry) return
  event.preventDefault()
  if (!repeat)
    actionsOf(entry)
      .find((action) => keyActions.includes(action.key))
      ?.run()
}

interface RenameDialogProps {
  entry: OfflineQueueEntry
  onClose(): void
}

function RenameDialog({ entry, onClose }: RenameDialogProps) {
  const { t } = useText()
  const { offlineQueue } = usePlatform()
  const [name, setName] = useState(entry.fields.racer)
  const [failure, setFailure] = useState<unknown>(null)
  const field = useRef<InputRef>(null)
  useFocusOnOpen(() => field.current?.input)
  const save = async () => {
    try {
      await offlineQueue?.rename(entry.id, name.trim())
      onClose()
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <Modal
      open
      width={420}
      title={`${t('queue.edit')} ${entry.ticketNo}`}
      okButtonProps={{ disabled: name.trim() === '' }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Input
        ref={field}
        maxLength={30}
        aria-label={t('records.racer')}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      {failure ? <Alert type="error" showIcon title={textOfError(t, failure)} /> : null}
    </Modal>
  )
}

/** Shows which queue entry is resumed on the screen, so that it is not mistaken for a new guest. */
export function ResumedEntry({ counter: { resumedEntry } }: { counter: Counter }) {
  const { t } = useText()
  if (!resumedEntry) return null
  const values = { ticket: resumedEntry.ticketNo, racer: resumedEntry.fields.racer }
  return (
    <p className="pl-place-up" role="status">
      {t('line.onBoard', values)} <kbd>Esc</kbd> {t('line.putBack')}
    </p>
  )
}
