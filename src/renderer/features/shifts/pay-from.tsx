import { useQuery } from '@tanstack/react-query'
import { Alert, Input, Radio, Skeleton } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import type { OpenDrawers } from '#shared/features/shifts/shifts.schema.ts'
import './pay-from.css'

const SAFE = 'safe'

/** The source of a cash payout, as the calls take it. */
export interface PaidFrom {
  shiftId: string | null
  safeReason: string
  /** Whether the drawer of this counter is to be opened. */
  isHere: boolean
}

/** The chosen source: by default this counter's drawer or the only open one; null while none can pay. */
function chosenFrom(
  known: OpenDrawers | undefined,
  source: string,
  reason: string,
): { source: string; paid: PaidFrom | null } {
  if (!known) return { source: '', paid: null }
  const { drawers, needsShift } = known
  if (source === SAFE) {
    const safeReason = reason.trim()
    return { source, paid: safeReason === '' ? null : { shiftId: null, safeReason, isHere: false } }
  }
  const only = drawers.length === 1 ? drawers[0] : undefined
  const drawer = drawers.find(({ id }) => id === source) ?? drawers.find(({ isHere }) => isHere) ?? only
  if (drawer) return { source: drawer.id, paid: { shiftId: drawer.id, safeReason: '', isHere: drawer.isHere } }
  const isOutside = drawers.length === 0 && !needsShift
  return { source: '', paid: isOutside ? { shiftId: null, safeReason: '', isHere: true } : null }
}

interface PayFromFieldProps {
  /** Defaults to the store of the signed-in user. */
  sysOrgCode?: string | undefined
  /** Null while no source is chosen. */
  onChange(paid: PaidFrom | null): void
}

/** Chooses the source of a cash payout: the only open drawer by default, one of several, or the safe with a reason. */
export function PayFromField({ sysOrgCode, onChange }: PayFromFieldProps) {
  const { t } = useText()
  const id = useId()
  const maySafe = useMay('shift:safe')
  const [wanted, setWanted] = useState('')
  const [reason, setReason] = useState('')
  const { data, error, refetch } = useQuery({
    queryKey: ['shifts', 'drawers', sysOrgCode],
    queryFn: async () => (await client.shifts.drawers({ query: sysOrgCode ? { sysOrgCode } : {} })).result,
    gcTime: 0,
    staleTime: 0,
  })
  const { source, paid } = chosenFrom(data, wanted, reason)
  const onChangeRef = useRef(onChange)
  onChangeRef.current = onChange
  const { shiftId = null, safeReason = '', isHere = false } = paid ?? {}
  const isChosen = paid !== null
  useEffect(() => {
    onChangeRef.current(isChosen ? { shiftId, safeReason, isHere } : null)
  }, [isChosen, shiftId, safeReason, isHere])

  if (error) return <ErrorBlock error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 1 }} />
  const { drawers, needsShift } = data
  const nameOf = ({ terminalName, cashierName, openTime, isHere: here }: OpenDrawers['drawers'][number]): string =>
    t(here ? 'payFrom.here' : 'payFrom.drawer', {
      counter: terminalName || t('shift.browser'),
      name: cashierName,
      time: openTime.slice(5, 16),
    })
  const [only, more] = drawers
  return (
    <section className="pl-pay-from" aria-labelledby={id}>
      <h3 id={id}>{t('payFrom.title')}</h3>
      {only ? null : (
        <Alert
          type={needsShift ? 'warning' : 'info'}
          showIcon
          title={t(needsShift ? (maySafe ? 'payFrom.noneButSafe' : 'payFrom.none') : 'payFrom.outside')}
        />
      )}
      {more || maySafe ? (
        <Radio.Group
          value={source}
          onChange={({ target }) => setWanted(String(target.value))}
          options={[
            ...drawers.map((drawer) => ({ value: drawer.id, label: nameOf(drawer) })),
            ...(only || needsShift ? [] : [{ value: '', label: t('payFrom.noDrawer') }]),
            ...(maySafe ? [{ value: SAFE, label: t('payFrom.safe') }] : []),
          ]}
        />
      ) : only ? (
        <p>{nameOf(only)}</p>
      ) : null}
      {source === SAFE ? (
        <Input
          autoFocus
          maxLength={100}
          autoComplete="off"
          aria-label={t('payFrom.reason')}
          placeholder={t('payFrom.reason')}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      ) : null}
    </section>
  )
}
