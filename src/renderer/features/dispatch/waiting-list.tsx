import { useText } from '#renderer/core/locale.ts'
import { EmptyBlock } from '#renderer/ui/display/blocks.tsx'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { fromWireTime } from '#shared/core/time.ts'
import type { Floor, FloorEntry } from '#shared/features/dispatch/dispatch.schema.ts'
import { groupsOf } from './floor.calc.ts'
import { DRAGGED_ENTRY } from './floor-tile.tsx'
import type { Plan } from './use-plan.ts'

/** The number of cards with a digit key. */
const MAX_DIGIT_KEYS = 9

interface WaitingListProps {
  floor: Floor
  plan: Plan
  now: number
  mayStart: boolean
}

/** The queue: a click plans a ride on the best free vehicle, a drag on any. */
export function WaitingList(props: WaitingListProps) {
  const { floor, plan, mayStart } = props
  const { t } = useText()
  if (floor.entries.length === 0) return <EmptyBlock title={t('dispatch.nobody')} hint={t('dispatch.nobodyHint')} />
  return (
    <ol className="pl-waiting">
      {groupsOf(floor.entries).map(({ id, members }) => (
        <li key={id} className={members.length > 1 ? 'pl-waiting-group' : ''}>
          {members.length > 1 ? (
            <button
              type="button"
              className="pl-waiting-all"
              disabled={!mayStart}
              onClick={() => plan.toggleGroup(members.map(({ entry }) => entry))}
            >
              {t('dispatch.group', { count: members.length })}
            </button>
          ) : null}
          {members.map(({ entry, index }) => (
            <WaitingCard key={entry.id} entry={entry} index={index} list={props} />
          ))}
        </li>
      ))}
    </ol>
  )
}

function WaitingCard({ entry, index, list: listProps }: { entry: FloorEntry; index: number; list: WaitingListProps }) {
  const { floor, plan, now, mayStart } = listProps
  const { t } = useText()
  const vehicleId = plan.vehicleOf(entry.id)
  const vehicle = floor.vehicles.find(({ id }) => id === (vehicleId ?? entry.vehicleId))
  const waitedMinutes = Math.max(0, Math.floor((now - fromWireTime(entry.createTime).getTime()) / 60_000))
  const length =
    entry.consumeVehicleMode === 'circlemode'
      ? t('dispatch.laps', { count: entry.countCycleNumber })
      : t('dispatch.minutes', { count: entry.duration })
  return (
    <button
      type="button"
      className="pl-waiting-card"
      aria-pressed={vehicleId !== null}
      data-chosen={plan.chosen?.id === entry.id}
      data-ticket={entry.ticketNo}
      disabled={!mayStart}
      draggable={mayStart}
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED_ENTRY, entry.id)}
      onClick={() => plan.toggle(entry)}
    >
      {index < MAX_DIGIT_KEYS ? <kbd className="pl-corner-key">{index + 1}</kbd> : null}
      <span className="pl-waiting-who">
        <strong>{entry.ticketNo}</strong> {entry.racer}
      </span>
      <span className="pl-waiting-what">
        {[
          entry.people > 1 ? t('dispatch.people', { count: entry.people }) : '',
          length,
          t('dispatch.waited', { minutes: waitedMinutes }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <span className="pl-waiting-where">
        {entry.state === 'CALLED' ? <ToneTag tone="info">{t('dispatch.called')}</ToneTag> : null}
        {vehicleId && vehicle ? <ToneTag tone="success">→ {vehicle.name}</ToneTag> : null}
        {!vehicleId && vehicle ? <small>{t('dispatch.wants', { vehicle: vehicle.name })}</small> : null}
      </span>
    </button>
  )
}
