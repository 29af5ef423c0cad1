import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { play } from '#renderer/core/sounds.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import { useQuestion } from '#renderer/ui/use-question.tsx'
import type { KeptPlace } from '#shared/ipc/line.ts'
import type { Counter } from './use-counter.ts'

export interface PlaceAct {
  key: 'start' | 'restore' | 'call' | 'print' | 'rename' | 'cancel'
  label: string
  danger?: boolean
  act(): void
}

/** What can be done with a guest whom this counter has lined up without the server; what is wanted most comes first. */
export function usePlaceActs(
  counter: Pick<Counter, 'takeUp' | 'say' | 'fail'>,
  rename: (place: KeptPlace) => void,
): (place: KeptPlace) => PlaceAct[] {
  const { t } = useText()
  const { keptLine, reprint } = usePlatform()
  const ask = useQuestion()
  const [mayStart, mayCall, mayEdit, mayCancel] = [
    useMay('queue:start'),
    useMay('queue:call'),
    useMay('queue:edit'),
    useMay('consume:add'),
  ]

  const tell = (key: 'line.called' | 'line.restored' | 'line.cancelled' | 'line.printing', ticket: string) =>
    counter.say({ key, values: { ticket } })
  const attempt = async (work: () => Promise<unknown>, done: () => void) => {
    try {
      await work()
      done()
    } catch (error) {
      counter.fail(error, null)
    }
  }

  return (place) => {
    const { id, ticketNo, state } = place
    // Nobody knows yet whether it is paid.
    if (!keptLine || state === 'paying') return []
    const isExpired = state === 'expired'
    const call = () => {
      play('notice')
      tell('line.called', ticketNo)
    }
    const cancel = () =>
      ask({
        title: t('line.cancelAsk', { ticket: ticketNo, racer: place.fields.cheshou }),
        content: t('line.cancelHint'),
        ok: t('queue.cancelReason'),
        enter: 'no',
        onOk: () =>
          attempt(
            () => keptLine.cancel(id),
            () => tell('line.cancelled', ticketNo),
          ),
      })
    const acts: (PlaceAct & { may: boolean })[] = [
      { key: 'start', label: t('queue.start'), may: mayStart && !isExpired, act: () => counter.takeUp(place) },
      {
        key: 'restore',
        label: t('queue.restore'),
        may: mayCall && isExpired,
        act: () =>
          void attempt(
            () => keptLine.restore(id),
            () => tell('line.restored', ticketNo),
          ),
      },
      {
        key: 'call',
        label: t(state === 'called' ? 'queue.callAgain' : 'queue.call'),
        may: mayCall && !isExpired,
        act: () => void attempt(() => keptLine.call(id), call),
      },
      {
        key: 'print',
        label: t('queue.print'),
        may: true,
        act: () =>
          void attempt(
            () => reprint(id),
            () => tell('line.printing', ticketNo),
          ),
      },
      { key: 'rename', label: t('queue.edit'), may: mayEdit, act: () => rename(place) },
      { key: 'cancel', label: t('queue.cancelReason'), danger: true, may: mayCancel, act: cancel },
    ]
    return acts.filter(({ may }) => may).map(({ may: _, ...act }) => act)
  }
}
