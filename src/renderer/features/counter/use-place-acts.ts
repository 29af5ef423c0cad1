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

type PlaceWord = 'line.called' | 'line.restored' | 'line.cancelled' | 'line.printing' | 'counter.reprintNobody'

/**
 * What can be done with a guest who was lined up without the server; what is wanted most comes first. One of another counter comes here with
 * whatever is done.
 */
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

  const tell = (key: PlaceWord, ticket: string) => counter.say({ key, values: { ticket } })
  const attempt = async <R>(work: () => Promise<R>, done: (result: R) => void) => {
    try {
      done(await work())
    } catch (error) {
      counter.fail(error, null)
    }
  }

  return (place) => {
    const { id, ticketNo, state } = place
    // Nobody knows yet whether it is paid, or it is the other counter's already.
    if (!keptLine || state === 'paying' || (state === 'moving' && place.at)) return []
    const isExpired = state === 'expired'
    const call = () => {
      play('notice')
      tell('line.called', ticketNo)
    }
    const cancel = () =>
      ask({
        title: t('line.cancelAsk', { ticket: ticketNo, racer: place.fields.racer }),
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
            ({ hasPrinter }) => tell(hasPrinter ? 'line.printing' : 'counter.reprintNobody', ticketNo),
          ),
      },
      { key: 'rename', label: t('queue.edit'), may: mayEdit, act: () => rename(place) },
      { key: 'cancel', label: t('queue.cancelReason'), danger: true, may: mayCancel, act: cancel },
    ]
    // Who was to have it may never come for it.
    const possible = state === 'moving' ? acts.filter(({ key }) => key === 'cancel') : acts
    return possible.filter(({ may }) => may).map(({ may: _, ...act }) => act)
  }
}
