import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { storedPrintId } from '#renderer/core/print-id.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { ChoiceFilter, DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import { Money } from '#renderer/ui/display/money.tsx'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { useDict } from '#renderer/ui/form/fields.tsx'
import { usePrintAgain } from '#renderer/ui/print/use-print-again.ts'
import { useLength, useVehicleOptions } from './use-vehicles.ts'

/** The log of runs: racer, vehicle, rule, duration, and the users who started and stopped them. */
export function GameLogsPage() {
  const { t } = useText()
  const length = useLength()
  const vehicles = useVehicleOptions()
  const print = usePrintAgain('gamelog:print', 'gamelog.print', (id) =>
    client.gameLogs.printResult({ body: { id, printId: storedPrintId() } }),
  )
  const states = useDict('run_state')
  const types = useDict('consume_type')
  return (
    <CrudPage
      resource="gameLogs"
      title="menu.gameLogs"
      columns={[
        { name: 'startTime', sorter: true },
        { name: 'vehicleName', onCard: true, width: 110 },
        { name: 'racer', onCard: true, width: 120 },
        {
          name: 'state',
          onCard: true,
          render: ({ state }) => (
            <ToneTag tone={state === 'RUNNING' ? 'info' : 'neutral'}>{t(`gamelog.state.${state}`)}</ToneTag>
          ),
        },
        { name: 'seconds', title: 'gamelog.length', align: 'right', render: ({ seconds }) => length(seconds) },
        { name: 'roleName', width: 150 },
        { name: 'price', align: 'right', render: ({ price }) => <Money value={price} /> },
        { name: 'userId', width: 110 },
        { name: 'userNickname', width: 120 },
        { name: 'consumeVehicleMode' },
        { name: 'countCycleNumber', align: 'right', render: ({ countCycleNumber: laps }) => laps || '—' },
        { name: 'duration', align: 'right', render: ({ duration }) => duration || '—' },
        { name: 'startedBy', width: 110 },
        {
          name: 'stoppedBy',
          width: 110,
          render: (row) => row.stoppedBy || (row.endTime ? t('gamelog.byItself') : '—'),
        },
        { name: 'endTime', optional: true },
        { name: 'consumeType', optional: true },
        { name: 'people', optional: true, align: 'right' },
        { name: 'userTruenmae', optional: true },
        { name: 'userPhone', optional: true },
        { name: 'playState', optional: true },
        { name: 'ticketNo', optional: true },
        { name: 'terminalName', optional: true },
        { name: 'operatorName', optional: true },
        { name: 'cashierName', optional: true },
        { name: 'playId', optional: true },
        { name: 'id', optional: true },
      ]}
      filters={[
        <DaysFilter key="time" name="startTime" />,
        <ChoiceFilter key="vehicle" name="vehicleId" options={vehicles} />,
        <ChoiceFilter key="state" name="state" options={states} />,
        <TextFilter key="racer" name="racer" />,
        <TextFilter key="member" name="userId" />,
        <TextFilter key="rule" name="roleName" />,
        <ChoiceFilter key="type" name="consumeType" options={types} />,
        <TextFilter key="terminal" name="terminalName" />,
      ]}
      emptyHint="gamelog.noneHint"
      actions={{ history: () => null, row: (row) => (row.state === 'ENDED' ? print(row.id) : []) }}
    />
  )
}
