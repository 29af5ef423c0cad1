import { App, Button, Select } from 'antd'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { storedPrintId } from '#renderer/core/print-id.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useVehicleOptions } from '#renderer/features/vehicles/index.ts'
import { useMayCall } from '#renderer/ui/crud/crud-data.ts'
import { useConfirmation } from '#renderer/ui/crud/crud-remove.tsx'
import { usePrintNotice } from '#renderer/ui/print/use-print-notice.ts'
import { newId } from '#shared/core/id.ts'
import type { Match, MatchEntry, MatchGroup, MatchPaper, MatchRound } from '#shared/features/events/matches.schema.ts'
import { lapTime } from '#shared/features/vehicles/lap-time.calc.ts'
import { CorrectionDialog } from './correction-dialog.tsx'

const refresh = () => queryClient.invalidateQueries({ queryKey: ['match'] })

/** Runs a call of a match, and shows its answer or why it was refused. */
function useRun() {
  const { t } = useText()
  const { message } = App.useApp()
  return async (work: () => Promise<{ message: string }>): Promise<void> => {
    try {
      void message.success((await work()).message)
    } catch (error) {
      void message.warning(textOfError(t, error))
    }
    await refresh()
  }
}

/** A round with its groups, and what can be done with it. */
export function RoundBlock({ match, round }: { match: Match; round: MatchRound }) {
  const { t } = useText()
  const run = useRun()
  const ask = useConfirmation()
  const may = useMayCall('matches')
  const { id, number, roundName, format, groups, seed, sourceId, points } = round
  const isUnstarted = groups.every(({ startTime }) => startTime === null)
  const source = match.rounds.find((one) => one.id === sourceId)
  const key = newId()
  const draw = async (): Promise<string> => {
    try {
      return (await client.matches.draw({ key, body: { id } })).message
    } finally {
      await refresh()
    }
  }
  const remove = async (): Promise<string> => {
    try {
      return (await client.matches.removeRound({ query: { id } })).message
    } finally {
      await refresh()
    }
  }
  const drawAgain = () =>
    void ask(t('match.drawAsk', { round: roundName }), draw, { hint: t('match.drawHint'), ok: t('match.drawAgain') })
  const facts = [
    t(`match.format.${format}`),
    source ? source.roundName : t('match.allMembers'),
    ...(points.length > 0 ? [`${t('match.points')} ${points.join(', ')}`] : []),
    ...(seed === null || format !== 'heat' ? [] : [t('match.seed', { seed })]),
  ]
  return (
    <section>
      <h2>
        {number}. {roundName}
      </h2>
      <p className="pl-match-facts">{facts.join(' · ')}</p>
      <div className="pl-match-tools">
        {may('draw') && isUnstarted ? (
          <Button
            onClick={() =>
              groups.length === 0 ? void run(() => client.matches.draw({ key, body: { id } })) : drawAgain()
            }
          >
            {t(groups.length === 0 ? 'match.draw' : 'match.drawAgain')}
          </Button>
        ) : null}
        {may('removeRound') && isUnstarted ? (
          <Button
            danger
            onClick={() => void ask(t('match.removeAsk', { round: roundName }), remove, { ok: t('match.remove') })}
          >
            {t('match.remove')}
          </Button>
        ) : null}
      </div>
      {groups.length === 0 ? <p className="pl-match-facts">{t('match.notDrawn')}</p> : null}
      <div className="pl-match-groups">
        {groups.map((group) => (
          <GroupBlock key={group.group} round={round} group={group} />
        ))}
      </div>
    </section>
  )
}

/** A group: its start list with vehicles, or its results. */
function GroupBlock({ round, group }: { round: MatchRound; group: MatchGroup }) {
  const { t } = useText()
  const run = useRun()
  const notice = usePrintNotice()
  const may = useMayCall('matches')
  const [corrected, setCorrected] = useState<MatchEntry | null>(null)
  const { startTime, endTime, entries } = group
  const groupKey = { roundId: round.id, group: group.group }
  const isOver = endTime !== null
  const print = async (paper: MatchPaper): Promise<void> => {
    const body = { ...groupKey, paper, printId: storedPrintId() }
    await client.matches
      .print({ key: newId(), body })
      .then(notice, (error: unknown) => run(() => Promise.reject(error)))
  }
  const state = isOver
    ? t('match.ended', { time: endTime.slice(11, 16) })
    : startTime !== null
      ? t('match.started', { time: startTime.slice(11, 16) })
      : ''
  return (
    <div className="pl-match-group">
      <h3>
        {t('match.groupNumbered', { group: group.group })} <small>{state}</small>
      </h3>
      <div className="pl-match-scroll">
        <table className="pl-match-table">
          <thead>
            <tr>
              <th scope="col">{t(isOver ? 'match.place' : 'match.grid')}</th>
              <th scope="col">{t('match.number')}</th>
              <th scope="col">{t('match.racer')}</th>
              <th scope="col">{t('match.vehicle')}</th>
              {isOver ? (
                <>
                  <th scope="col">{t('match.laps')}</th>
                  <th scope="col">{t('match.best')}</th>
                  <th scope="col">{t('match.total')}</th>
                  <th scope="col">{t('match.points')}</th>
                </>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={entry.id}>
                <td>{isOver ? (entry.place ?? '—') : entry.grid}</td>
                <td>{entry.number}</td>
                <td>
                  {entry.racer || '—'}
                  {isOver && may('correct') ? (
                    <Button type="link" size="small" onClick={() => setCorrected(entry)}>
                      {t('match.correct')}
                    </Button>
                  ) : null}
                  <Correction entry={entry} />
                </td>
                <td>
                  {isOver || !may('setVehicle') ? (
                    entry.vehicleName || '—'
                  ) : (
                    <VehicleSelect
                      entry={entry}
                      onChoose={(vehicleId) =>
                        void run(() => client.matches.setVehicle({ body: { id: entry.id, vehicleId } }))
                      }
                    />
                  )}
                </td>
                {isOver ? <Driven entry={entry} /> : null}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="pl-match-tools">
        {may('start') && startTime === null ? (
          <Button type="primary" onClick={() => void run(() => client.matches.start({ body: groupKey }))}>
            {t('match.start')}
          </Button>
        ) : null}
        {may('finish') && startTime !== null ? (
          <Button
            type={isOver ? 'default' : 'primary'}
            onClick={() => void run(() => client.matches.finish({ body: groupKey }))}
          >
            {t(isOver ? 'match.takeAgain' : 'match.finish')}
          </Button>
        ) : null}
        {may('print') ? <Button onClick={() => void print('startList')}>{t('match.printStartList')}</Button> : null}
        {may('print') && isOver ? (
          <Button onClick={() => void print('results')}>{t('match.printResults')}</Button>
        ) : null}
      </div>
      {corrected ? <CorrectionDialog entry={corrected} onClose={() => setCorrected(null)} /> : null}
    </div>
  )
}

function Correction({ entry: { status, penaltyMs, correctedBy: by, reason } }: { entry: MatchEntry }) {
  const { t } = useText()
  if (by === '') return null
  const facts = [
    ...(status === '' ? [] : [t(`match.status.${status}`)]),
    ...(penaltyMs > 0 ? [t('match.penaltyOf', { seconds: penaltyMs / 1000 })] : []),
    t('match.correctedBy', { by, reason }),
  ]
  return <small className="pl-match-corrected">{facts.join(' · ')}</small>
}

const timeOf = (ms: number | null): string => (ms === null ? '—' : lapTime(ms))

/** What was driven; the time contains the penalty. */
function Driven({ entry: { laps, bestMs, totalMs, penaltyMs, points } }: { entry: MatchEntry }) {
  return (
    <>
      <td>{laps}</td>
      <td>{timeOf(bestMs)}</td>
      <td>{timeOf(totalMs === null ? null : totalMs + penaltyMs)}</td>
      <td>{points || '—'}</td>
    </>
  )
}

function VehicleSelect({ entry, onChoose }: { entry: MatchEntry; onChoose(vehicleId: string | null): void }) {
  const { t } = useText()
  const vehicles = useVehicleOptions()
  const own = entry.vehicleId ? [{ value: entry.vehicleId, label: entry.vehicleName }] : []
  const others = vehicles.filter(({ value }) => value !== entry.vehicleId)
  return (
    <Select
      className="pl-match-vehicle"
      aria-label={`${t('match.vehicle')} ${entry.number} ${entry.racer}`}
      placeholder={t('match.noVehicle')}
      allowClear
      value={entry.vehicleId ?? undefined}
      options={[...own, ...others]}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(id: string | undefined) => onChoose(id ?? null)}
    />
  )
}
