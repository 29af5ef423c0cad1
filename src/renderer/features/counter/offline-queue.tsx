import { MoreOutlined } from '@ant-design/icons'
import { Alert, Button, Dropdown, Input, type InputRef, Modal } from 'antd'
import { type KeyboardEvent, useRef, useState } from 'react'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { useFocusOnOpen } from '#renderer/ui/use-focus-on-open.ts'
import type { KeptPlace } from '#shared/ipc/line.ts'
import type { Counter } from './use-counter.ts'
import { type QueueEntryAction, useQueueEntryActions } from './use-queue-entry-actions.ts'
import './offline-queue.css'

/** What begins the ride of a place: where L and the arrows lead. */
const START_BUTTON = '[data-takes]'
const LIST_ID = 'kept-line'

/** L: to the first who waits. */
export const focusOfflineQueue = (): void => document.querySelector<HTMLElement>(`#${LIST_ID} ${START_BUTTON}`)?.focus()

const MINUTE = 60_000

/** Guests who were lined up without the server, here and at the store's other counters: nothing is paid for them yet, and each is begun from here. */
export function OfflineQueue({ counter }: { counter: Counter }) {
  const { t } = useText()
  const [renaming, setRenaming] = useState<KeptPlace | null>(null)
  const actionsOf = useQueueEntryActions(counter, setRenaming)
  const { places, place: up, now } = counter
  if (!places || places.length === 0) return null
  const stateOf = ({ state, joinedAt }: KeptPlace) => {
    if (state === 'moving') return t('line.moving')
    if (state === 'called') return t('queue.state.CALLED')
    if (state === 'expired') return t('queue.end.expired')
    if (state === 'paying') return t('line.paying')
    return t('line.waits', { count: Math.max(0, Math.floor((now - Date.parse(joinedAt)) / MINUTE)) })
  }
  return (
    <section className="pl-kept-line" aria-label={t('line.title')}>
      <h2>
        {t('line.title')} <small>{t('line.unpaid', { count: places.length })}</small> <kbd>L</kbd>
      </h2>
      <ul id={LIST_ID} onKeyDown={(event) => onKey(event, places, actionsOf)}>
        {places.map((place) => {
          const [first, ...others] = actionsOf(place)
          const isAt = place.at && place.state !== 'moving' ? [t('line.at', { at: place.at.name })] : []
          const state = place.id === up?.id ? t('line.isUp') : [...isAt, stateOf(place)].join(' · ')
          return (
            <li key={place.id} data-place={place.id} data-up={place.id === up?.id}>
              <strong>{place.ticketNo}</strong>
              <span title={[place.fields.racer, place.ruleName, state].join(' · ')}>
                {place.fields.racer}
                <small data-state={place.state}>{state}</small>
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
                    items: others.map(({ key, label, danger, run: act }) => ({ key, label, danger, onClick: act })),
                  }}
                >
                  <Button
                    size="small"
                    type="text"
                    icon={<MoreOutlined />}
                    aria-label={t('line.more', { ticket: place.ticketNo })}
                  />
                </Dropdown>
              ) : null}
            </li>
          )
        })}
      </ul>
      {renaming ? <RenameDialog place={renaming} onClose={() => setRenaming(null)} /> : null}
    </section>
  )
}

/** What each key does with the place that has the focus, as in the line of the server. */
const actionsByKey: Record<string, readonly QueueEntryAction['key'][]> = {
  c: ['call', 'restore'],
  e: ['rename'],
  p: ['print'],
  delete: ['cancel'],
}

function onKey(
  event: KeyboardEvent<HTMLUListElement>,
  places: readonly KeptPlace[],
  actsOf: (place: KeptPlace) => QueueEntryAction[],
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
  const wanted = actionsByKey[key.toLowerCase()]
  const focused = document.activeElement?.closest<HTMLElement>('[data-place]')?.dataset.place
  const place = places.find(({ id }) => id === focused)
  if (!wanted || !place) return
  event.preventDefault()
  if (!repeat)
    actsOf(place)
      .find((act) => wanted.includes(act.key))
      ?.run()
}

interface RenameDialogProps {
  place: KeptPlace
  onClose(): void
}

function RenameDialog({ place, onClose }: RenameDialogProps) {
  const { t } = useText()
  const { keptLine } = usePlatform()
  const [name, setName] = useState(place.fields.racer)
  const [failure, setFailure] = useState<unknown>(null)
  const field = useRef<InputRef>(null)
  useFocusOnOpen(() => field.current?.input)
  const save = async () => {
    try {
      await keptLine?.rename(place.id, name.trim())
      onClose()
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <Modal
      open
      width={420}
      title={`${t('queue.edit')} ${place.ticketNo}`}
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

/** Whose ride is on the board, so that nobody else is put there over it. */
export function ResumedEntry({ counter: { place } }: { counter: Counter }) {
  const { t } = useText()
  if (!place) return null
  const values = { ticket: place.ticketNo, racer: place.fields.racer }
  return (
    <p className="pl-place-up" role="status">
      {t('line.onBoard', values)} <kbd>Esc</kbd> {t('line.putBack')}
    </p>
  )
}
